import type { OrgId, PrincipalId } from '@cairn/contracts';
import { readIdentifiers } from '@cairn/text';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isOfImport, visibilityCondition, type ScopeFields } from '../kit/conditions.ts';
import type { Dialect } from '../kit/dialect.ts';
import type { ItemRow } from '../kit/item-rows.ts';
import type { ReadTransaction } from '../kit/transaction.ts';
import type { Plan, Selection } from './forgetting.rules.ts';
import { namesInTexts } from './named-items.ts';
import { agedItemsQuery } from './retention-items.ts';

export const SELECTED_AT_ONCE = 10_000;
/** Number of items that are listed at once, without their texts. */
const LISTED_AT_ONCE = 500;

const seqOf = sql<number>`item.seq`.as('seq');
const bytesOfTexts = sql<number>`octet_length(coalesce(item.title, '')) + octet_length(coalesce(item.content, ''))`.as(
  'bytes',
);
const namedColumns = [
  'item.id',
  'item.kind',
  'item.principal_id',
  'item.version',
  'item.source',
  'item.external_id',
  'item.source_ids',
] as const;

export type SelectedRow = Pick<
  ItemRow,
  'seq' | 'id' | 'kind' | 'principal_id' | 'version' | 'source' | 'external_id' | 'source_ids'
> & {
  /** Whether the item only names a longer code that begins with the identifier of the selection. */
  readonly isBeginning?: boolean;
};

/** Selects the items that the scope sees and that match the selectors. */
function matchingItems(dialect: Dialect, scope: ScopeFields, selection: Selection) {
  const { ids, sessionKey, speaker, source, externalId, importId, channel, since, contains, tags } = selection;
  let query = seenItems(dialect, scope);
  if (ids !== undefined) query = query.where('item.id', 'in', ids);
  if (sessionKey !== undefined) query = query.where('item.session_key', '=', sessionKey);
  if (speaker !== undefined) query = query.where('item.speaker', '=', speaker);
  if (source !== undefined) query = query.where('item.source', '=', source);
  if (externalId !== undefined) query = query.where('item.external_id', '=', externalId);
  if (importId !== undefined) query = query.where(isOfImport(importId));
  if (channel !== undefined) query = query.where(isOfChannel(channel));
  if (since !== undefined) query = query.where('item.effective_at', '>=', since);
  if (contains !== undefined) query = query.where(mentionsText(dialect, contains));
  if (tags !== undefined) query = query.where(dialect.holds(sql.ref('item.tags'), [...new Set(tags)], 'all'));
  return query;
}

/** Matches items of a channel. A document is of the channel of its knowledge base. */
const isOfChannel = (channel: string) =>
  sql<SqlBool>`(item.channel = ${channel} or item.knowledge_base in (select cast(id as text) from knowledge_base
    where knowledge_base.org_id = item.org_id and scope = ${channel}))`;

/** Matches items whose title or content contains the text, now or in a former version. */
function mentionsText({ jsonField, containsText }: Dialect, text: string) {
  const isIn = (columns: readonly RawBuilder<unknown>[]) =>
    sql.join(
      columns.map((column) => containsText(column, text)),
      sql` or `,
    );
  const former = ['title', 'content'].map((name) => jsonField(sql.ref('revision.former'), name));
  return sql<SqlBool>`(${isIn([sql.ref('item.title'), sql.ref('item.content')])} or exists (select 1 from revision
    where revision.org_id = item.org_id and revision.item_id = item.id and (${isIn(former)})))`;
}

interface PageQuery {
  readonly orgId: OrgId;
  readonly plan: Plan;
  /** The position after which the page begins, in the order of arrival. */
  readonly after: number;
}

/**
 * Selects a page of the items of one part of a plan. Each rule of retention is a part; any other plan has one part, its
 * whole selection.
 */
export async function selectItems(
  tx: ReadTransaction,
  { plan, part, after }: PageQuery & { readonly part: number },
): Promise<SelectedRow[]> {
  const items = selectionColumnsOf(tx.dialect, plan)[part]!;
  const { identifier } = plan.selection;
  if (identifier === undefined) return tx.all(selectedAfter(items, after));
  return selectNamed(tx, { items, identifier, after, orgId: plan.scope.orgId });
}

interface NamedQuery {
  readonly items: ReturnType<typeof privateItems>;
  readonly identifier: string;
  readonly after: number;
  readonly orgId: string;
}

/** Selects a page of the items that name an identifier; reads their texts, since no condition of SQL knows its forms. */
async function selectNamed(
  tx: ReadTransaction,
  { items, identifier, after, orgId }: NamedQuery,
): Promise<SelectedRow[]> {
  const naming = readIdentifiers(identifier);
  const named: SelectedRow[] = [];
  if (!naming) return named;
  for (let from = after; ;) {
    const listed = items.select(bytesOfTexts).where('item.seq', '>', from);
    const page = await tx.all(listed.select(seqOf).select(namedColumns).orderBy('item.seq').limit(LISTED_AT_ONCE));
    named.push(...(await namesInTexts(tx, { naming, orgId }, page)));
    if (page.length < LISTED_AT_ONCE || named.length >= SELECTED_AT_ONCE) return named;
    from = Number(page.at(-1)!.seq);
  }
}

function selectionColumnsOf(dialect: Dialect, plan: Plan) {
  const { scope, selection, ageings, leavers } = plan;
  return ageings || leavers ? plannedItems(dialect, plan) : [matchingItems(dialect, scope, selection)];
}

/** Selects the page after `after`, a position in the order of arrival. */
const selectedAfter = (items: ReturnType<typeof privateItems>, after: number) =>
  items.select(seqOf).select(namedColumns).where('item.seq', '>', after).orderBy('item.seq').limit(SELECTED_AT_ONCE);

/** Selects the private messages and memories of principals. */
export const privateItems = (
  { queries }: Pick<Dialect, 'queries'>,
  orgId: OrgId,
  principalIds: readonly PrincipalId[],
) =>
  queries
    .selectFrom('item')
    .where('item.org_id', '=', orgId)
    .where('item.principal_id', 'in', principalIds)
    .where('item.visibility', '=', 'private')
    .where('item.kind', 'in', ['message', 'memory'])
    .where('item.state', '<>', 'deleted');

/** Selects a page of memories that name sources. */
export const selectDerived = (tx: ReadTransaction, { plan, after }: PageQuery): Promise<SelectedRow[]> => {
  const memories = seenItems(tx.dialect, plan.scope).where('item.kind', '=', 'memory');
  return tx.all(selectedAfter(memories.where('item.source_ids', '<>', '[]'), after));
};

/** Kinds of items that a selection forgets. Sections of notes are forgotten together with their note. */
const OWN_KINDS = ['message', 'memory'] as const;

const seenItems = ({ queries }: Dialect, scope: ScopeFields) =>
  queries.selectFrom('item').where(visibilityCondition(scope)).where('item.kind', 'in', OWN_KINDS);

/** Makes queries for the items that a plan may forget; the caller limits them to given ids. */
export function plannedItems(dialect: Dialect, { scope, ageings, leavers }: Plan) {
  if (leavers) return [privateItems(dialect, scope.orgId, leavers)];
  if (ageings) return ageings.map((ageing) => agedItemsQuery(dialect, scope.orgId, ageing));
  return [dialect.queries.selectFrom('item').where(visibilityCondition(scope))];
}
