import type { ItemId, Scope } from '@cairn/contracts';
import { Rulings, type ActionTriggers } from '@cairn/ports';
import { sql, type SqlBool } from 'kysely';
import { fieldsOf, scopePlaces, visible, type ScopeFields } from '../conditions.ts';
import { ofDialect, type List } from '../dialect.ts';
import { itemsOf, wantedIds } from '../item-queries.ts';
import { prepared } from '../prepared.ts';
import { callsOf, portOf, type CallsOf, type SqlStore } from '../store/module.ts';
import type { StoreSession } from '../store/session.ts';

/** A person, or an agent that holds a key of a manager or an admin. */
export const writtenByTrusted = sql<SqlBool>`exists (select 1 from principal where principal.id = item.principal_id
  and (principal.kind = 'person' or exists (select 1 from api_key where api_key.principal_id = principal.id
    and api_key.role in ('manager', 'admin'))))`;

const queriesOf = ofDialect((dialect) => ({
  triggers: prepared<ScopeFields & { limit: number }>()((place) =>
    dialect.queries
      .selectFrom('item')
      .select(['item.id', 'item.action_triggers'])
      .where('item.action_triggers', 'is not', null)
      .where('item.state', '=', sql.lit('active'))
      .where(visible(scopePlaces(place)))
      .orderBy('item.seq', 'desc')
      .limit(place('limit')),
  ),
  trusted: prepared<ScopeFields & { ids: List }>()((place) =>
    itemsOf(dialect, place('ids'))
      .select('item.id')
      .where(visible(scopePlaces(place)))
      .where(writtenByTrusted),
  ),
}));

async function triggers(
  session: StoreSession,
  { scope, limit }: { scope: ScopeFields; limit: number },
): Promise<ActionTriggers[]> {
  const rows = await session.all(queriesOf(session.dialect).triggers, { ...fieldsOf(scope), limit });
  return rows.map(({ id, action_triggers }) => ({ id: id as ItemId, triggers: JSON.parse(action_triggers ?? '[]') }));
}

async function trusted(
  session: StoreSession,
  { scope, ids }: { scope: ScopeFields; ids: readonly ItemId[] },
): Promise<ItemId[]> {
  const values = { ...fieldsOf(scope), ids: wantedIds(session.dialect, ids) };
  const rows = await session.all(queriesOf(session.dialect).trusted, values);
  return rows.map(({ id }) => id as ItemId);
}

export const rulingsStore = {
  name: 'rulings',
  tables: [],
  reads: { triggers, trusted },
  writes: {},
  port: portOf(Rulings, (store) => new SqlRulings(store)),
};

/** What a preflight reads, in the store of record. */
export class SqlRulings extends Rulings {
  private readonly calls: CallsOf<typeof rulingsStore>;

  constructor(store: SqlStore) {
    super();
    this.calls = callsOf(rulingsStore, store);
  }

  triggers(scope: Scope, limit: number): Promise<ActionTriggers[]> {
    return this.calls.triggers(scope.orgId, { scope, limit });
  }

  trusted(scope: Scope, ids: readonly ItemId[]): Promise<ItemId[]> {
    return this.calls.trusted(scope.orgId, { scope, ids });
  }
}
