import type { RetentionRule } from '@cairn/contracts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';

/** A rule of retention. */
export const retentionRule = defineTable({
  name: 'retention_rule',
  columns: {
    org_id: column.id(),
    kind: column.text<RetentionRule['kind']>(),
    /** The channel to which the rule applies; '' for a rule that applies to every channel without a rule of its own. */
    channel: column.text(),
    archive_days: column.nullable(column.int()),
    forget_days: column.nullable(column.int()),
    principal_id: column.id(),
    at: column.time(),
  },
  key: ['org_id', 'kind', 'channel'],
  appMay: 'select, insert, update, delete',
  moves: true,
});

/** A run of the rules of retention, and its progress. */
export const retentionRun = defineTable({
  name: 'retention_run',
  columns: {
    org_id: column.id(),
    id: column.id(),
    principal_id: column.id(),
    /** JSON list of the rules that the run applies; null once the run has ended. */
    rules: column.nullable(column.text()),
    archived: column.int(),
    forget_id: column.nullable(column.id()),
    begun_at: column.time(),
    ended_at: column.nullable(column.time()),
  },
  key: ['org_id', 'id'],
  appMay: 'select, insert, update',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    retention_rule: RowOf<typeof retentionRule>;
    retention_run: RowOf<typeof retentionRun>;
  }
}

export type RuleRow = RowOf<typeof retentionRule>;
export type RunRow = RowOf<typeof retentionRun>;
