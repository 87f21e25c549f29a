import type { Conversation, DerivedMemory, MemoryId, MessageId, PrincipalId } from '@cairn/contracts';
import type { ListFilter } from '@cairn/domain';
import type { ListPlace } from '@cairn/ports';
import { sql, type SqlBool } from 'kysely';
import { filterCondition, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import type { Dialect } from '../kit/dialect.ts';
import type { ReadTransaction } from '../kit/transaction.ts';
import { listQueries, requirePlace, type PlaceInOrder } from './listing.ts';

/** Messages that one statement reads in search of conversations. */
const STEP = 500;
/** Messages that one page reads in search of conversations; a page with fewer conversations than asked continues after them. */
const SCANNED_MAX = 5_000;
const TITLE_CHARS = 500;
const DERIVED_MAX = 200;

interface ListCommand {
  readonly scope: ScopeFields;
  readonly filter: ListFilter;
  readonly limit: number;
  /** The last message that the page before read. */
  readonly after?: ListPlace | undefined;
}

/** A conversation with the begin of its first message in place of a title. */
type ListedConversation = Omit<Conversation, 'title'> & { readonly firstText: string };

interface ConversationPage {
  readonly conversations: readonly ListedConversation[];
  /** The place at which the next page begins; absent after the last conversation. */
  readonly next?: ListPlace | undefined;
}

/**
 * Lists conversations by their newest message that the scope sees and the filter passes, newest first. Walks the messages
 * by time, and lists each conversation at its newest message. A page reads a bounded number of messages, so that it can
 * have fewer conversations than its limit and still have a successor.
 */
export async function listConversations(tx: ReadTransaction, command: ListCommand): Promise<ConversationPage> {
  const { limit, after } = command;
  const walk = { place: after && (await placeIn(tx, command, after)), isFirst: after === undefined };
  const found = new Map<string, NewestRow>();
  const seen = new Set<string>();
  for (let scanned = 0; scanned < SCANNED_MAX; scanned += STEP) {
    const rows = await tx.all(messagesBefore(tx.dialect, command, walk.place));
    for (const row of rows) {
      if (found.size === limit) return pageOf(tx, command, found, walk.place);
      walk.place = placeOf(row);
      if (seen.has(row.session_key!)) continue;
      seen.add(row.session_key!);
      if (walk.isFirst || (await isNewest(tx, command, row))) found.set(row.session_key!, row);
    }
    if (rows.length < STEP) return pageOf(tx, command, found);
  }
  return pageOf(tx, command, found, walk.place);
}

async function placeIn(tx: ReadTransaction, { scope }: ListCommand, after: ListPlace): Promise<PlaceInOrder> {
  const { placed } = listQueries(tx.dialect);
  return requirePlace(after, await tx.get(placed, { orgId: scope.orgId, kind: 'message', id: after.id }));
}

const placeOf = ({ id, effective_at, seq }: NewestRow): PlaceInOrder => ({
  ...{ id: id as MessageId, time: Number(effective_at), seq: Number(seq) },
});

const messagesIn = (dialect: Dialect, { scope, filter }: ListCommand) =>
  dialect.queries
    .selectFrom('item')
    .where('item.org_id', '=', scope.orgId)
    .where(visibilityCondition(scope))
    .where(filterCondition(dialect, filter))
    .$if(Boolean(filter.authors?.length), (some) => some.where('item.principal_id', 'in', [...filter.authors!]))
    .$if(filter.speaker !== undefined, (some) => some.where('item.speaker', '=', filter.speaker!));

const newestColumns = [
  ...(['item.id', 'item.session_key', 'item.effective_at', 'item.seq', 'item.principal_id'] as const),
  ...(['item.source', 'item.channel', 'item.project'] as const),
];

/**
 * Selects the next messages of any session. The condition hides from Postgres that the session is known, since it would
 * otherwise walk a partial index of all sessions in another order.
 */
const messagesBefore = (dialect: Dialect, command: ListCommand, place: PlaceInOrder | undefined) =>
  messagesIn(dialect, command)
    .select(newestColumns)
    .where(sql<SqlBool>`coalesce(item.session_key, '') <> ''`)
    .$if(place !== undefined, (some) =>
      some.where(sql<SqlBool>`(item.effective_at, item.seq) < (${place!.time}, ${place!.seq})`),
    )
    .orderBy('item.effective_at', 'desc')
    .orderBy('item.seq', 'desc')
    .limit(STEP);

type NewestRow = Awaited<ReturnType<ReturnType<typeof messagesBefore>['execute']>>[number];

async function isNewest(tx: ReadTransaction, command: ListCommand, row: NewestRow): Promise<boolean> {
  const later = messagesIn(tx.dialect, command)
    .select('item.id')
    .where('item.session_key', '=', row.session_key)
    .where(sql<SqlBool>`(item.effective_at, item.seq) > (${row.effective_at}, ${row.seq})`)
    .limit(1);
  return (await tx.get(later)) === undefined;
}

async function pageOf(
  tx: ReadTransaction,
  command: ListCommand,
  found: ReadonlyMap<string, NewestRow>,
  next?: PlaceInOrder,
): Promise<ConversationPage> {
  const keys = [...found.keys()];
  if (keys.length === 0) return { conversations: [], next };
  const whole = withoutSpeakers(command);
  const sums = new Map((await tx.all(sumsOf(tx.dialect, whole, keys))).map((row) => [row.session_key!, row]));
  const kept = Map.groupBy(await tx.all(derivedFrom(tx.dialect, command.scope, keys)), ({ sessionKey }) => sessionKey);
  const writers = new Map((await tx.all(writersOf(tx.dialect, command, found))).map((row) => [row.id, row]));
  const conversations: ListedConversation[] = [];
  for (const [sessionKey, row] of found) {
    const { messages, started_at, ended_at } = sums.get(sessionKey)!;
    const writer = writers.get(row.principal_id);
    conversations.push({
      ...{ sessionKey, source: row.source, channel: row.channel, project: row.project },
      firstText: (await tx.get(firstText(tx.dialect, whole, sessionKey)))?.text ?? '',
      writer: {
        principalId: row.principal_id as PrincipalId,
        ...{ name: writer?.name ?? '', kind: writer?.kind ?? 'person', owner: writer?.owner ?? null },
      },
      ...{ messages: Number(messages), startedAt: Number(started_at), endedAt: Number(ended_at) },
      ...countsOf(kept.get(sessionKey) ?? []),
    });
  }
  return { conversations, next };
}

/** Drops who spoke from the filter: a conversation that somebody took part in is shown with its title and all its messages. */
const withoutSpeakers = ({ filter, ...rest }: ListCommand): ListCommand => ({
  ...rest,
  filter: { ...filter, authors: undefined, speaker: undefined },
});

function countsOf(rows: readonly DerivedRow[]): Pick<Conversation, 'proposals' | 'memories'> {
  const idsIn = (state: string) =>
    new Set(rows.filter((row) => row.state === state).map(({ memoryId }) => memoryId)).size;
  return { proposals: idsIn('proposed'), memories: idsIn('active') };
}

const sumsOf = (dialect: Dialect, command: ListCommand, keys: readonly string[]) =>
  messagesIn(dialect, command)
    .select((eb) => [
      'item.session_key',
      eb.fn.countAll<number>().as('messages'),
      eb.fn.min<number>('item.effective_at').as('started_at'),
      eb.fn.max<number>('item.effective_at').as('ended_at'),
    ])
    .where('item.session_key', 'in', keys)
    .groupBy('item.session_key');

const writersOf = ({ queries }: Dialect, { scope }: ListCommand, found: ReadonlyMap<string, NewestRow>) =>
  queries
    .selectFrom('principal')
    .select(['id', 'name', 'kind'])
    .select(sql<string | null>`(select name from principal as owner where owner.id = principal.owner_id)`.as('owner'))
    .where('org_id', '=', scope.orgId)
    .where('id', 'in', [...new Set([...found.values()].map(({ principal_id }) => principal_id))]);

/** Selects the begin of the first message of a person; in a conversation without one, of the first message. */
const firstText = (dialect: Dialect, command: ListCommand, sessionKey: string) =>
  messagesIn(dialect, command)
    .select(sql<string>`substr(item.content, 1, ${sql.lit(TITLE_CHARS)})`.as('text'))
    .where('item.session_key', '=', sessionKey)
    .orderBy(sql`case item.role when 'user' then 0 else 1 end`)
    .orderBy('item.effective_at')
    .orderBy('item.seq')
    .limit(1);

interface DerivedRow {
  readonly sessionKey: string;
  readonly messageId: string;
  readonly memoryId: string;
  readonly title: string | null;
  readonly state: string;
}

/** Selects the memories that name a message of these conversations as a source, by its id or its external id. */
function derivedFrom(dialect: Dialect, scope: ScopeFields, keys: readonly string[]) {
  const legs = [
    sql<SqlBool>`origin.ref_id = item.id`,
    sql<SqlBool>`origin.org_id = item.org_id and origin.ref = item.external_id and origin.source = item.source`,
  ].map(
    (isNamed) => sql`select item.session_key as "sessionKey", item.id as "messageId", linked.id as "memoryId",
        linked.title as title, linked.state as state, linked.seq as seq
      from item ${dialect.each('origin', isNamed)} ${dialect.each('item', sql<SqlBool>`linked.id = origin.item_id`, 'linked')}
      where item.org_id = ${scope.orgId} and item.kind = 'message' and item.session_key in (${sql.join(keys)})
        and ${visibilityCondition(scope)} and ${visibilityCondition(scope, 'linked')}`,
  );
  const query = sql<DerivedRow>`${sql.join(legs, sql` union `)} order by seq`;
  return { compile: () => query.compile(dialect.queries) };
}

interface DerivedQuery {
  readonly scope: ScopeFields;
  readonly sessionKey: string;
}

/** Lists the memories that were made from messages of a conversation, oldest first, at most `DERIVED_MAX`. */
export async function memoriesFrom(tx: ReadTransaction, { scope, sessionKey }: DerivedQuery): Promise<DerivedMemory[]> {
  const rows = Map.groupBy(await tx.all(derivedFrom(tx.dialect, scope, [sessionKey])), ({ memoryId }) => memoryId);
  return [...rows.values()].slice(0, DERIVED_MAX).map((named) => ({
    memoryId: named[0]!.memoryId as MemoryId,
    title: named[0]!.title ?? '',
    state: named[0]!.state as DerivedMemory['state'],
    messageIds: named.map(({ messageId }) => messageId as MessageId),
  }));
}
