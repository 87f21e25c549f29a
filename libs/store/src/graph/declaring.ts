import { createHash } from 'node:crypto';
import { limits } from '@cairn/contracts';
import { splitDeclarations, type Declaration } from '@cairn/graph';
import type { NewItem } from '@cairn/ports';
import { sql } from 'kysely';
import { ofDialect, type List } from '../kit/dialect.ts';
import { givenRows } from '../kit/given-rows.ts';
import { prepared, statementOf } from '../kit/prepared.ts';
import type { DeclaredRow } from './tables.ts';

/**
 * Builds the rows for the declarations in a new item. `item_id` is the id of the stored item, which can be an older one.
 */
export function declaredRowsOf({ kind, input }: NewItem, org_id: string, item_id: string): DeclaredRow[] {
  if (kind !== 'memory') return [];
  const texts = new Set(splitDeclarations(input).map((declaration) => JSON.stringify(declaration)));
  return [...texts].map((declared) => ({ org_id, item_id, ref: refOf(declared), declared }));
}

const refOf = (declared: string) => createHash('sha256').update(declared).digest('base64url').slice(0, 22);

const columns = { org_id: 'uuid', item_id: 'uuid', ref: 'text', declared: 'text' } as const;

/** Queries that store and read graph declarations. */
export const declaredQueries = ofDialect((dialect) => ({
  /** Stores declarations; returns the items that gained one. */
  insert: statementOf<{ rows: string }>(dialect)((place) => {
    const { from, column } = givenRows(dialect, place('rows'), columns);
    const values = sql.join(Object.keys(columns).map(column));
    return sql<{ item_id: string }>`insert into graph_declared (org_id, item_id, ref, declared)
      select ${values} from ${from} where true on conflict do nothing returning item_id`;
  }),
  ofItems: statementOf<{ orgId: string; ids: List }>(dialect)(
    (place) => sql<
      Pick<DeclaredRow, 'item_id' | 'declared'>
    >`select declared.item_id as item_id, declared.declared as declared
      from ${dialect.wantedItems(place('ids'))} as item
      ${dialect.each('graph_declared', sql`declared.org_id = item.org_id and declared.item_id = item.id`, 'declared')}
      where item.id = wanted.value and item.org_id = ${place('orgId')}`,
  ),
  forget: prepared<{ orgId: string; id: string }>()((place) =>
    dialect.queries
      .deleteFrom('graph_declared')
      .where('org_id', '=', place('orgId'))
      .where('item_id', '=', place('id')),
  ),
  ofItem: prepared<{ orgId: string; id: string }>()((place) =>
    dialect.queries
      .selectFrom('graph_declared')
      .select('declared')
      .where('org_id', '=', place('orgId'))
      .where('item_id', '=', place('id'))
      .orderBy('ref')
      .limit(sql.lit(limits.declarations.max)),
  ),
}));

export const declarationOf = ({ declared }: Pick<DeclaredRow, 'declared'>): Declaration =>
  JSON.parse(declared) as Declaration;
