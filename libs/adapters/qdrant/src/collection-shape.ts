import { CairnError } from '@cairn/contracts';
import { INDEX_LAYOUT } from '@cairn/ports';
import type { Schemas } from '@qdrant/js-client-rest';

/** The shape of a collection; all of it is in its name, so that two models never share one. */
export interface Shape {
  /** Separates installations that share a server. */
  readonly prefix: string;
  readonly generation: number;
  readonly modelId: string;
  readonly dims: number;
  /** The layout of its filter fields; `INDEX_LAYOUT` by default. */
  readonly layout?: number | undefined;
  /** Stores one byte for each number in memory and the floats on disk. The best hits are scored again from the floats. */
  readonly quantisation?: 'int8' | undefined;
  /** The number of replicas of a new collection; by default, and for one, the server's own number. */
  readonly replicas?: number | undefined;
}

/** The name of the vector in a point. A point without it is never found by a vector. */
export const VECTOR = 'text';

export function collectionName({ prefix, generation, modelId, dims, layout = INDEX_LAYOUT }: Shape): string {
  const model = modelId
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return `${prefix}-vectors-g${generation}${layout > 1 ? `-l${layout}` : ''}-${model.slice(0, 100)}-${dims}`;
}

/**
 * Uses the dot product, since the vectors have unit length: they are stored unchanged, and scores are cosines. There is one graph for
 * each organisation and none over all (`m: 0`), since every search names its organisation.
 */
export function collectionConfig({ dims, quantisation, replicas = 1 }: Shape): Schemas['CreateCollection'] {
  const isQuantised = quantisation === 'int8';
  return {
    vectors: { [VECTOR]: { size: dims, distance: 'Dot', on_disk: isQuantised } },
    hnsw_config: { m: 0, payload_m: 16 },
    on_disk_payload: true,
    ...(replicas > 1 && { replication_factor: replicas, write_consistency_factor: majorityOf(replicas) }),
    ...(isQuantised && { quantization_config: { scalar: { type: 'int8', quantile: 0.99, always_ram: true } } }),
  };
}

/** The number of replicas that have a write before it is answered: if any node is lost then, another has it. */
const majorityOf = (replicas: number): number => Math.floor(replicas / 2) + 1;

const keyword: Schemas['PayloadSchemaParams'] = { type: 'keyword', enable_hnsw: false };
const uuid: Schemas['PayloadSchemaParams'] = { type: 'uuid', enable_hnsw: false };
const integer: Schemas['PayloadSchemaParams'] = { type: 'integer', enable_hnsw: false };

type PayloadIndexes = Readonly<Record<string, Schemas['PayloadSchemaParams']>>;

/** Indexes for all filter fields. Only the organisation has a graph of its own. */
export const payloadIndexesOf = ({ layout = INDEX_LAYOUT }: Pick<Shape, 'layout'>): PayloadIndexes => ({
  ...always,
  ...(layout > 1 ? since2 : in1),
});

const always: PayloadIndexes = {
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
};

const in1: PayloadIndexes = { principal: uuid, visibility: keyword };

const since2: PayloadIndexes = {
  reader: keyword,
  validFrom: integer,
  validTo: integer,
  heldFrom: integer,
  activeTo: integer,
  knowledgeBase: keyword,
  subject: keyword,
  attribute: keyword,
};

/** Throws `config/invalid` if a collection of that name holds other vectors, which must not be mixed with ours. */
export function requireFits(shape: Shape, info: Schemas['CollectionInfo']): void {
  const vectors = info.config.params.vectors as Record<string, Schemas['VectorParams'] | undefined> | undefined;
  const found = vectors?.[VECTOR];
  if (found?.size === shape.dims && found.distance === 'Dot') return;
  throw new CairnError(
    'config/invalid',
    `The collection ${collectionName(shape)} holds no vectors ${VECTOR} of ${shape.dims} dimensions compared by Dot: it is not one of Cairn's.`,
  );
}
