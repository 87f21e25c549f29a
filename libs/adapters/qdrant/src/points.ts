import type { Item } from '@cairn/contracts';
import { filterFieldsOf, effectiveFrom } from '@cairn/domain';
import type { Pointer } from '@cairn/ports';
import type { Schemas } from '@qdrant/js-client-rest';
import { v5 as uuidv5 } from 'uuid';
import { VECTOR_NAME } from './collection-shape.ts';
import { matchAny, matchValue } from './conditions.ts';

/** Item, or its removal, in the form that the collection stores. */
export interface Entry extends Pointer {
  readonly version: number;
  readonly isRemoved: boolean;
  readonly chunks: readonly Float32Array[];
  /** Filter fields other than the fields of the pointer. A missing field is null. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** First point of an item. It always exists, and has the stored version and the number of chunks. */
export interface Head extends Pointer {
  readonly version: number;
  readonly isRemoved: boolean;
  readonly chunks: number;
}

export function entryOf(item: Item, chunks: readonly Float32Array[]): Entry {
  const { orgId, kind, id, version } = item;
  return { orgId, kind, id, version, isRemoved: false, chunks, fields: payloadFieldsOf(item) };
}

/** Builds the entry of a removal; `removedAt` is epoch ms. */
export const removalOf = (pointer: Pointer, version: number, removedAt: number): Entry => ({
  ...pointer,
  version,
  isRemoved: true,
  chunks: [],
  fields: { state: 'deleted', removedAt },
});

function payloadFieldsOf(item: Item): Entry['fields'] {
  const { tags, ...fields } = filterFieldsOf(item);
  const known = Object.entries(fields).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(known), heldFrom: effectiveFrom(item), ...(item.kind !== 'message' && { tags }) };
}

/** Builds one point for each chunk. An item without chunks, and a removal, becomes one point without a vector. */
export function pointsOf(entry: Entry): Schemas['PointStruct'][] {
  const { orgId, kind, id, version, chunks, fields } = entry;
  const payload = { orgId, kind, item: id, version, chunks: chunks.length, ...fields };
  const vectors = chunks.length ? chunks.map((chunk) => ({ [VECTOR_NAME]: [...chunk] })) : [{}];
  return vectors.map((vector, chunk) => ({ id: pointId(entry, chunk), vector, payload: { ...payload, chunk } }));
}

/** Returns the id of a chunk's point. The id depends only on the item and the chunk, not on the writer. */
export const pointId = ({ orgId, kind, id }: Pointer, chunk: number): string => uuidv5(`${orgId} ${kind} ${chunk}`, id);

/**
 * Matches the existing points that a write may replace: points that are not newer than the write. A removal of the same
 * version may only be replaced by another removal.
 */
export function removalFenceOf({ version, isRemoved }: Pick<Entry, 'version' | 'isRemoved'>): Schemas['Filter'] {
  const must = [{ key: 'version', range: { lte: version } }];
  if (isRemoved) return { must };
  const isRemovedNow = { must: [matchValue('version', version), matchValue('state', 'deleted')] };
  return { must, must_not: [isRemovedNow] };
}

/**
 * Filter for points whose version differs from the version of their item's first point. Items with the same number of
 * chunks and version are grouped, since most items have one chunk of version 1.
 */
export function leftoversOf(heads: readonly Head[]): Schemas['Filter'] {
  const alike = Map.groupBy(heads, ({ orgId, kind, version, chunks }) => `${orgId} ${kind} ${version} ${chunks}`);
  return { should: [...alike.values()].map(leftoversOfEqualHeads) };
}

function leftoversOfEqualHeads(heads: readonly Head[]): Schemas['Filter'] {
  const { orgId, kind, version, chunks } = heads[0] as Head;
  const beyond = { key: 'chunk', range: { gte: Math.max(1, chunks) } };
  const ids = heads.map(({ id }) => id);
  return {
    must: [matchValue('orgId', orgId), matchValue('kind', kind), matchAny('item', ids)],
    should: [{ key: 'version', range: { lt: version } }, { must: [matchValue('version', version), beyond] }],
  };
}

export const headOf = (entry: Entry): Head => ({ ...entry, chunks: entry.chunks.length });

/** Reads a stored first point. It is not validated, since only this adapter writes such points. */
export function readHead({ payload }: Schemas['Record']): Head {
  const { item, state, ...rest } = payload as unknown as Omit<Head, 'id' | 'isRemoved'> & {
    readonly item: Head['id'];
    readonly state: string;
  };
  const { orgId, kind, version, chunks } = rest;
  return { orgId, kind, id: item, version, chunks, isRemoved: state === 'deleted' };
}
