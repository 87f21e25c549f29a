import type { ForgetCertificate } from '@cairn/contracts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';

/** An act of forgetting and its result. */
export const forgetAct = defineTable({
  name: 'forget_act',
  columns: {
    org_id: column.id(),
    id: column.id(),
    principal_id: column.id(),
    state: column.text<ForgetCertificate['state']>(),
    /** JSON list of the names of the selectors. */
    selected_by: column.text(),
    lineage: column.int(),
    /** JSON of the `Plan`; null once all items are forgotten. */
    plan: column.nullable(column.text()),
    begun_at: column.time(),
    forgotten_at: column.nullable(column.time()),
    verified_at: column.nullable(column.time()),
    messages: column.int(),
    memories: column.int(),
    /** JSON map from table names to numbers of deleted rows. */
    removed: column.text(),
    /** JSON list of `RemainingRows`: rows that still name the forgotten items, by table or index. */
    verified: column.text(),
  },
  key: ['org_id', 'id'],
  appMay: 'select, insert, update',
  moves: true,
});

/** A target of an act of forgetting; `is_done` tells whether it is already forgotten. */
export const forgetTarget = defineTable({
  name: 'forget_target',
  columns: { org_id: column.id(), act_id: column.id(), item_id: column.id(), is_done: column.int() },
  key: ['org_id', 'act_id', 'item_id'],
  indexes: { forget_target_open: '(org_id, act_id, item_id) where is_done = 0' },
  appMay: 'select, insert, update, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    forget_act: RowOf<typeof forgetAct>;
    forget_target: RowOf<typeof forgetTarget>;
  }
}
