import {
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

/** Leaves a tombstone: id, version and place stay, all text goes. */
export async function forgetItem(session: Session, command: ForgetCommand): Promise<boolean> {
  const { scope, kind, id } = command;
  const row = await session.get(seenForUpdate, { ...fieldsOf(scope), kind, id });
  if (!row) return false;
  requireMayForget(row, command.author);
  const version = row.version + 1;
  await Promise.all([
    session.run(tombstone(row, version, command.now)),
    ...ledgerEntries(command, version)
      .filter((entry) => entry.kind === kind)
      .map((entry) => session.run(reopening(row, entry, version, command.now))),
    insertEvents(session, eventsOf(row, version, command)),
    session.run(auditing(postgres, { author: command.author, action: 'forget', kind, id, version, now: command.now })),
    removeSpeaker(session, row),
    forgetEmbeddings(session, row.seq),
    session.run(forgetOrigins, { id }),
    session.run(forgetLetters, { id }),
    ...forgettingRows(postgres, { orgId: row.org_id, id }).map((removal) => session.run(removal)),
  ]);
  await forgetCalls(session, row);
  return true;
}

/** A reason can hold what a server said of the text. The deletion has an event of its own. */
const forgetLetters = prepared<{ id: ItemId }>()((place) =>
  queries.deleteFrom('dead_letter').where('item_id', '=', place('id')),
);

const tombstone = (row: ItemRow, version: number, now: number) =>
  queries
    .updateTable('item')
    .set({ ...erasedOf(row), state: 'deleted', version, deleted_at: now })
    .where('seq', '=', row.seq);

const eventsOf = ({ org_id: orgId, kind, id }: ItemRow, version: number, command: ForgetCommand) =>
  outboxRowsOf(announcementOf({ orgId, kind, id, version, trace: command.trace }), command, command.now);

const reachOfItem = sql<string>`case when visibility in ('private', 'peer') then visibility else 'all' end`;
const ownerOfItem = sql<string>`case visibility when 'private' then principal_id::text else '' end`;

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
