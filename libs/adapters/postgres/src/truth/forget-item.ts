import {
  addedUp,
  announcementOf,
  auditing,
  erasedOf,
  fieldsOf,
  forgettingRows,
  ledgerEntries,
  lineageQueries,
  outboxRowsOf,
  prepared,
  requireMayForget,
  rowColumns,
  scopePlaces,
  speakerOf,
  visible,
  type Audience,
  type Forgetter,
  type ItemRow,
  type Removed,
  type ScopeFields,
} from '@cairn/adapter-sql';
import type { ItemId, ItemKind } from '@cairn/contracts';
import { sql, type SqlBool } from 'kysely';
import { forgetCalls } from '../aliases/calls.ts';
import { forgetEmbeddings } from '../embeddings/embedding-links.ts';
import { insertEvents } from '../outbox/outbox-rows.ts';
import { postgres, queries } from '../pool/dialect.ts';
import { reopening } from '../pool/reopening.ts';
import type { Session } from '../pool/session.ts';

const { forgetOrigins } = lineageQueries(postgres);

export interface ForgetCommand extends Audience {
  readonly scope: ScopeFields;
  readonly author: Forgetter;
  readonly kind: ItemKind;
  readonly id: ItemId;
  readonly now: number;
  readonly trace: string | undefined;
  readonly request?: string | undefined;
}

const seenForUpdate = prepared<ScopeFields & { kind: ItemKind; id: ItemId }>()((place) =>
  queries
    .selectFrom('item')
    .select(rowColumns)
    .where('id', '=', place('id'))
    .where('kind', '=', place('kind'))
    .where(visible(scopePlaces(place)))
    .forUpdate(),
);

export async function forgetItem(session: Session, command: ForgetCommand): Promise<boolean> {
  const { scope, kind, id, author, now, request } = command;
  const row = await session.get(seenForUpdate, { ...fieldsOf(scope), kind, id });
  if (!row) return false;
  requireMayForget(row, author);
  const version = row.version + 1;
  await Promise.all([
    session.run(auditing(postgres, { author, action: 'forget', kind, id, version, now, request })),
    eraseItem(session, row, command),
  ]);
  return true;
}

/** Leaves a tombstone of a locked row: id, version and place stay, all text goes. Says how many rows of which tables went. */
export async function eraseItem(
  session: Session,
  row: ItemRow,
  occasion: Audience & Pick<ForgetCommand, 'now' | 'trace'>,
): Promise<Removed> {
  const { kind, id, seq, org_id: orgId } = row;
  const version = row.version + 1;
  const [embeddings, origins, letters, ...ofFeatures] = await Promise.all([
    forgetEmbeddings(session, seq),
    session.run(forgetOrigins, { id }),
    session.run(forgetLetters, { id }),
    ...forgettingRows(postgres, { orgId, id }).map(async ({ table, removal }) => ({
      [table]: await session.run(removal),
    })),
    session.run(tombstone(row, version, occasion.now)).then(() => ({})),
    ...ledgerEntries(occasion, version)
      .filter((entry) => entry.kind === kind)
      .map((entry) => session.run(reopening(row, entry, version, occasion.now)).then(() => ({}))),
    insertEvents(session, eventsOf(row, version, occasion)).then(() => ({})),
    removeSpeaker(session, row).then(() => ({})),
  ]);
  const alias_sighting = await forgetCalls(session, row);
  return addedUp([
    { item: 1, item_embedding: embeddings, origin: origins, dead_letter: letters, alias_sighting },
    ...ofFeatures,
  ]);
}

/** A reason can hold what a server said of the text. The deletion has an event of its own. */
const forgetLetters = prepared<{ id: string }>()((place) =>
  queries.deleteFrom('dead_letter').where('item_id', '=', place('id')),
);

const tombstone = (row: ItemRow, version: number, now: number) =>
  queries
    .updateTable('item')
    .set({ ...erasedOf(row), state: 'deleted', version, deleted_at: now })
    .where('seq', '=', row.seq);

const eventsOf = (
  { org_id: orgId, kind, id }: ItemRow,
  version: number,
  occasion: Audience & Pick<ForgetCommand, 'now' | 'trace'>,
) => outboxRowsOf(announcementOf({ orgId, kind, id, version, trace: occasion.trace }), occasion, occasion.now);

const reachOfItem = sql<string>`case when visibility in ('private', 'peer') then visibility
  when visibility like 'team:%' then 'team' else 'all' end`;
const ownerOfItem = sql<string>`case when visibility = 'private' then principal_id::text
  when visibility like 'team:%' then visibility else '' end`;

/** A speaker goes with the last message. One who speaks again at this very moment may be missed until the next time. */
async function removeSpeaker(session: Session, row: ItemRow): Promise<void> {
  const speaker = speakerOf(row);
  if (!speaker) return;
  const { org_id, reach, owner, channel, name } = speaker;
  const another = queries
    .selectFrom('item')
    .select('seq')
    .where('org_id', '=', org_id)
    .where('speaker', '=', name)
    .where('seq', '<>', row.seq)
    .where(
      sql<SqlBool>`(${reachOfItem} = ${reach} and ${ownerOfItem} = ${owner} and coalesce(channel, '') = ${channel})`,
    );
  const removal = queries
    .deleteFrom('speaker')
    .where('org_id', '=', org_id)
    .where('reach', '=', reach)
    .where('owner', '=', owner)
    .where('channel', '=', channel)
    .where('name', '=', name)
    .where(({ not, exists }) => not(exists(another)));
  await session.run(removal);
}
