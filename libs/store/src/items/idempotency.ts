import { isDeepStrictEqual } from 'node:util';
import { CairnError, type IndexState, type ItemId, type Receipt, type Visibility } from '@cairn/contracts';
import { isSeenByAll } from '@cairn/domain';
import type { Idempotency, NewItem } from '@cairn/ports';
import { rowOf, type Author, type ItemRow, type NewItemRow } from '../kit/item-rows.ts';

/** The columns of an existing item that decide about a repeated write. */
export const existingColumns = [
  'id',
  'kind',
  'version',
  'state',
  'content_hash',
  'visibility',
  'principal_id',
] as const;
export type Existing = Pick<ItemRow, (typeof existingColumns)[number]>;

/** Throws `item/conflict` when the same readers know the external id with other content. `row` is the complete existing row. */
export function requireSame(
  present: Existing,
  item: NewItem,
  { author, row }: { readonly author: Author; readonly row: () => ItemRow | undefined },
): void {
  if (isSentAgain(present, item) || isStoredAs(row(), rowOf(item, author, 0, null))) return;
  throw new CairnError('item/conflict', 'The external id is taken by an item with other content.', {
    issues: [{ field: 'externalId', message: 'is taken by an item with other content', value: item.input.externalId }],
  });
}

/** Whether the same content was sent before. */
export const isSentAgain = (present: Existing, { derived }: NewItem): boolean =>
  present.content_hash === derived.contentHash;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The item that an external id names when it is an id given by the store: one of the same kind and source without an external id. */
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

/** Whether a new item would be stored exactly as the existing one: requests may differ, such as by an explicit default. */
function isStoredAs(row: ItemRow | undefined, fresh: NewItemRow): boolean {
  if (!row || sameColumns.some((column) => row[column] !== fresh[column])) return false;
  const time = fresh.timestamp === 0 ? row.timestamp : row.effective_at;
  return (
    time === fresh.timestamp &&
    audienceOf(row.visibility) === audienceOf(fresh.visibility) &&
    isDeepStrictEqual(JSON.parse(row.provenance), JSON.parse(fresh.provenance))
  );
}

/** Maps the visibilities that mean everyone of the organisation to one word. */
const audienceOf = (visibility: Visibility) => (isSeenByAll(visibility) ? 'org' : visibility);

/** The key and audience within which memories are merged: equal keys in other audiences are different memories. */
export interface MergePlace {
  readonly mergeKey: string;
  readonly visibility: NewItem['visibility'];
  /** The channel; '' for none. */
  readonly channel: string;
  /** The writer of a private memory, else ''. */
  readonly owner: string;
}

/** The place where an item would be merged; undefined when it has an external id or no merge key. */
export function mergePlaceOf({ kind, input, visibility, derived }: NewItem, author: Author): MergePlace | undefined {
  if (kind !== 'memory' || input.externalId !== undefined || derived.mergeKey === undefined) return undefined;
  const owner = visibility === 'private' ? author.principalId : '';
  return { mergeKey: derived.mergeKey, visibility, channel: input.channel ?? '', owner };
}

/** A receipt with the conflicting memories, if there are any. */
export const withConflicts = (receipt: Receipt, conflicts: Receipt['conflicts']): Receipt =>
  conflicts ? { ...receipt, conflicts } : receipt;

/** The receipt for an item that exists already. */
export const receiptOfExisting = (
  { id, kind, version, state }: Pick<Existing, 'id' | 'kind' | 'version' | 'state'>,
  index: IndexState,
): Receipt => ({
  kind,
  id,
  version,
  state,
  created: false,
  index,
});

/** The first answer to an idempotency key; throws `idempotency/mismatch` for another request. */
export function firstAnswer(
  found: { readonly request_hash: string; readonly receipts: string },
  { key, requestHash }: Idempotency,
): Receipt[] {
  if (found.request_hash === requestHash) return JSON.parse(found.receipts) as Receipt[];
  throw new CairnError('idempotency/mismatch', 'This Idempotency-Key was used before with another body.', {
    issues: [{ field: 'Idempotency-Key', message: 'was used before with another body', value: key }],
  });
}
