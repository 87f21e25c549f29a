import type { Item } from '@cairn/contracts';
import { effectiveTime, filteredBy, effectiveFrom, readerOf } from '@cairn/domain';
import type { Pointer } from '@cairn/ports';
import type { Schemas } from '@qdrant/js-client-rest';
import { v5 as uuidv5 } from 'uuid';
import { VECTOR } from './collection-shape.ts';
import { any, is } from './conditions.ts';

/** An item in the form that the collection stores, or its removal. */
export interface Entry extends Pointer {
  readonly version: number;
  readonly isRemoved: boolean;
  readonly chunks: readonly Float32Array[];
  /** Filter fields beside the pointer. A missing field is null. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The first point of an item, which always exists: it has the stored version and the number of chunks. */
export interface Head extends Pointer {
  readonly version: number;
  readonly isRemoved: boolean;
  readonly chunks: number;
}

/** The entry of an item for a collection of this layout. */
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
  heldFrom: effectiveFrom(item),
  ...(item.activeTo !== null && { activeTo: item.activeTo }),
});

/** Fields by kind; also stored in layout 1, which does not index some of them. */
function fieldsOfKind(item: Item): Entry['fields'] {
  const { tags, ...names } = filteredBy(item);
  const known = Object.entries(names).filter(([, name]) => name !== null);
  return { ...Object.fromEntries(known), ...(item.kind !== 'message' && { tags }) };
}

/** One point for each chunk; an item without chunks, or a removal, is one point without a vector. */
export function pointsOf(entry: Entry): Schemas['PointStruct'][] {
  const { orgId, kind, id, version, chunks, fields } = entry;
  const payload = { orgId, kind, item: id, version, chunks: chunks.length, ...fields };
  const vectors = chunks.length ? chunks.map((chunk) => ({ [VECTOR]: [...chunk] })) : [{}];
  return vectors.map((vector, chunk) => ({ id: pointId(entry, chunk), vector, payload: { ...payload, chunk } }));
}

/** The id of a point: the same for the same chunk, whoever writes it. */
export const pointId = ({ orgId, kind, id }: Pointer, chunk: number): string => uuidv5(`${orgId} ${kind} ${chunk}`, id);

/** The existing points that a write may replace: those not newer, except that only a newer version may replace a removal. */
export function fenceOf({ version, isRemoved }: Pick<Entry, 'version' | 'isRemoved'>): Schemas['Filter'] {
  const must = [{ key: 'version', range: { lte: version } }];
  if (isRemoved) return { must };
  const isRemovedNow = { must: [is('version', version), is('state', 'deleted')] };
  return { must, must_not: [isRemovedNow] };
}

/** Points that belong to another version of their item than its first point. Grouped, since most items have one chunk of version 1. */
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

/** Reads a stored first point. Only this adapter writes it. */
export function storedHead({ payload }: Schemas['Record']): Head {
  const { item, state, ...rest } = payload as unknown as Omit<Head, 'id' | 'isRemoved'> & {
    readonly item: Head['id'];
    readonly state: string;
  };
  const { orgId, kind, version, chunks } = rest;
  return { orgId, kind, id: item, version, chunks, isRemoved: state === 'deleted' };
}
