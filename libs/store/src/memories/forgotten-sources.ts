import type { NewItem } from '@cairn/ports';
import { sql } from 'kysely';
import { scopePlaces, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type List } from '../kit/dialect.ts';
import type { ItemRow } from '../kit/item-rows.ts';
import { givenRowsInserter } from '../kit/given-rows.ts';
import { prepared, statementOf } from '../kit/prepared.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { forEachGiven } from '../kit/for-each-given.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

/**
 * A forgotten source of a memory, with the audience of the source: a reader who could not see the source must not learn
 * that it existed.
 */
export const goneSource = defineTable({
  name: 'gone_source',
  columns: {
    org_id: column.id(),
    memory_id: column.id(),
    /** The source as the memory names it: an id or an external id. */
    ref: column.text(),
    /** The id of the forgotten source. */
    item_id: column.id(),
    visibility: column.text<ItemRow['visibility']>(),
    principal_id: column.id(),
    channel: column.nullable(column.text()),
    /** Always `active`, so that the visibility condition of items applies to these rows too. */
    state: column.text<'active'>(),
  },
  key: ['org_id', 'memory_id', 'ref', 'item_id'],
  itemColumns: ['memory_id'],
  appMay: 'select, insert, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    gone_source: RowOf<typeof goneSource>;
  }
}

type SourceRow = Pick<ItemRow, 'id' | 'org_id' | 'source' | 'external_id' | 'visibility' | 'principal_id' | 'channel'>;

const queriesOf = ofDialect((dialect) => ({
  /** Selects the memories that name the given items as sources, by id or by external id; each kind of name has an index. */
  naming: forEachGiven<object, { memory_id: string; ref: string; item_id: string }>(dialect, {
    columns: { id: 'uuid', org_id: 'uuid', source: 'text', external_id: 'text' },
    rows: (_place, given) => sql`
      select item_id as memory_id, ref, ${given('id')} as item_id from origin
        where ref_id = ${given('id')} and org_id = ${given('org_id')}
      union select item_id as memory_id, ref, ${given('id')} as item_id from origin
        where org_id = ${given('org_id')} and ref = ${given('external_id')} and source = ${given('source')}`,
  }),
  keep: givenRowsInserter(
    dialect,
    'gone_source',
    {
      ...{ org_id: 'uuid', memory_id: 'uuid', ref: 'text', item_id: 'uuid', visibility: 'text' },
      ...{ principal_id: 'uuid', channel: 'text', state: 'text' },
    },
    sql`on conflict do nothing`,
  ),
  ofMemory: prepared<{ org_id: string; memory_id: string }>()((place) =>
    dialect.queries
      .selectFrom('gone_source')
      .selectAll()
      .where('org_id', '=', place('org_id'))
      .where('memory_id', '=', place('memory_id')),
  ),
  /**
   * Selects the forgotten sources of memories. A source that was stored again under its external id does not count as
   * forgotten for readers who see it.
   */
  gone: statementOf<ScopeFields & { ids: List }>(dialect)((place) => {
    const scope = scopePlaces(place);
    const present = dialect.hasExternalId('present', {
      orgId: sql`gone.org_id`,
      source: sql`item.source`,
      id: sql`gone.ref`,
    });
    // Without `offset 0`, Postgres would join the subquery with the rest, and scan all items of the organisation.
    const apart = dialect.name === 'postgres' ? sql`offset 0` : sql``;
    return sql<{ id: string; ref: string }>`select distinct item.id as id, gone.ref as ref
      from ${dialect.wantedItems(place('ids'))} as item
      ${dialect.each('gone_source', sql`gone.org_id = item.org_id and gone.memory_id = item.id`, 'gone')}
      where item.id = wanted.value and ${visibilityCondition(scope)} and ${visibilityCondition(scope, 'gone')}
        and not exists (select 1 from item as present where ${present} and ${visibilityCondition(scope, 'present')} ${apart})
      order by gone.ref`;
  }),
}));

/** Records for memories that some of their sources are forgotten. Must run in the commit that forgets the sources. */
export async function markMadeFrom(tx: Transaction, sources: readonly SourceRow[]): Promise<void> {
  const { naming, keep } = queriesOf(tx.dialect);
  const named = sources.map(({ id, org_id, source, external_id }) => ({ id, org_id, source, external_id }));
  const made = await naming(tx, {}, named);
  const audiences = new Map<string, Pick<SourceRow, 'org_id' | 'visibility' | 'principal_id' | 'channel'>>(
    sources.map(({ id, org_id, visibility, principal_id, channel }) => [
      id,
      { org_id, visibility, principal_id, channel },
    ]),
  );
  const marks = made.map((mark) => ({ ...mark, ...audiences.get(mark.item_id), state: 'active' }));
  await keep(tx, marks);
}

/**
 * Copies the records of a memory's forgotten sources to its successor. Copies only records of sources that the successor
 * names too.
 */
export async function inheritForgottenSources(
  tx: Transaction,
  { org_id, id }: Pick<ItemRow, 'org_id' | 'id'>,
  successor: NewItem & { readonly kind: 'memory' },
): Promise<void> {
  const { ofMemory, keep } = queriesOf(tx.dialect);
  const marks = await tx.all(ofMemory, { org_id, memory_id: id });
  const named = marks.filter(({ ref }) => successor.input.sourceIds.includes(ref));
  await keep(
    tx,
    named.map((mark) => ({ ...mark, memory_id: successor.id })),
  );
}

/** Selects those forgotten sources of memories that the scope could see. */
export const forgottenSourcesOf = (tx: ReadTransaction, values: ScopeFields & { ids: List }) =>
  tx.all(queriesOf(tx.dialect).gone, values);
