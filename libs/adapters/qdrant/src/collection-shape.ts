import { CairnError } from '@cairn/contracts';
import { INDEX_LAYOUT } from '@cairn/ports';
import type { Schemas } from '@qdrant/js-client-rest';

/** Shape of a collection. All of it is in the collection's name, so that two models never share a collection. */
export interface Shape {
  /** Prefix of collection names; it separates installations that share a server. */
  readonly prefix: string;
  readonly generation: number;
  readonly modelId: string;
  readonly dims: number;
  /** Layout of the filter fields; `INDEX_LAYOUT` by default. */
  readonly layout?: number | undefined;
  /**
   * With `int8`, the memory contains one byte for each number, and the floats are on disk. The best hits are scored
   * again with the floats.
   */
  readonly quantisation?: 'int8' | undefined;
  /** Number of replicas of a new collection. If it is absent or 1, the server's default applies. */
  readonly replicas?: number | undefined;
}

/** Name of the vector in a point. A vector search never finds a point without this vector. */
export const VECTOR_NAME = 'text';

export function collectionName({ prefix, generation, modelId, dims, layout = INDEX_LAYOUT }: Shape): string {
  const model = modelId
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${prefix}-vectors-g${generation}${layout > 1 ? `-l${layout}` : ''}-${model.slice(0, 100)}-${dims}`;
}

/**
 * Builds the configuration of a collection. It uses the dot product: the vectors have unit length, so they are stored
 * unchanged, and scores are cosines. Each organisation has a separate graph, and there is no graph over all
 * organisations (`m: 0`), since every search names its organisation.
 */
export function collectionConfig({ dims, quantisation, replicas = 1 }: Shape): Schemas['CreateCollection'] {
  const isQuantised = quantisation === 'int8';
  return {
    vectors: { [VECTOR_NAME]: { size: dims, distance: 'Dot', on_disk: isQuantised } },
    hnsw_config: { m: 0, payload_m: 16 },
    on_disk_payload: true,
    ...(replicas > 1 && { replication_factor: replicas, write_consistency_factor: majorityOf(replicas) }),
    ...(isQuantised && { quantization_config: { scalar: { type: 'int8', quantile: 0.99, always_ram: true } } }),
  };
}

/**
 * Returns the number of replicas that must have a write before the write is answered. If one node is lost afterwards, a
 * replica on a different node has the write.
 */
const majorityOf = (replicas: number): number => Math.floor(replicas / 2) + 1;

const keyword: Schemas['PayloadSchemaParams'] = { type: 'keyword', enable_hnsw: false };
const uuid: Schemas['PayloadSchemaParams'] = { type: 'uuid', enable_hnsw: false };
const integer: Schemas['PayloadSchemaParams'] = { type: 'integer', enable_hnsw: false };

type PayloadIndexes = Readonly<Record<string, Schemas['PayloadSchemaParams']>>;

/** Indexes of all filter fields. Only the field of the organisation builds graphs. */
export const payloadIndexes: PayloadIndexes = {
  orgId: { type: 'keyword', is_tenant: true },
  kind: keyword,
  item: uuid,
  chunk: integer,
  version: integer,
  channel: keyword,
  subchannel: keyword,
  sessionKey: keyword,
  store: keyword,
  category: keyword,
  tags: keyword,
  state: keyword,
  effectiveAt: integer,
  removedAt: integer,
  reader: keyword,
  validFrom: integer,
  validTo: integer,
  heldFrom: integer,
  activeTo: integer,
  knowledgeBase: keyword,
  subject: keyword,
  attribute: keyword,
};

/**
 * Throws `config/invalid` if an existing collection of that name has vectors of a different form, which must not be
 * mixed with ours.
 */
export function requireMatchingShape(shape: Shape, info: Schemas['CollectionInfo']): void {
  const vectors = info.config.params.vectors as Record<string, Schemas['VectorParams'] | undefined> | undefined;
  const found = vectors?.[VECTOR_NAME];
  if (found?.size === shape.dims && found.distance === 'Dot') return;
  throw new CairnError(
    'config/invalid',
    `The collection ${collectionName(shape)} holds no vectors ${VECTOR_NAME} of ${shape.dims} dimensions compared by Dot: it is not one of Cairn's.`,
  );
}
