import { generationTable } from '@cairn/store';
import { newestAnalyser } from '@cairn/text';

/**
 * Adds generations, which belong to the installation rather than to an organisation. The first words generation has the analyser of this
 * code; the first vectors generation is created once a model is known.
 */
export const generationsMigration = {
  name: 'the generations of the indexes',
  sql: `
    ${generationTable({ text: 'text collate "C"', integer: 'bigint' })}
    grant select, insert, update on generation to cairn_system;
    insert into generation (target, number, built_by, status, started_at, filled_at)
    values ('words', 1, '${newestAnalyser('english')}', 'live', 0, 0);
  `,
};
