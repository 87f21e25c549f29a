import type { ItemId, Memory, OrgId } from '@cairn/contracts';
import { demoFilterFor, isValidAt, type Filter } from '@cairn/domain';
import { memoryLinkOf } from '@cairn/text';
import { sql } from 'kysely';
import { MAX as LAST_ID } from 'uuid';
import { fieldsOf, filterCondition, scopePlaces, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import { ofDialect, type List } from '../kit/dialect.ts';
import { declarationOf, declaredQueries } from '../graph/declaring.ts';
import { itemQueries, distinctIds } from '../items/item-queries.ts';
import { itemOf } from '../kit/item-rows.ts';
import { prepared, statementOf } from '../kit/prepared.ts';
import { column, defineTable, type RowOf } from '../kit/ddl.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { isAwaitingConfirmation } from './rulings.ts';

type LinkKind = 'restates' | 'contradicts';

/** Two memories that restate or contradict each other; `newer` was stored later. */
interface LinkedPair {
  readonly kind: LinkKind;
  readonly newer: Memory;
  readonly older: Memory;
}

/** A link from a memory (`id`) to another one. */
export interface Link {
  readonly id: ItemId;
  readonly other: ItemId;
  readonly kind: LinkKind;
}

/**
 * A link between two memories with equal or contradicting content. Ids rise with time, so the greater id belongs to the
 * newer memory.
 */
const memoryLink = defineTable({
  name: 'memory_link',
  columns: {
    org_id: column.id(),
    newer_id: column.id(),
    older_id: column.id(),
    kind: column.text<LinkKind>(),
  },
  key: ['org_id', 'newer_id', 'older_id'],
  itemColumns: ['newer_id', 'older_id'],
  indexes: { memory_link_by_older: '(org_id, older_id, kind)' },
  appMay: 'select, insert, delete',
  moves: true,
});

declare module '../kit/tables.ts' {
  interface Tables {
    memory_link: RowOf<typeof memoryLink>;
  }
}

type End = 'newer_id' | 'older_id';

const linkEnds = [
  ['newer_id', 'older_id'],
  ['older_id', 'newer_id'],
] as const satisfies readonly (readonly [End, End])[];

/** Pairs for people are of active memories, and of no samples. */
const listed: Filter = { kind: 'memory', ...demoFilterFor(undefined) };

const queriesOf = ofDialect((dialect) => ({
  keep: prepared<RowOf<typeof memoryLink>>()((place) =>
    dialect.queries.insertInto('memory_link').values({
      org_id: place('org_id'),
      newer_id: place('newer_id'),
      older_id: place('older_id'),
      kind: place('kind'),
    }),
  ),
  forget: linkEnds.map(([end]) =>
    prepared<{ orgId: string; id: string }>()((place) =>
      dialect.queries.deleteFrom('memory_link').where('org_id', '=', place('orgId')).where(end, '=', place('id')),
    ),
  ),
  of: linkEnds.map(([from, to]) =>
    statementOf<ScopeFields & { ids: List }>(dialect)((place) => {
      const scope = scopePlaces(place);
      return sql<{
        id: string;
        other: string;
        kind: LinkKind;
        writer: string;
        by: string;
        valid_from: number | null;
        valid_to: number | null;
        is_unread: number;
      }>`select item.id as id, linked.id as other, link.kind as kind, item.principal_id as writer, linked.principal_id as "by",
          linked.valid_from as valid_from, linked.valid_to as valid_to,
          case when ${isAwaitingConfirmation('linked')} and not ${isAwaitingConfirmation()} then 1 else 0 end as is_unread
        from ${dialect.wantedItems(place('ids'))} as item
        ${dialect.each('memory_link', sql`link.org_id = item.org_id and ${sql.ref(`link.${from}`)} = item.id`, 'link')}
        ${dialect.each('item', sql`linked.id = ${sql.ref(`link.${to}`)} and linked.org_id = item.org_id`, 'linked')}
        where item.id = wanted.value and item.state = 'active' and linked.state = 'active'
          and ${visibilityCondition(scope)} and ${visibilityCondition(scope, 'linked')}`;
    }),
  ),
  page: statementOf<ScopeFields & { kind: string; newer: string; older: string; limit: number }>(dialect)((place) => {
    const scope = scopePlaces(place);
    return sql<RowOf<typeof memoryLink>>`select link.org_id, link.newer_id, link.older_id, link.kind
      from memory_link as link
      join item on item.id = link.newer_id and item.org_id = link.org_id
      join item as linked on linked.id = link.older_id and linked.org_id = link.org_id
      where link.org_id = ${place('orgId')} and (link.kind = ${place('kind')} or ${place('kind')} = '')
        and (link.newer_id < ${place('newer')} or (link.newer_id = ${place('newer')} and link.older_id < ${place('older')}))
        and ${filterCondition(dialect, listed)} and ${filterCondition(dialect, listed, 'linked')} and ${visibilityCondition(scope)} and ${visibilityCondition(scope, 'linked')}
      order by link.newer_id desc, link.older_id desc limit ${place('limit')}`;
  }),
}));

interface RelinkCommand {
  readonly orgId: OrgId;
  readonly id: ItemId;
  readonly candidates: readonly ItemId[];
}

/**
 * Replaces the links of a memory: links it to those candidates that it restates or contradicts. Updates of one
 * organisation run one after another, so that the later of two concurrent updates sees the memories of both.
 */
async function relinkMemory(tx: Transaction, { orgId, id, candidates }: RelinkCommand): Promise<void> {
  const { ofOrganisation } = itemQueries(tx.dialect);
  const ids = distinctIds(tx.dialect, [id, ...candidates]);
  const { forget, keep } = queriesOf(tx.dialect);
  const [, rows, relations] = await Promise.all([
    tx.lock({ what: 'organisation', orgId, key: 'links' }),
    tx.all(ofOrganisation, { orgId, ids }),
    givenRelations(tx, { orgId, ids }),
    ...forget.map((one) => tx.run(one, { orgId, id })),
  ]);
  const active = rows
    .filter(({ state, kind }) => state === 'active' && kind === 'memory')
    .map((row) => ({ ...(itemOf(row) as Memory), relations: relations.get(row.id) ?? [] }));
  const own = active.find((memory) => memory.id === id);
  for (const other of own ? active : []) {
    const kind = memoryLinkOf(own!, other);
    if (!kind) continue;
    const [newer_id, older_id] = id > other.id ? [id, other.id] : [other.id, id];
    await tx.run(keep, { org_id: orgId, newer_id, older_id, kind });
  }
}

/** Maps the id of each memory to the relations that its writer declared. */
async function givenRelations(tx: ReadTransaction, values: { orgId: OrgId; ids: List }) {
  const rows = await tx.all(declaredQueries(tx.dialect).ofItems, values);
  const given = rows.flatMap((row) => {
    const declaration = declarationOf(row);
    return 'relation' in declaration ? [{ id: row.item_id, relation: declaration.relation }] : [];
  });
  return new Map(
    [...Map.groupBy(given, ({ id }) => id)].map(([id, some]) => [id, some.map(({ relation }) => relation)] as const),
  );
}

/** Reads the links of these memories. */
async function linksOf(
  tx: ReadTransaction,
  { scope, ids }: { readonly scope: ScopeFields; readonly ids: readonly ItemId[] },
): Promise<Link[]> {
  const found = await linksOfEitherEnd(tx, { ...fieldsOf(scope), ids: distinctIds(tx.dialect, ids) });
  return found.map(({ id, other, kind }) => ({ id: id as ItemId, other: other as ItemId, kind }));
}

const linksOfEitherEnd = async (tx: ReadTransaction, values: ScopeFields & { ids: List }) =>
  (await Promise.all(queriesOf(tx.dialect).of.map((query) => tx.all(query, values)))).flat();

/**
 * Selects links to memories that are valid at the time `at`, with the writers of both linked memories. Leaves out
 * contradictions by a memory that alone awaits confirmation: an import disputes nothing that somebody here stands for.
 */
export const linkedAt = async (tx: ReadTransaction, values: ScopeFields & { ids: List }, at: number) =>
  (await linksOfEitherEnd(tx, values)).filter(
    ({ kind, is_unread, valid_from: validFrom, valid_to: validTo }) =>
      isValidAt({ validFrom, validTo }, at) && !(kind === 'contradicts' && is_unread === 1),
  );

interface PageQuery {
  readonly scope: ScopeFields;
  readonly kind?: LinkKind | undefined;
  readonly limit: number;
  readonly after?: readonly [newer: ItemId, older: ItemId] | undefined;
}

/**
 * Lists links, those of the newest memory first. If `after` is given, lists only the links that come after that pair of
 * memories.
 */
async function listLinks(tx: ReadTransaction, { scope, kind, limit, after }: PageQuery): Promise<LinkedPair[]> {
  const [newer, older] = after ?? [LAST_ID, LAST_ID];
  const rows = await tx.all(queriesOf(tx.dialect).page, {
    ...fieldsOf(scope),
    ...{ kind: kind ?? '', newer, older, limit },
  });
  const ids = distinctIds(tx.dialect, rows.flatMap((row) => [row.newer_id, row.older_id]) as ItemId[]);
  const { visibleItems } = itemQueries(tx.dialect);
  const items = await tx.all(visibleItems, { ...fieldsOf(scope), kind: 'memory', ids });
  const byId = new Map(items.map((row) => [row.id, itemOf(row) as Memory]));
  return rows.flatMap((row) => {
    const [one, other] = [byId.get(row.newer_id), byId.get(row.older_id)];
    return one && other ? [{ kind: row.kind, newer: one, older: other }] : [];
  });
}

/**
 * Links between active memories that restate or contradict each other (`memoryLinkOf` is the rule). They are updated after
 * each commit of a memory, and never cause a merge. A reader sees a link if both memories are active and visible to the
 * reader.
 */
export const links = feature('links', {
  tables: [memoryLink],
  reads: { of: linksOf, list: listLinks },
  writes: { relink: relinkMemory },
  repeatable: ['relink'],
});
export type Links = CallsOf<typeof links>;
