import { generationTable } from '@cairn/store';
import { newestAnalyser } from '@cairn/text';

/** Creates the first words generation with the analyser of this code. The first vectors generation is created once a model is known. */
export const generationsMigration = {
  name: 'the generations of the indexes',
  sql: `
    ${generationTable({ text: 'text', integer: 'integer' })}
    insert into generation (target, number, built_by, status, started_at, filled_at)
    values ('words', 1, '${newestAnalyser('english')}', 'live', 0, 0);
  `,
};
