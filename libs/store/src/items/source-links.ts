import { limits, type ItemId, type ItemKind } from '@cairn/contracts';
import type { SourceLink } from '@cairn/ports';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { scopePlaces, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type Condition, type Dialect, type List } from '../kit/dialect.ts';
import type { NewItemRow } from '../kit/item-rows.ts';
import { prepared, type PlaceOf } from '../kit/prepared.ts';
import { ownIdIn } from './idempotency.ts';
import type { OriginTable } from '../kit/tables.ts';

interface SourceLinkQuery extends ScopeFields {
  readonly ids: List;
}

/** Makes a row for each source that a memory names. */
export function originsOf(row: NewItemRow): Selectable<OriginTable>[] {
  const { org_id, id: item_id, source, source_ids } = row;
  const refs = new Set<string>(JSON.parse(source_ids ?? '[]'));
  const is_summary = refs.size > limits.linkedSources.max ? 1 : 0;
  return [...refs].map((ref) => ({ org_id, item_id, source, ref, ref_id: ownIdIn(ref) ?? null, is_summary }));
}

/**
 * Builds joins from an item to the memories made from it and, for a memory, to its sources. A memory names its sources by
 * id or by external id; messages and notes have no sources.
 */
function sourceJoins({ each, hasExternalId }: Dialect, kind: ItemKind): RawBuilder<unknown>[] {
  const own = each('origin', sql`origin.item_id = item.id and origin.is_summary = 0`);
  const named = (by: Condition) => each('origin', sql`origin.org_id = item.org_id and origin.is_summary = 0 and ${by}`);
  const parent = (by: Condition) => sql`${own} ${each('item', by, 'linked')}`;
  const child = (by: Condition) => sql`${named(by)} ${each('item', sql`linked.id = origin.item_id`, 'linked')}`;
  const children = [
    child(sql`origin.ref_id = item.id`),
    child(sql`origin.ref = item.external_id and origin.source = item.source`),
  ];
  if (kind !== 'memory') return children;
  return [
    ...children,
    parent(sql`linked.id = origin.ref_id`),
    parent(hasExternalId('linked', { orgId: sql`origin.org_id`, source: sql`origin.source`, id: sql`origin.ref` })),
  ];
}

function sourceLinks(dialect: Dialect, kind: ItemKind, place: PlaceOf<SourceLinkQuery>) {
  const scope = scopePlaces(place);
  const each = sourceJoins(dialect, kind).map(
    (joins) => sql`select item.id as id, linked.id as "linkedId", linked.kind as "linkedKind"
      from ${dialect.wantedItems(place('ids'))} as item ${joins}
      where item.id = wanted.value and item.kind = ${sql.lit(kind)} and ${visibilityCondition(scope)} and ${visibilityCondition(scope, 'linked')}`,
  );
  return sql<{ id: string; linkedId: string; linkedKind: ItemKind }>`${sql.join(each, sql` union `)}`;
}

const sourceLinksOf = (dialect: Dialect, kind: ItemKind) =>
  prepared<SourceLinkQuery>()((place) => {
    const query = sourceLinks(dialect, kind, place);
    return { compile: () => query.compile(dialect.queries) };
  });

export const sourceLinkQueries = ofDialect((dialect) => ({
  message: sourceLinksOf(dialect, 'message'),
  memory: sourceLinksOf(dialect, 'memory'),
  note: sourceLinksOf(dialect, 'note'),
  insertOrigin: prepared<Selectable<OriginTable>>()((place) =>
    dialect.queries.insertInto('origin').values({
      org_id: place('org_id'),
      item_id: place('item_id'),
      source: place('source'),
      ref: place('ref'),
      ref_id: place('ref_id'),
      is_summary: place('is_summary'),
    }),
  ),
  forgetOrigins: prepared<{ ids: List }>()((place) =>
    dialect.queries.deleteFrom('origin').where(dialect.isAmong(sql.ref('item_id'), place('ids'))),
  ),
}));

export type SourceLinkRow = NonNullable<ReturnType<typeof sourceLinkQueries>['memory']['row']>;

export const sourceLinkOf = ({ id, linkedId, linkedKind }: SourceLinkRow): SourceLink => ({
  id: id as ItemId,
  linked: { kind: linkedKind, id: linkedId as ItemId },
});
