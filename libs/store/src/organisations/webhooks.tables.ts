import type { Webhook } from '@cairn/contracts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';

export const webhook = defineTable({
  name: 'webhook',
  columns: {
    org_id: column.id(),
    id: column.id(),
    url: column.text(),
    /** The key of the signatures as it was shown: `whsec_` and base64. Signing needs the key itself, not a hash. */
    secret: column.text(),
    /** JSON list of names of events. */
    events: column.text(),
    state: column.text<Webhook['state']>(),
    created_by: column.id(),
    created_at: column.time(),
    delivered_at: column.nullable(column.time()),
    /** The time since which every attempt has failed; null after a success. */
    failing_since: column.nullable(column.time()),
    failure: column.nullable(column.text()),
  },
  key: ['org_id', 'id'],
  appMay: 'select, insert, update, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    webhook: RowOf<typeof webhook>;
  }
}
