import type { ItemId, Norm, Scope } from '@cairn/contracts';
import { Rulings, type GivenActions } from '@cairn/ports';
import { sql, type SqlBool } from 'kysely';
import { fieldsOf, scopePlaces, visible, type ScopeFields } from '../conditions.ts';
import { ofDialect, type Dialect, type List } from '../dialect.ts';
import { itemsOf, wantedIds } from '../item-queries.ts';
import { prepared } from '../prepared.ts';
import { callsOf, portOf, type CallsOf, type SqlStore } from '../store/module.ts';
import type { StoreSession } from '../store/session.ts';

/** Whether the author is trusted: a person, or an agent with a key of a manager or an admin. */
export const writtenByTrusted = sql<SqlBool>`exists (select 1 from principal where principal.id = item.principal_id
  and (principal.kind = 'person' or exists (select 1 from api_key where api_key.principal_id = principal.id
    and api_key.role in ('manager', 'admin'))))`;

/** Two queries rather than one, since each column has an index of its own. */
const givenIn = (dialect: Dialect, column: 'action_triggers' | 'forbids') =>
  prepared<ScopeFields & { limit: number }>()((place) =>
    dialect.queries
      .selectFrom('item')
      .select(['item.id', 'item.seq', 'item.version', 'item.action_triggers', 'item.forbids'])
      .where(`item.${column}`, 'is not', null)
      .where('item.state', '=', sql.lit('active'))
      .where(visible(scopePlaces(place)))
      .orderBy('item.seq', 'desc')
      .limit(place('limit')),
  );

const queriesOf = ofDialect((dialect) => ({
  withTriggers: givenIn(dialect, 'action_triggers'),
  withNorms: givenIn(dialect, 'forbids'),
  trusted: prepared<ScopeFields & { ids: List }>()((place) =>
    itemsOf(dialect, place('ids'))
      .select('item.id')
      .where(visible(scopePlaces(place)))
      .where(writtenByTrusted),
  ),
}));

async function given(
  session: StoreSession,
  { scope, limit }: { scope: ScopeFields; limit: number },
): Promise<GivenActions[]> {
  const { withTriggers, withNorms } = queriesOf(session.dialect);
  const fields = { ...fieldsOf(scope), limit };
  const rows = [...(await session.all(withTriggers, fields)), ...(await session.all(withNorms, fields))];
  const newestFirst = [...new Map(rows.map((row) => [row.id, row])).values()].sort((one, other) => other.seq - one.seq);
  return newestFirst.slice(0, limit).map(({ id, version, action_triggers, forbids }) => ({
    id: id as ItemId,
    version,
    triggers: JSON.parse(action_triggers ?? '[]') as string[],
    forbids: JSON.parse(forbids ?? '[]') as Norm[],
  }));
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
  reads: { given, trusted },
  writes: {},
  port: portOf(Rulings, (store) => new SqlRulings(store)),
};

/** Memories for a preflight, read from the store of record. */
export class SqlRulings extends Rulings {
  private readonly calls: CallsOf<typeof rulingsStore>;

  constructor(store: SqlStore) {
    super();
    this.calls = callsOf(rulingsStore, store);
  }

  given(scope: Scope, limit: number): Promise<GivenActions[]> {
    return this.calls.given(scope.orgId, { scope, limit });
  }

  trusted(scope: Scope, ids: readonly ItemId[]): Promise<ItemId[]> {
    return this.calls.trusted(scope.orgId, { scope, ids });
  }
}
