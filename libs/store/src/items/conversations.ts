import type { ItemId, Memory } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import { Conversations } from '@cairn/ports';
import { sql } from 'kysely';
import { visible, type ScopeFields } from '../kit/conditions.ts';
import type { Condition, Dialect } from '../kit/dialect.ts';
import { itemsOf, wantedIds } from './item-queries.ts';
import { ownIdIn } from './idempotency.ts';
import { callsOf, portOf, type CallsOf, type SqlStore } from '../kit/module.ts';
import type { StoreSession } from '../kit/session.ts';

interface MessagesCommand {
  readonly scope: ScopeFields;
  readonly source: string;
  readonly names: readonly string[];
}

async function messages(session: StoreSession, command: MessagesCommand): Promise<ItemId[]> {
  const { names } = command;
  if (names.length === 0) return [];
  const found = await Promise.all([
    session.all(messagesById(session.dialect, command)),
    session.all(messagesByExternalId(session.dialect, command)),
  ]);
  const byId = new Map(found.flat().map((row) => [row.id, row]));
  const inOrder = [...byId.values()].sort((a, b) => a.effective_at - b.effective_at || a.seq - b.seq);
  return inOrder.map(({ id }) => id as ItemId);
}

const columns = ['item.id', 'item.effective_at', 'item.seq'] as const;

const messagesById = (dialect: Dialect, { scope, names }: MessagesCommand) =>
  itemsOf(
    dialect,
    wantedIds(
      dialect,
      names.flatMap((name) => ownIdIn(name) ?? []),
    ),
  )
    .select(columns)
    .where('item.kind', '=', 'message')
    .where(visible(scope));

function messagesByExternalId(dialect: Dialect, { scope, source, names }: MessagesCommand) {
  const named = names.map((name) =>
    dialect.hasExternalId('item', { orgId: sql`${scope.orgId}`, source: sql`${source}`, id: sql`${name}` }),
  );
  const isNamed: Condition = sql`(${sql.join(
    named.map((each) => sql`(${each})`),
    sql` or `,
  )})`;
  return dialect.queries
    .selectFrom('item')
    .select(columns)
    .where('item.kind', '=', 'message')
    .where(isNamed)
    .where(visible(scope));
}

export const conversationStore = {
  name: 'conversations',
  tables: [],
  reads: { messages },
  writes: {},
  port: portOf(Conversations, (store) => new SqlConversations(store)),
};

export class SqlConversations extends Conversations {
  private readonly calls: CallsOf<typeof conversationStore>;

  constructor(store: SqlStore) {
    super();
    this.calls = callsOf(conversationStore, store);
  }

  messagesOf(scope: Scope, { source, sourceIds }: Pick<Memory, 'source' | 'sourceIds'>): Promise<ItemId[]> {
    return this.calls.messages(scope.orgId, { scope, source, names: sourceIds });
  }
}
