import type { Item, ItemId, ItemKind, OrgId } from '@cairn/contracts';
import { filteredFieldsOf, type FilteredFields } from '../generations/filtered-fields.ts';

/** Item in the vector index, with its filter fields and its vectors. */
export interface VectorEntry extends FilteredFields {
  readonly orgId: OrgId;
  readonly kind: ItemKind;
  readonly id: ItemId;
  readonly version: number;
  /** Vectors of the item's chunks, as `packVectors` returns them. */
  readonly vectors: Uint8Array;
}

export interface VectorRemoval {
  readonly orgId: OrgId;
  readonly kind: ItemKind;
  readonly id: ItemId;
  readonly version: number;
  /** Epoch ms. */
  readonly removedAt: number;
}

export function entryOf(item: Item, vectors: Uint8Array): VectorEntry {
  const { orgId, kind, id, version } = item;
  return { orgId, kind, id, version, ...filteredFieldsOf(item), vectors };
}
