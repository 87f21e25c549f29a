import { CairnError, type ItemId, type ItemKind, type ListOrder, type OrgId } from '@cairn/contracts';
import type { ListPage, ListPlace } from '@cairn/ports';
import type { ListFilter } from '@cairn/domain';
import { sql, type SqlBool } from 'kysely';
import { filterCondition, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type Condition, type Dialect } from '../kit/dialect.ts';
import { indexStatuses } from './item-queries.ts';
import { rowColumns } from '../kit/item-rows.ts';
import { prepared } from '../kit/prepared.ts';

/** A place in a list, with the `seq` of its item. */
export type PlaceInOrder = ListPlace & { readonly seq: number };

/** The columns by which each list is sorted. An index has the same order, so that all pages cost the same. */
const orderByName = {
  newest: { columns: ['effective_at', 'seq'], direction: 'desc' },
  oldest: { columns: ['effective_at', 'seq'], direction: 'asc' },
  stored: { columns: ['seq'], direction: 'asc' },
} as const satisfies Record<ListOrder, { columns: readonly string[]; direction: 'asc' | 'desc' }>;

export const listQueries = ofDialect((dialect) => ({
  /** Finds the item at which a page begins, even if it was forgotten. */
  placed: prepared<{ orgId: OrgId; kind: ItemKind; id: ItemId }>()((place) =>
    dialect.queries
      .selectFrom('item')
      .select('seq')
      .where('id', '=', place('id'))
      .where('org_id', '=', place('orgId'))
      .where('kind', '=', place('kind')),
  ),
  page: (scope: ScopeFields, filter: ListFilter, page: ListPage, after: PlaceInOrder | undefined) =>
    pageQuery(dialect, [...matchConditions(dialect, scope, filter), ...conditionsAfterPlace(page.order, after)], page),
  counted: (scope: ScopeFields, filter: ListFilter, max: number) => {
    const some = dialect.queries
      .selectFrom('item')
      .select('seq')
      .where((eb) => eb.and(matchConditions(dialect, scope, filter)))
      .limit(max);
    return dialect.queries.selectFrom(some.as('some')).select((eb) => eb.fn.countAll<number>().as('number'));
  },
}));

const matchConditions = (dialect: Dialect, scope: ScopeFields, filter: ListFilter): Condition[] => [
  visibilityCondition(scope),
  filterCondition(dialect, filter),
  ...listConditions(dialect, scope, filter),
];

export function requirePlace(after: ListPlace, found: { readonly seq: number } | undefined): PlaceInOrder {
  if (found) return { ...after, seq: found.seq };
  const issue = { field: 'cursor', message: 'is not from this list', allowed: 'nextCursor of the page before' };
  throw new CairnError('request/invalid', 'The cursor is not from this list.', { issues: [issue] });
}

function pageQuery({ queries }: Dialect, conditions: readonly Condition[], { order, limit, skip = 0 }: ListPage) {
  const { columns, direction } = orderByName[order];
  const all = queries
    .selectFrom('item')
    .select(rowColumns)
    .select(indexStatuses)
    .where((eb) => eb.and([...conditions]))
    .limit(limit);
  const ordered = columns.reduce((query, column) => query.orderBy(`item.${column}`, direction), all);
  return skip > 0 ? ordered.offset(skip) : ordered;
}

/** The conditions that the domain's `matchesListFilter` has in addition to those of `matchesFilter`. */
function* listConditions(dialect: Dialect, { orgId }: ScopeFields, filter: ListFilter): Generator<Condition> {
  const { authors, source, externalId, speaker, validToMs } = filter;
  if (authors?.length) yield sql<SqlBool>`item.principal_id in (${sql.join(authors)})`;
  if (source !== undefined && externalId !== undefined)
    yield dialect.hasExternalId('item', { orgId: sql`${orgId}`, source: sql`${source}`, id: sql`${externalId}` });
  if (source !== undefined) yield sql<SqlBool>`item.source = ${source}`;
  if (speaker !== undefined) yield sql<SqlBool>`item.speaker = ${speaker}`;
  if (validToMs !== undefined) yield sql<SqlBool>`item.valid_to <= ${validToMs}`;
}

function* conditionsAfterPlace(order: ListOrder, after: PlaceInOrder | undefined): Generator<Condition> {
  if (!after) return;
  const { columns, direction } = orderByName[order];
  const values = columns.map((column) => (column === 'seq' ? after.seq : after.time));
  const [place, end] = [sql.join(columns.map((column) => sql.ref(`item.${column}`))), sql.join(values)];
  yield direction === 'asc' ? sql<SqlBool>`(${place}) > (${end})` : sql<SqlBool>`(${place}) < (${end})`;
}
