import { isDeepStrictEqual } from 'node:util';
import {
  CairnError,
  IMPORT_ID,
  IMPORT_KIND,
  type IndexState,
  type ItemId,
  type Receipt,
  type Visibility,
} from '@cairn/contracts';
import { isSeenByAll } from '@cairn/domain';
import type { Idempotency, NewItem } from '@cairn/ports';
import { rowOf, type Author, type ItemRow, type NewItemRow } from '../kit/item-rows.ts';

/** The columns of an existing item that decide how a repeated write is answered. */
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

/**
 * Throws `item/conflict` if the external id belongs to an item with other content and the same readers. `row` is the
 * complete existing row.
 */
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

/** Whether the new item has the same content as the existing one. */
export const isSentAgain = (present: Existing, { derived }: NewItem): boolean =>
  present.content_hash === derived.contentHash;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Returns an external id as an item id if it has the form of one; otherwise undefined. Such an id names an item of the
 * same kind and source that has no external id of its own.
 */
export function ownIdIn(externalId: string | null | undefined): ItemId | undefined {
  const id = externalId?.toLowerCase();
  return id !== undefined && UUID.test(id) ? (id as ItemId) : undefined;
}

const sameColumns = [
  ...(['channel', 'source', 'content', 'role', 'speaker', 'subchannel', 'session_key', 'project'] as const),
  ...(['title', 'store', 'category', 'confidence', 'valence', 'arousal', 'valid_from', 'valid_to'] as const),
  ...(['subject', 'attribute', 'tags', 'source_ids', 'decides', 'value'] as const),
];

/** The columns from which norms are compiled. */
export const normColumns = ['action_triggers', 'forbids', 'instead'] as const;

/**
 * Whether the new item would be stored exactly as the existing row is; the two requests may still differ, such as by an
 * explicit default. With `whateverNorms`, the two may state other norms, too.
 */
export function isStoredAs(
  row: ItemRow | undefined,
  fresh: NewItemRow,
  { whateverNorms = false }: { readonly whateverNorms?: boolean } = {},
): boolean {
  const columns = whateverNorms ? sameColumns : [...sameColumns, ...normColumns];
  if (!row || columns.some((column) => row[column] !== fresh[column])) return false;
  const time = fresh.timestamp === 0 ? row.timestamp : row.effective_at;
  return (
    time === fresh.timestamp &&
    audienceOf(row.visibility) === audienceOf(fresh.visibility) &&
    isDeepStrictEqual(originOf(row), originOf(fresh))
  );
}

/** Returns the provenance of an item without the id of its import, so that repeating an import adds nothing. */
function originOf({ provenance }: Pick<ItemRow, 'provenance'>) {
  const { [IMPORT_ID]: _, [IMPORT_KIND]: __, ...origin } = JSON.parse(provenance) as Record<string, unknown>;
  return origin;
}

/** Maps every visibility that means the whole organisation to `org`. */
const audienceOf = (visibility: Visibility) => (isSeenByAll(visibility) ? 'org' : visibility);

/**
 * The key and the audience within which memories are merged: memories with equal keys but other audiences stay separate.
 */
export interface MergePlace {
  readonly mergeKey: string;
  readonly visibility: NewItem['visibility'];
  /** The channel of the memory; '' if there is none. */
  readonly channel: string;
  /** The id of the principal who wrote a private memory; '' for other memories. */
  readonly owner: string;
}

/**
 * Computes the key and audience under which a new item is merged; undefined for an item that has an external id or no merge
 * key.
 */
export function mergePlaceOf({ kind, input, visibility, derived }: NewItem, author: Author): MergePlace | undefined {
  if (kind !== 'memory' || input.externalId !== undefined || derived.mergeKey === undefined) return undefined;
  const owner = visibility === 'private' ? author.principalId : '';
  return { mergeKey: derived.mergeKey, visibility, channel: input.channel ?? '', owner };
}

/** Adds conflicting memories to a receipt, if there are any. */
export const withConflicts = (receipt: Receipt, conflicts: Receipt['conflicts']): Receipt =>
  conflicts ? { ...receipt, conflicts } : receipt;

/** Makes the receipt for an item that exists already. */
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

/**
 * Returns the stored answer to an idempotency key; throws `idempotency/mismatch` if the key was used for another request.
 */
export function firstAnswer(
  found: { readonly request_hash: string; readonly receipts: string },
  { key, requestHash }: Idempotency,
): Receipt[] {
  if (found.request_hash === requestHash) return JSON.parse(found.receipts) as Receipt[];
  throw new CairnError('idempotency/mismatch', 'This Idempotency-Key was used before with another body.', {
    issues: [{ field: 'Idempotency-Key', message: 'was used before with another body', value: key }],
  });
}
