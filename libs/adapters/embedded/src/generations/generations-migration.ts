import { generationTable } from '@cairn/adapter-sql';
import { newestAnalyser } from '@cairn/text';

/** Words are indexed from the first item on, by the analyser of the code that makes the file. The first vectors wait for a model. */
export const generationsMigration = {
  name: 'the generations of the indexes',
  sql: `
    ${generationTable({ text: 'text', integer: 'integer' })}
    insert into generation (target, number, built_by, status, started_at, filled_at)
    values ('words', 1, '${newestAnalyser('english')}', 'live', 0, 0);
  `,
};
