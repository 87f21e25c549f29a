import { generationTable } from '@cairn/adapter-sql';
import { newestAnalyser } from '@cairn/text';

/**
 * They are of the installation, not of an organisation. Words are indexed from the first item on, by the analyser of the
 * code that makes the tables; the first vectors wait for a model.
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
