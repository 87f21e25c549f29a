import { effectiveTime, type Item, type ItemId, type ItemKind, type OrgId } from '@cairn/contracts';
import { encodeTerms, groupOf, wordDocument } from '@cairn/text';
import { EVERY_ITEM, wordFields } from './index-body.ts';
import { readerOf } from './conditions.ts';

export interface Pointer {
  readonly orgId: OrgId;
  readonly kind: ItemKind;
  readonly id: ItemId;
}

/** What the index holds at one version. */
export interface Document {
  readonly pointer: Pointer;
  /** Twice the item's version, and one more for its removal: the removal at a version stands above the item at it. */
  readonly externalVersion: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** An item as the index holds it; a deleted one is its removal. */
export function documentOf(item: Item): Document {
  const pointer = { orgId: item.orgId, kind: item.kind, id: item.id };
  if (item.state === 'deleted') return removalOf(pointer, item.version, Date.now());
  return { pointer, externalVersion: 2 * item.version, body: { ...wordsOf(item), ...filteredBy(item) } };
}

/**
 * What stays of a removed item, so that no older version comes back. It has no kind, and is found by no search. `removedAt`
 * is epoch ms.
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

function wordsOf(item: Item) {
  const { terms, parts } = wordDocument(item);
  const fields = wordFields[item.kind];
  return {
    [fields.terms]: encodeTerms(terms),
    [fields.parts]: `${EVERY_ITEM} ${encodeTerms(parts)}`,
    [fields.words]: encodeTerms([...new Set([...terms, ...parts])]),
    length: terms.length,
  };
}

function filteredBy(item: Item) {
  const ofKind =
    item.kind === 'memory'
      ? { store: item.store, category: item.category, tags: item.tags }
      : { subchannel: item.subchannel };
  return {
    org: item.orgId,
    kind: item.kind,
    id: item.id,
    reader: readerOf(item),
    channel: item.channel,
    group: groupOf(item),
    state: item.state,
    time: effectiveTime(item),
    ...ofKind,
  };
}
