import type { ItemId } from '@cairn/contracts';
import { sql } from 'kysely';
import { visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import type { Condition, Dialect } from '../kit/dialect.ts';
import { itemsOf, distinctIds } from './item-queries.ts';
import { listConversations, memoriesFrom } from './conversation-list.ts';
import { ownIdIn } from './idempotency.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { ReadTransaction } from '../kit/transaction.ts';

interface NamedSources {
  readonly scope: ScopeFields;
  readonly source: string;
  readonly sourceIds: readonly string[];
}

/**
 * Selects the messages that a memory names as its sources and that the scope sees, ordered by effective time, then by
 * arrival. A source is named by its id, or by its external id in the memory's own source system.
 */
async function messagesOf(tx: ReadTransaction, command: NamedSources): Promise<ItemId[]> {
  const { sourceIds } = command;
  if (sourceIds.length === 0) return [];
  const found = await Promise.all([
    tx.all(messagesById(tx.dialect, command)),
    tx.all(messagesByExternalId(tx.dialect, command)),
  ]);
  const byId = new Map(found.flat().map((row) => [row.id, row]));
  const inOrder = [...byId.values()].sort((a, b) => a.effective_at - b.effective_at || a.seq - b.seq);
  return inOrder.map(({ id }) => id as ItemId);
}

const columns = ['item.id', 'item.effective_at', 'item.seq'] as const;

const messagesById = (dialect: Dialect, { scope, sourceIds }: NamedSources) =>
  itemsOf(
    dialect,
    distinctIds(
      dialect,
      sourceIds.flatMap((name) => ownIdIn(name) ?? []),
    ),
  )
    .select(columns)
    .where('item.kind', '=', 'message')
    .where(visibilityCondition(scope));

function messagesByExternalId(dialect: Dialect, { scope, source, sourceIds }: NamedSources) {
  const named = sourceIds.map((name) =>
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
    .where(visibilityCondition(scope));
}

/** Conversations: their list, and the memories that were made from them. */
export const conversations = feature('conversations', {
  tables: [],
  reads: { messagesOf, list: listConversations, memoriesFrom },
  writes: {},
});
export type Conversations = CallsOf<typeof conversations>;
