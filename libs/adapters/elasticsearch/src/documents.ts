import type { Item, ItemId, ItemKind, OrgId } from '@cairn/contracts';
import { EVERYONE, filterFieldsOf, effectiveFrom } from '@cairn/domain';
import { analyserOf, encodeTerms, groupOf } from '@cairn/text';
import { EVERY_ITEM_TOKEN, wordFields } from './index-body.ts';

export interface Pointer {
  readonly orgId: OrgId;
  readonly kind: ItemKind;
  readonly id: ItemId;
}

/** A document of the index, at one version. */
export interface Document {
  readonly pointer: Pointer;
  /**
   * Twice the item's version, plus one for a removal. The removal of an item at a version therefore replaces the item
   * at the same version.
   */
  readonly externalVersion: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Builds the document of an item for an index with this analyser. For a deleted item, builds the document of its removal. */
export function documentOf(item: Item, analyser: string): Document {
  const pointer = { orgId: item.orgId, kind: item.kind, id: item.id };
  if (item.state === 'deleted') return removalOf(pointer, item.version, Date.now());
  return {
    pointer,
    externalVersion: 2 * item.version,
    body: { ...wordsOf(item, analyser), ...filterFields(item) },
  };
}

/**
 * Builds the document that replaces a removed item, so that no older version is indexed again. The document has no kind, so no
 * search finds it. `removedAt` is epoch ms.
 */
export const removalOf = (pointer: Pointer, version: number, removedAt: number): Document => ({
  pointer,
  externalVersion: 2 * version + 1,
  body: { org: pointer.orgId, id: pointer.id, removed: removedAt },
});

export const itemVersionOf = (externalVersion: number): { version: number; isRemoved: boolean } => ({
  version: Math.floor(externalVersion / 2),
  isRemoved: externalVersion % 2 === 1,
});

export const documentId = ({ orgId, kind, id }: Pointer): string => `${orgId}/${kind}/${id}`;

export function pointerFrom(documentId: string): Pointer {
  const [orgId, kind, id] = documentId.split('/') as [OrgId, ItemKind, ItemId];
  return { orgId, kind, id };
}

function wordsOf(item: Item, analyser: string) {
  const { terms, parts } = analyserOf(analyser).document(item);
  const fields = wordFields[item.kind];
  return {
    [fields.terms]: encodeTerms(terms),
    [fields.parts]: `${EVERY_ITEM_TOKEN} ${encodeTerms(parts)}`,
    [fields.words]: encodeTerms([...new Set([...terms, ...parts])]),
    length: terms.length,
  };
}

function filterFields(item: Item) {
  const { effectiveAt, sessionKey: _, ...fields } = filterFieldsOf(item);
  return {
    ...{ org: item.orgId, kind: item.kind, id: item.id, group: groupOf(item), time: effectiveAt },
    ...(fields.reader !== EVERYONE && { closed: true }),
    heldFrom: effectiveFrom(item),
    ...fields,
  };
}
