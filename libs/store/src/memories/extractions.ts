import { createHash } from 'node:crypto';
import type { ItemId, MessageId, OrgId, PrincipalId, ToolCall, Visibility } from '@cairn/contracts';
import type { Filter } from '@cairn/domain';
import { sql, type SqlBool } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { auditActs } from '../kit/audit.ts';
import {
  audienceOf,
  audienceSql,
  filterCondition,
  isOfImport,
  visibilityCondition,
  type ScopeFields,
} from '../kit/conditions.ts';
import { ofDialect } from '../kit/dialect.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { Author, ItemRow } from '../kit/item-rows.ts';
import { prepared } from '../kit/prepared.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { extraction, unreadChannel, waitingConversation } from './extractions.tables.ts';

/** Time in ms without a new message after which a conversation is read. */
export const QUIET_CONVERSATION_MS = 120_000;
const FIRST_RETRY_MS = 5_000;
const RETRY_MS_MAX = 3_600_000;

type Conversation = Pick<ItemRow, 'org_id' | 'session_key' | 'visibility' | 'principal_id' | 'channel'>;

/** Computes the digest that identifies a conversation. */
const conversationKey = (row: Conversation): string =>
  createHash('sha256')
    .update([row.org_id, audienceOf(row), row.session_key].join('\n'))
    .digest('base64url');

/** A conversation that a process has claimed in order to read it for proposals. */
export interface ClaimedConversation {
  readonly orgId: OrgId;
  readonly key: string;
  readonly itemId: ItemId;
  readonly since: number;
  readonly fromTurn: number | null;
  readonly attempts: number;
}

/** A message of a conversation, as the reader of proposals needs it. */
export interface ConversationTurn {
  readonly id: ItemId;
  readonly turn: number;
  readonly role: string;
  readonly speaker: string | null;
  readonly content: string;
  readonly timestamp: number;
  readonly principalId: PrincipalId;
  /** The owner of the writer if the writer is an agent with an owner, otherwise the writer. */
  readonly ownerId: PrincipalId;
  readonly visibility: Visibility;
  readonly channel: string | null;
  readonly sessionKey: string;
  readonly project: string | null;
  readonly toolCalls: readonly ToolCall[];
}

const queriesOf = ofDialect(({ name, queries }) => ({
  /** Makes a conversation due at `due_at`. Keeps the turn at which reading continues, or clears it if `again` is set. */
  await: (row: RowToAwait, { again = false } = {}) =>
    queries
      .insertInto('waiting_conversation')
      .values({ ...row, from_turn: null, leased_until: 0, attempts: 0 })
      .onConflict((clash) =>
        clash.columns(['org_id', 'key']).doUpdateSet((eb) => ({
          item_id: eb.ref('excluded.item_id'),
          due_at: eb.ref('excluded.due_at'),
          since: sql<number>`case when excluded.since < waiting_conversation.since then excluded.since
            else waiting_conversation.since end`,
          ...(again && { from_turn: null }),
          attempts: eb.val(0),
        })),
      ),
  due: (now: number, limit: number) =>
    queries
      .selectFrom('waiting_conversation')
      .selectAll()
      .where('due_at', '<=', now)
      .where('leased_until', '<=', now)
      .orderBy('due_at')
      .limit(limit)
      .$if(name === 'postgres', (query) => query.forUpdate().skipLocked()),
  waiting: prepared<{ orgId: OrgId; key: string }>()((place) =>
    queries
      .selectFrom('waiting_conversation')
      .selectAll()
      .where('org_id', '=', place('orgId'))
      .where('key', '=', place('key'))
      .$if(name === 'postgres', (query) => query.forUpdate()),
  ),
  change: (orgId: OrgId, key: string, changes: Partial<Omit<RowToAwait, 'org_id' | 'key'>> & Progress) =>
    queries.updateTable('waiting_conversation').set(changes).where('org_id', '=', orgId).where('key', '=', key),
  remove: (orgId: OrgId, key: string) =>
    queries.deleteFrom('waiting_conversation').where('org_id', '=', orgId).where('key', '=', key),
  message: prepared<{ orgId: OrgId; id: ItemId }>()((place) =>
    queries
      .selectFrom('item')
      .select(['org_id', 'session_key', 'visibility', 'principal_id', 'channel', 'state'])
      .where('org_id', '=', place('orgId'))
      .where('id', '=', place('id')),
  ),
}));

interface RowToAwait {
  readonly org_id: string;
  readonly key: string;
  readonly item_id: string;
  readonly since: number;
  readonly due_at: number;
}

interface Progress {
  readonly from_turn?: number;
  readonly leased_until?: number;
  readonly attempts?: number;
}

/** Schedules the conversations of new messages for reading `QUIET_CONVERSATION_MS` from now. `rows` are in the order of arrival. */
export async function awaitQuiet(
  tx: Transaction,
  rows: readonly (Conversation & { readonly id: string })[],
): Promise<void> {
  const lastByKey = new Map(rows.filter((row) => row.session_key !== null).map((row) => [conversationKey(row), row]));
  const inOrder = [...lastByKey].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [key, { org_id, id }] of inOrder)
    await tx.run(
      queriesOf(tx.dialect).await({ org_id, key, item_id: id, since: tx.now, due_at: tx.now + QUIET_CONVERSATION_MS }),
    );
}

/** Claims at most `limit` due conversations, the earliest `due_at` first. Each claim ends after `leaseMs`. */
async function claimConversation(
  tx: Transaction,
  { limit, leaseMs }: { readonly limit: number; readonly leaseMs: number },
): Promise<ClaimedConversation[]> {
  const { due, change } = queriesOf(tx.dialect);
  const rows = await tx.all(due(tx.now, limit));
  for (const row of rows) await tx.run(change(row.org_id as OrgId, row.key, { leased_until: tx.now + leaseMs }));
  return rows.map((row) => ({
    ...{ orgId: row.org_id as OrgId, key: row.key, itemId: row.item_id as ItemId },
    ...{ since: Number(row.since), fromTurn: row.from_turn, attempts: row.attempts },
  }));
}

/** The columns of a turn. */
const turnColumns = [
  ...(['item.id', 'item.turn', 'item.role', 'item.speaker', 'item.content', 'item.effective_at'] as const),
  ...([
    'item.principal_id',
    'item.visibility',
    'item.channel',
    'item.session_key',
    'item.project',
    'item.tool_calls',
  ] as const),
];

const ownerOfRow = sql<string | null>`(select owner_id from principal where principal.id = item.principal_id)`.as(
  'owner_id',
);

type TurnRow = Omit<Conversation, 'org_id'> &
  Pick<ItemRow, 'id' | 'turn' | 'role' | 'speaker' | 'content' | 'effective_at' | 'project' | 'tool_calls'> & {
    readonly owner_id: string | null;
  };

const turnOf = (row: TurnRow): ConversationTurn => ({
  ...{ id: row.id as ItemId, turn: row.turn ?? 0, role: row.role ?? 'user', speaker: row.speaker },
  ...{ content: row.content, timestamp: Number(row.effective_at), sessionKey: row.session_key ?? '' },
  ...{ principalId: row.principal_id as PrincipalId, ownerId: (row.owner_id ?? row.principal_id) as PrincipalId },
  ...{ visibility: row.visibility, channel: row.channel, project: row.project },
  toolCalls: row.tool_calls ? (JSON.parse(row.tool_calls) as ToolCall[]) : [],
});

interface TurnRange {
  readonly orgId: OrgId;
  /** A message of the conversation. */
  readonly itemId: ItemId;
}

/**
 * Selects the messages of the conversation that `itemId` belongs to, without forgotten ones. Returns undefined if the
 * message `itemId` is unknown, forgotten or without a session.
 */
async function messagesOf(tx: ReadTransaction, { orgId, itemId }: TurnRange) {
  const named = await tx.get(queriesOf(tx.dialect).message, { orgId, id: itemId });
  if (!named || named.state === 'deleted' || named.session_key === null) return undefined;
  return tx.dialect.queries
    .selectFrom('item')
    .where('item.org_id', '=', orgId)
    .where('item.session_key', '=', named.session_key)
    .where('item.kind', '=', 'message')
    .where('item.state', '=', 'active')
    .where(sql<SqlBool>`${tx.dialect.indexed(audienceSql())} = ${tx.dialect.indexed(sql`${audienceOf(named)}`)}`);
}

/**
 * Finds the first and the last turn of the messages that arrived in a conversation since `since`, epoch ms; undefined if
 * there are none.
 */
async function turnsSince(
  tx: ReadTransaction,
  { since, ...stretch }: TurnRange & { readonly since: number },
): Promise<{ first: number; last: number } | undefined> {
  const messages = await messagesOf(tx, stretch);
  const found =
    messages &&
    (await tx.get(
      messages
        .where('item.created_at', '>=', since)
        .select((eb) => [eb.fn.min<number>('item.turn').as('first'), eb.fn.max<number>('item.turn').as('last')]),
    ));
  return found && found.first !== null ? { first: Number(found.first), last: Number(found.last) } : undefined;
}

/** Reads the turns of a conversation from turn `from` (inclusive) to turn `to` (exclusive), in order. */
async function listTurns(
  tx: ReadTransaction,
  { from, to, ...stretch }: TurnRange & { readonly from: number; readonly to: number },
): Promise<ConversationTurn[]> {
  const messages = await messagesOf(tx, stretch);
  if (!messages) return [];
  const rows = await tx.all(
    messages
      .where('item.turn', '>=', from)
      .where('item.turn', '<', to)
      .select(turnColumns)
      .select(ownerOfRow)
      .orderBy('item.turn'),
  );
  return rows.map(turnOf);
}

interface WindowName {
  readonly orgId: OrgId;
  readonly key: string;
  readonly number: number;
}

/** The record of a window that was read: the digest of the messages read, and the version of the extractor. */
interface ReadWindow {
  readonly contentHash: string;
  readonly version: string;
}

/** Finds the record of a window; undefined if the window was never read. */
async function readWindow(tx: ReadTransaction, { orgId, key, number }: WindowName): Promise<ReadWindow | undefined> {
  const row = await tx.get(
    tx.dialect.queries
      .selectFrom('extraction')
      .select(['content_hash', 'version'])
      .where('org_id', '=', orgId)
      .where('key', '=', key)
      .where('number', '=', number),
  );
  return row && { contentHash: row.content_hash, version: row.version };
}

/** Records that a window was read, and stores the turn at which the reading of the conversation continues. */
async function recordProgress(
  tx: Transaction,
  { orgId, key, number, contentHash, version, nextTurn }: WindowName & ReadWindow & { readonly nextTurn: number },
): Promise<void> {
  await tx.run(
    tx.dialect.queries
      .insertInto('extraction')
      .values({ org_id: orgId, key, number, content_hash: contentHash, version, at: tx.now })
      .onConflict((clash) =>
        clash.columns(['org_id', 'key', 'number']).doUpdateSet({ content_hash: contentHash, version, at: tx.now }),
      ),
  );
  await tx.run(queriesOf(tx.dialect).change(orgId, key, { from_turn: nextTurn }));
}

/** Ends a claim. If the conversation was read to its end and got no new message meanwhile, it no longer waits. */
async function releaseConversation(
  tx: Transaction,
  { orgId, key, itemId, isRead }: Pick<ClaimedConversation, 'orgId' | 'key' | 'itemId'> & { readonly isRead: boolean },
): Promise<void> {
  const { waiting, change, remove } = queriesOf(tx.dialect);
  const row = await tx.get(waiting, { orgId, key });
  if (!row) return;
  const isDone = isRead && row.item_id === itemId;
  await tx.run(isDone ? remove(orgId, key) : change(orgId, key, { leased_until: 0, attempts: 0 }));
}

/** Ends a claim that failed, and makes the conversation due again after a pause that grows with each attempt. */
async function retryConversation(
  tx: Transaction,
  { orgId, key, attempts }: Pick<ClaimedConversation, 'orgId' | 'key' | 'attempts'>,
): Promise<void> {
  const pause = Math.min(RETRY_MS_MAX, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20));
  const due = { due_at: tx.now + pause, leased_until: 0, attempts: attempts + 1 };
  await tx.run(queriesOf(tx.dialect).change(orgId, key, due));
}

interface SomeConversations {
  readonly scope: ScopeFields;
  readonly filter: Filter;
  readonly sessionKeys?: readonly string[] | undefined;
  readonly importId?: string | undefined;
  /** The id of a message. Leaves out the conversations whose newest message arrived no later than this message. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/**
 * Finds the conversations that contain matching messages, each with its newest matching message, in the order in which
 * these newest messages arrived.
 */
async function conversationsIn(tx: ReadTransaction, query: SomeConversations) {
  const { scope, filter, sessionKeys, importId, after, limit } = query;
  const { queries } = tx.dialect;
  const place = queries
    .selectFrom('item')
    .select('seq')
    .where('org_id', '=', scope.orgId)
    .where('id', '=', after ?? '');
  const found = queries
    .selectFrom('item')
    .select((eb) => [eb.fn.max<number>('item.seq').as('last'), eb.fn.min<number>('item.created_at').as('since')])
    .where('item.org_id', '=', scope.orgId)
    .where(sql<SqlBool>`item.kind = 'message' and item.session_key is not null`)
    .$if(sessionKeys !== undefined, (some) => some.where('item.session_key', 'in', sessionKeys ?? []))
    .$if(importId !== undefined, (some) => some.where(isOfImport(importId ?? '')))
    .where(visibilityCondition(scope))
    .where(filterCondition(tx.dialect, filter))
    .$if(after !== undefined, (some) => some.having((eb) => eb(eb.fn.max('item.seq'), '>', place)))
    .groupBy(['item.session_key', audienceSql()])
    .orderBy('last')
    .limit(limit);
  return tx.all(
    queries
      .selectFrom('item')
      .innerJoin(found.as('found'), 'found.last', 'item.seq')
      .select(['item.id', 'item.org_id', 'item.session_key', 'item.visibility', 'item.principal_id', 'item.channel'])
      .select('found.since')
      .orderBy('item.seq'),
  );
}

/**
 * Finds the conversations that match. Each has the id of its newest matching message and the time, epoch ms, at which its
 * first matching message arrived.
 */
async function findConversations(
  tx: ReadTransaction,
  query: SomeConversations,
): Promise<{ id: ItemId; since: number }[]> {
  return (await conversationsIn(tx, query)).map(({ id, since }) => ({ id: id as ItemId, since: Number(since) }));
}

/**
 * Counts the conversations that are due, or will be again after a failed attempt, and that are not read to their end, up
 * to `limit`, of those that a scope sees.
 */
async function countDue(
  tx: ReadTransaction,
  { scope, importId, limit }: Pick<SomeConversations, 'scope' | 'importId' | 'limit'>,
): Promise<number> {
  const { queries } = tx.dialect;
  const due = queries
    .selectFrom('waiting_conversation')
    .select('item_id')
    .where('org_id', '=', scope.orgId)
    .where((eb) => eb.or([eb('due_at', '<=', tx.now), eb('attempts', '>', 0)]));
  const seen = queries
    .selectFrom('item')
    .select('item.id')
    .where('item.org_id', '=', scope.orgId)
    .where('item.id', 'in', due)
    .where(visibilityCondition(scope))
    .$if(importId !== undefined, (some) => some.where(isOfImport(importId ?? '')))
    .limit(limit);
  const row = await tx.get(queries.selectFrom(seen.as('seen')).select((eb) => eb.fn.countAll<number>().as('count')));
  return Number(row?.count ?? 0);
}

/**
 * Makes the conversations that match due at once, even those that were read before. Returns the number of these
 * conversations, and the id of the newest message of the last conversation.
 */
async function requestReading(
  tx: Transaction,
  query: SomeConversations,
): Promise<{ number: number; id: MessageId | null }> {
  const rows = await conversationsIn(tx, query);
  const named = rows.map((row) => [conversationKey(row), row] as const);
  for (const [key, { org_id, id, since }] of named.sort(([one], [other]) => (one < other ? -1 : 1))) {
    const row = { org_id, key, item_id: id, since: Number(since), due_at: tx.now };
    await tx.run(queriesOf(tx.dialect).await(row, { again: true }));
  }
  return { number: rows.length, id: (rows.at(-1)?.id as MessageId | undefined) ?? null };
}

/** Lists the channels whose messages are never read. */
async function unreadChannels(tx: ReadTransaction, { orgId }: { readonly orgId: OrgId }): Promise<string[]> {
  const rows = await tx.all(
    tx.dialect.queries.selectFrom('unread_channel').select('channel').where('org_id', '=', orgId).orderBy('channel'),
  );
  return rows.map(({ channel }) => channel);
}

/** Decides whether the messages of a channel are read for proposals. Audited; the same decision again changes nothing. */
async function setChannel(
  tx: Transaction,
  { author, channel, isRead }: { readonly author: Author; readonly channel: string; readonly isRead: boolean },
): Promise<void> {
  const { queries } = tx.dialect;
  const { orgId } = author;
  const id = uuidv7();
  const changed = isRead
    ? await tx.run(queries.deleteFrom('unread_channel').where('org_id', '=', orgId).where('channel', '=', channel))
    : await tx.run(
        queries
          .insertInto('unread_channel')
          .values({ org_id: orgId, channel, id })
          .onConflict((clash) => clash.doNothing()),
      );
  if (changed > 0)
    await auditActs(tx, { author, action: 'switch', kind: 'extraction', id: orgId, version: isRead ? 1 : 0 });
}

/**
 * Tracks the reading of conversations for proposals: the conversations that wait, the windows that were read, and the
 * channels that are never read.
 */
export const extractions = feature('extractions', {
  tables: [waitingConversation, extraction, unreadChannel],
  reads: { turnsSince, turns: listTurns, readWindow, find: findConversations, countDue, unreadChannels },
  writes: {
    claim: claimConversation,
    record: recordProgress,
    release: releaseConversation,
    retry: retryConversation,
    request: requestReading,
    setChannel,
  },
  acrossOrganisations: ['claim'],
});
export type Extractions = CallsOf<typeof extractions>;
