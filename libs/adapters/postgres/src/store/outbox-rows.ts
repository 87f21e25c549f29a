import type { OutboxRow } from '@cairn/store';
import { sql } from 'kysely';
import { statement } from '../pool/dialect.ts';
import type { Session } from '../pool/session.ts';
import { rowsAsJson } from '../pool/stored-text.ts';

const columns = sql.raw(
  'id, event, subscriber, org_id, item_id, version, created_at, due_at, leased, attempts, reason, trace, payload',
);

const insertion = statement<{ rows: string }>()(
  (place) => sql`
    insert into outbox (${columns})
    select ${columns} from json_populate_recordset(null::outbox, ${place('rows')}::json)`,
);

/** Inserts any number of events into the outbox in one statement. */
export async function insertEvents(session: Session, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length > 0) await session.run(insertion, { rows: rowsAsJson(rows) });
}
