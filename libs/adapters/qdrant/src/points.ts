import { effectiveTime, heldFrom, readerOf, type Item } from '@cairn/contracts';
import { filteredBy, type Pointer } from '@cairn/ports';
import type { Schemas } from '@qdrant/js-client-rest';
import { v5 as uuidv5 } from 'uuid';
import { VECTOR } from './collection-shape.ts';
import { any, is } from './conditions.ts';

/** An item as the collection shall hold it, or its removal. */
export interface Entry extends Pointer {
  readonly version: number;
  readonly isRemoved: boolean;
  readonly chunks: readonly Float32Array[];
  /** What filters ask about, beside the pointer. A field that is absent is null. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The first point of an item, which is always there: it says which version the collection holds and how many chunks. */
export interface Head extends Pointer {
  readonly version: number;
  readonly isRemoved: boolean;
  readonly chunks: number;
}

/** As a collection of this layout holds it. */
export function entryOf(item: Item, chunks: readonly Float32Array[], layout: number): Entry {
  const { orgId, kind, id, version } = item;
  return { orgId, kind, id, version, isRemoved: false, chunks, fields: payloadFieldsOf(item, layout) };
}

/** `removedAt` is epoch ms. */
export const removalOf = (pointer: Pointer, version: number, removedAt: number): Entry => ({
  ...pointer,
  version,
  isRemoved: true,
  chunks: [],
  fields: { state: 'deleted', removedAt },
});

function payloadFieldsOf(item: Item, layout: number): Entry['fields'] {
  return {
    ...(layout > 1 ? since2(item) : { principal: item.principalId, visibility: item.visibility }),
    ...(item.channel !== null && { channel: item.channel }),
    state: item.state,
    effectiveAt: effectiveTime(item),
    ...fieldsOfKind(item),
  };
}

const since2 = (item: Item) => ({
  reader: readerOf(item),
  heldFrom: heldFrom(item),
  ...(item.activeTo !== null && { activeTo: item.activeTo }),
});

/** In layout 1 too, where nothing asks for what it does not index. */
function fieldsOfKind(item: Item): Entry['fields'] {
  const { tags, ...names } = filteredBy(item);
  const known = Object.entries(names).filter(([, name]) => name !== null);
  return { ...Object.fromEntries(known), ...(item.kind !== 'message' && { tags }) };
}

/** One point a chunk; an item without chunks, or a removal, is one point without a vector. */
export function pointsOf(entry: Entry): Schemas['PointStruct'][] {
  const { orgId, kind, id, version, chunks, fields } = entry;
  const payload = { orgId, kind, item: id, version, chunks: chunks.length, ...fields };
  const vectors = chunks.length ? chunks.map((chunk) => ({ [VECTOR]: [...chunk] })) : [{}];
  return vectors.map((vector, chunk) => ({ id: pointId(entry, chunk), vector, payload: { ...payload, chunk } }));
}

/** The same for the same chunk, whoever writes it. */
export const pointId = ({ orgId, kind, id }: Pointer, chunk: number): string => uuidv5(`${orgId} ${kind} ${chunk}`, id);

/** Which present points a write may take the place of: those no newer, except that only a newer version undoes a removal. */
export function fenceOf({ version, isRemoved }: Pick<Entry, 'version' | 'isRemoved'>): Schemas['Filter'] {
  const must = [{ key: 'version', range: { lte: version } }];
  if (isRemoved) return { must };
  const isRemovedNow = { must: [is('version', version), is('state', 'deleted')] };
  return { must, must_not: [isRemovedNow] };
}

/** The points of items that are none of their present version's. One condition for all alike: most have one chunk of version 1. */
export function leftoversOf(heads: readonly Head[]): Schemas['Filter'] {
  const alike = Map.groupBy(heads, ({ orgId, kind, version, chunks }) => `${orgId} ${kind} ${version} ${chunks}`);
  return { should: [...alike.values()].map(leftoversOfAlike) };
}

function leftoversOfAlike(heads: readonly Head[]): Schemas['Filter'] {
  const { orgId, kind, version, chunks } = heads[0] as Head;
  const beyond = { key: 'chunk', range: { gte: Math.max(1, chunks) } };
  const ids = heads.map(({ id }) => id);
  return {
    must: [is('orgId', orgId), is('kind', kind), any('item', ids)],
    should: [{ key: 'version', range: { lt: version } }, { must: [is('version', version), beyond] }],
  };
}

export const headOf = (entry: Entry): Head => ({ ...entry, chunks: entry.chunks.length });

/** A first point as it is stored. Only this adapter writes it. */
export function storedHead({ payload }: Schemas['Record']): Head {
  const { item, state, ...rest } = payload as unknown as Omit<Head, 'id' | 'isRemoved'> & {
    readonly item: Head['id'];
    readonly state: string;
  };
  const { orgId, kind, version, chunks } = rest;
  return { orgId, kind, id: item, version, chunks, isRemoved: state === 'deleted' };
}
