import { isDeepStrictEqual } from 'node:util';
import { CairnError, isSeenByAll, type IndexState, type ItemId, type Receipt, type Visibility } from '@cairn/contracts';
import type { Idempotency, NewItem } from '@cairn/ports';
import { rowOf, type Author, type ItemRow, type NewItemRow } from './item-rows.ts';

/** What is looked at of an item that is there already. */
export const presentColumns = ['id', 'kind', 'version', 'state', 'content_hash', 'visibility', 'principal_id'] as const;
export type Standing = Pick<ItemRow, (typeof presentColumns)[number]>;

/** An external id that the same readers know for other content is `item/conflict`. `row` is the whole of what is there. */
export function requireSame(
  present: Standing,
  item: NewItem,
  { author, row }: { readonly author: Author; readonly row: () => ItemRow | undefined },
): void {
  if (isSentAgain(present, item) || isStoredAs(row(), rowOf(item, author, 0, null))) return;
  throw new CairnError('item/conflict', 'The external id is taken by an item with other content.', {
    issues: [{ field: 'externalId', message: 'is taken by an item with other content', value: item.input.externalId }],
  });
}

/** Whether the very same was sent before. */
export const isSentAgain = (present: Standing, { derived }: NewItem): boolean =>
  present.content_hash === derived.contentHash;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The item that an external id names if it is an id that the store gave: one of the same kind and source that has no other. */
export function ownIdIn(externalId: string | null | undefined): ItemId | undefined {
  const id = externalId?.toLowerCase();
  return id !== undefined && UUID.test(id) ? (id as ItemId) : undefined;
}

const sameColumns = [
  ...(['channel', 'source', 'content', 'role', 'speaker', 'subchannel', 'session_key'] as const),
  ...(['title', 'store', 'category', 'confidence', 'valence', 'arousal', 'valid_from', 'valid_to'] as const),
  ...(['subject', 'attribute', 'tags', 'source_ids', 'action_triggers'] as const),
  ...(['forbids', 'instead', 'decides', 'value'] as const),
];

/** Whether an item would stand as one that is there does: the same in other words, such as a default said out loud. */
function isStoredAs(row: ItemRow | undefined, fresh: NewItemRow): boolean {
  if (!row || sameColumns.some((column) => row[column] !== fresh[column])) return false;
  const time = fresh.timestamp === 0 ? row.timestamp : row.effective_at;
  return (
    time === fresh.timestamp &&
    audienceOf(row.visibility) === audienceOf(fresh.visibility) &&
    isDeepStrictEqual(JSON.parse(row.provenance), JSON.parse(fresh.provenance))
  );
}

/** Three words for one audience: everyone of the organisation. */
const audienceOf = (visibility: Visibility) => (isSeenByAll(visibility) ? 'org' : visibility);

/** Merging looks only where the writer's own item would stand: equal keys of other audiences are other memories. */
export interface MergePlace {
  readonly mergeKey: string;
  readonly visibility: NewItem['visibility'];
  /** '' is none. */
  readonly channel: string;
  /** The writer of a private memory, else ''. */
  readonly owner: string;
}

/** Where an item would be merged; nowhere if it has an external id, or no merge key. */
export function mergePlaceOf({ kind, input, visibility, derived }: NewItem, author: Author): MergePlace | undefined {
  if (kind !== 'memory' || input.externalId !== undefined || derived.mergeKey === undefined) return undefined;
  const owner = visibility === 'private' ? author.principalId : '';
  return { mergeKey: derived.mergeKey, visibility, channel: input.channel ?? '', owner };
}

/** A receipt that names what says the same of something else, if anything does. */
export const withConflicts = (receipt: Receipt, conflicts: Receipt['conflicts']): Receipt =>
  conflicts ? { ...receipt, conflicts } : receipt;

/** The answer to sending again what is there. */
export const receiptOfPresent = (
  { id, kind, version, state }: Pick<Standing, 'id' | 'kind' | 'version' | 'state'>,
  index: IndexState,
): Receipt => ({
  kind,
  id,
  version,
  state,
  created: false,
  index,
});

/** The first answer to an idempotency key; with another request it is `idempotency/mismatch`. */
export function firstAnswer(
  found: { readonly request_hash: string; readonly receipts: string },
  { key, requestHash }: Idempotency,
): Receipt[] {
  if (found.request_hash === requestHash) return JSON.parse(found.receipts) as Receipt[];
  throw new CairnError('idempotency/mismatch', 'This Idempotency-Key was used before with another body.', {
    issues: [{ field: 'Idempotency-Key', message: 'was used before with another body', value: key }],
  });
}
