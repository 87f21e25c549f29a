import {
  audienceSql,
  audienceOf,
  announcementOf,
  featuresRow,
  insertFeatures,
  itemColumns,
  ledgerEntries,
  normWordRows,
  originsOf,
  outboxRowsOf,
  speakerOf,
  type Subscribers,
  type Author,
  type ItemToInsert,
  type NewItemRow,
} from '@cairn/store';
import { sql, type RawBuilder } from 'kysely';
import { prepareStatement } from '../pool/dialect.ts';
import type { Session } from '../pool/session.ts';
import { rowsAsJson } from '../pool/stored-text.ts';

/** The version of a new item. */
const FIRST_VERSION = 1;

interface Values {
  readonly items: string;
  readonly features: string;
  readonly normWords: string;
  readonly states: string;
  readonly events: string;
  readonly speakers: string;
  readonly origins: string;
  readonly keyId: string | null;
  readonly request: string | null;
}

const columns = sql.join(itemColumns.map((column) => sql.ref(column)));

/** SQL expression that computes the result of `forgottenSessionKey`. */
const FORGOTTEN_SESSION_SQL = sql`'forgotten:' || encode(sha256(convert_to(
  given.org_id::text || chr(10) || ${audienceSql('given')} || chr(10) || given.session_key, 'UTF8')), 'hex')`;

/**
 * SQL expression for the last turn. It reads one entry of `item_by_turn`, so that it takes the same time however much
 * is stored.
 */
const lastTurn = (sessionKey: RawBuilder<unknown>, own: RawBuilder<unknown>) =>
  sql`(select max(other.turn) from item as other where other.org_id = given.org_id
    and other.session_key = ${sessionKey} and md5(${audienceSql('other')}) = md5(${own}))`;

/** Audience of a tombstone, which keeps no channel. */
const tombstoneAudience = audienceSql('given', sql`''`);

/**
 * Columns of the inserted rows. A turn is the position among the new messages of a session with one audience, plus the
 * last existing turn. Tombstones have a separate subquery, since one subquery for messages and tombstones would scan
 * the whole organisation.
 */
const values = sql.join(
  itemColumns.map((column) =>
    column === 'turn'
      ? sql`given.turn + coalesce(greatest(${lastTurn(sql`given.session_key`, audienceSql('given'))},
          ${lastTurn(FORGOTTEN_SESSION_SQL, tombstoneAudience)}) + 1, 0)`
      : sql.ref(`given.${column}`),
  ),
);

/**
 * Inserts any number of items, with everything that belongs to them, in one statement. Their `seq` follows their order,
 * but rows are inserted in the order of their keys, so that two writers of the same keys do not deadlock.
 */
const insertStatement = prepareStatement<Values>()(
  (place) => sql<{ id: string }>`
    with given as materialized (
      select nextval('item_seq_seq') as new_seq, * from json_populate_recordset(null::item, ${place('items')}::json)
    ), written as (
      insert into item (seq, ${columns})
      select new_seq, ${values} from given
      order by kind, external_id, source, merge_key, visibility, channel, principal_id, new_seq
      on conflict do nothing
      returning seq, id, org_id, principal_id, kind, version, created_at
    ), states as (
      insert into index_state (item_seq, target, org_id, wanted, version, status, since, behind_since)
      select written.seq, start.subscriber, written.org_id, written.version, start.version, start.status, created_at, created_at
      from written
      join json_to_recordset(${place('states')}::json) as start (kind text, subscriber text, version int, status text)
        on start.kind = written.kind
    ), events as (
      insert into outbox (id, event, subscriber, org_id, item_id, version, created_at, due_at, bulk, leased, attempts, trace, payload)
      select event.id, event, subscriber, event.org_id, item_id, event.version, event.created_at, due_at, bulk, leased, attempts, trace, payload
      from json_populate_recordset(null::outbox, ${place('events')}::json) as event
      join written on written.id = event.item_id
    ), features as (
      ${insertFeatures(sql`json_populate_recordset(null::text_features, ${place('features')}::json)
        where item_id in (select id from written)`)}
    ), norm_words as (
      insert into norm_word (org_id, item_id, word, beside)
      select org_id, item_id, word, beside
      from json_populate_recordset(null::norm_word, ${place('normWords')}::json)
      where item_id in (select id from written)
    ), audited as (
      insert into audit (org_id, principal_id, key_id, action, kind, item_id, version, at, request_id)
      select org_id, principal_id, ${place('keyId')}::uuid, 'write', kind, id, version, created_at, ${place('request')}::text
      from written
    ), made as (
      insert into origin (org_id, item_id, source, ref, ref_id, is_summary)
      select origin.org_id, item_id, source, ref, ref_id, is_summary
      from json_populate_recordset(null::origin, ${place('origins')}::json) as origin
      join written on written.id = origin.item_id
    ), heard as (
      insert into speaker (org_id, reach, owner, channel, name)
      select org_id, reach, owner, channel, name
      from json_populate_recordset(null::speaker, ${place('speakers')}::json)
      order by reach, owner, channel, name
      on conflict do nothing
    )
    select id from written`,
);

/** Values that all rows of a write have in common. */
interface InsertContext extends Subscribers {
  readonly author: Author;
  readonly trace: string | undefined;
  readonly request?: string | undefined;
}

/**
 * Inserts items and returns the ids of the inserted rows. If a second writer has taken the key of a row meanwhile, the
 * row is left out.
 */
export async function insertItems(
  session: Session,
  items: readonly ItemToInsert[],
  context: InsertContext,
): Promise<Set<string>> {
  const rows = items.map(({ row }) => row);
  const written = await session.all(insertStatement, {
    items: rowsAsJson(withTurns(rows)),
    features: rowsAsJson(items.map(({ row, features }) => featuresRow(row, features))),
    normWords: rowsAsJson(items.flatMap(normWordRows)),
    states: rowsAsJson(ledgerEntries(context, FIRST_VERSION)),
    events: rowsAsJson(rows.flatMap((row) => eventsOf(row, context, rows.length))),
    speakers: rowsAsJson(speakersOf(rows)),
    origins: rowsAsJson(rows.flatMap(originsOf)),
    keyId: context.author.keyId ?? null,
    request: context.request ?? null,
  });
  return new Set(written.map(({ id }) => id));
}

function withTurns(rows: readonly NewItemRow[]): NewItemRow[] {
  const turns = new Map<string, number>();
  return rows.map((row) => {
    if (row.session_key === null || row.session_key === undefined) return row;
    const place = JSON.stringify([row.session_key, audienceOf(row)]);
    const turn = turns.get(place) ?? 0;
    turns.set(place, turn + 1);
    return { ...row, turn };
  });
}

const eventsOf = (
  { org_id: orgId, kind, id, version, created_at: now }: NewItemRow,
  context: InsertContext,
  eventsOfWrite: number,
) => outboxRowsOf(announcementOf({ orgId, kind, id, version, trace: context.trace }), context, { now, eventsOfWrite });

function speakersOf(rows: readonly NewItemRow[]) {
  const speakers = rows.flatMap((row) => speakerOf(row) ?? []);
  return [...new Map(speakers.map((speaker) => [JSON.stringify(speaker), speaker])).values()];
}
