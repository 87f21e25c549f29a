import { CairnError, type Item, type ItemId, type ItemKind, type OrgId } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import { Batcher, VectorIndex, type IndexedVersion, type QueryVector, type VectorHit } from '@cairn/ports';
import type { Schemas } from '@qdrant/js-client-rest';
import { Collection, noLosses, type Losses } from './collection.ts';
import { VECTOR_NAME, type Shape } from './collection-shape.ts';
import { matchAny, matchValue } from './conditions.ts';
import { EntryWriter } from './entry-writer.ts';
import { conditionsFor } from './filter.ts';
import { listIndexedItems, type IndexedItem } from './inventory.ts';
import { GuardedClient } from './guarded-client.ts';
import { nearestItems } from './nearest-items.ts';
import { entryOf, pointId, removalOf, readHead, type Entry } from './points.ts';

export interface QdrantVectorIndexOptions extends Omit<Shape, 'prefix'> {
  readonly url: string;
  readonly apiKey?: string | undefined;
  readonly prefix?: string | undefined;
  /** Timeout of one request, including its answer, ms. */
  readonly readTimeoutMs?: number | undefined;
  readonly writeTimeoutMs?: number | undefined;
  readonly losses?: Losses | undefined;
}

/** Maximum number of floats in one request, about 5 MB of JSON; a server accepts 32 MB. */
const REQUEST_FLOATS_MAX = 250_000;
const ITEMS_WAITING_MAX = 10_000;

/**
 * One generation of vectors in a collection of Qdrant. Small organisations are searched exactly. For large
 * organisations, Qdrant's graph may miss a hit. Concurrent writes are sent together, and each resolves when it can be
 * found.
 */
export class QdrantVectorIndex extends VectorIndex {
  private readonly shape: Shape;
  private readonly collection: Collection;
  private readonly writes: Batcher<Entry, void>;

  constructor(options: QdrantVectorIndexOptions) {
    super();
    const { url, apiKey, readTimeoutMs = 2_000, writeTimeoutMs = 30_000, losses = noLosses } = options;
    this.shape = { ...options, prefix: options.prefix ?? 'cairn' };
    this.collection = new Collection({
      shape: this.shape,
      reads: new GuardedClient({ url, apiKey, timeoutMs: readTimeoutMs, requestsAtOnce: 16, requestsWaiting: 256 }),
      writes: new GuardedClient({ url, apiKey, timeoutMs: writeTimeoutMs, requestsAtOnce: 4, requestsWaiting: 64 }),
      losses,
    });
    this.writes = this.batcher(Math.max(1, Math.floor(REQUEST_FLOATS_MAX / options.dims)));
  }

  async search(scope: Scope, query: QueryVector, filter: Filter, limit: number): Promise<VectorHit[]> {
    const vector = this.vectorOf(query);
    const must = conditionsFor(scope, filter);
    if (!must || limit < 1) return [];
    return nearestItems(this.nearest(scope.orgId, vector, must, this.approximate()), limit);
  }

  async score(scope: Scope, query: QueryVector, kind: ItemKind, ids: readonly ItemId[]): Promise<VectorHit[]> {
    const vector = this.vectorOf(query);
    const visible = conditionsFor(scope, { kind, includeArchived: true });
    const wanted = [...new Set(ids)];
    if (!visible || wanted.length === 0) return [];
    const must = [...visible, matchAny('item', wanted)];
    return nearestItems(this.nearest(scope.orgId, vector, must, { exact: true }), wanted.length);
  }

  async upsert(item: Item, chunks: readonly Float32Array[]): Promise<void> {
    for (const chunk of chunks) this.requireVector(chunk);
    if (item.state === 'deleted') return this.remove(item.orgId, item.kind, item.id, item.version);
    await this.writes.add(entryOf(item, chunks));
  }

  async remove(orgId: OrgId, kind: ItemKind, id: ItemId, version: number): Promise<void> {
    await this.writes.add(removalOf({ orgId, kind, id }, version, Date.now()));
  }

  entries(orgId: OrgId): AsyncIterable<IndexedItem> {
    return listIndexedItems(this.collection, orgId);
  }

  async forgetRemovals(before: number): Promise<void> {
    await this.collection.remove({ must: [{ key: 'removedAt', range: { lt: before } }] });
  }

  async drop(): Promise<void> {
    await this.collection.drop();
  }

  override makeMissing(): Promise<void> {
    return this.collection.makeMissing();
  }

  override async itemCounts(orgIds: readonly OrgId[]): Promise<ReadonlyMap<OrgId, number>> {
    return new Map(await Promise.all(orgIds.map(async (orgId) => [orgId, await this.heldOf(orgId)] as const)));
  }

  override async missingItems(items: readonly IndexedVersion[]): Promise<readonly IndexedVersion[]> {
    if (items.length === 0) return [];
    const heads = await this.collection.retrieve(items.map((item) => pointId(item, 0)));
    const versions = new Map(heads.map((head) => [head.id, readHead(head).version]));
    return items.filter((item) => (versions.get(pointId(item, 0)) ?? 0) < item.version);
  }

  override async problems(): Promise<ReadonlyMap<string, string>> {
    const { ready, problem = '' } = await this.health();
    return new Map(ready ? [] : [[this.collection.name, problem]]);
  }

  /**
   * Reports whether the index is ready. It is also ready before the first write. It is not ready if Qdrant does not
   * answer, or if the collection belongs to a different model.
   */
  async health(): Promise<{ ready: boolean; problem?: string | undefined }> {
    try {
      await this.collection.check();
      return { ready: true };
    } catch (error) {
      if (error instanceof CairnError) return { ready: false, problem: error.message };
      throw error;
    }
  }

  private heldOf(orgId: OrgId): Promise<number> {
    return this.collection.count({
      must: [matchValue('orgId', orgId), matchValue('chunk', 0)],
      must_not: [matchValue('state', 'deleted')],
    });
  }

  private batcher(pointsMost: number): Batcher<Entry, void> {
    const writer = new EntryWriter(this.collection, pointsMost);
    return new Batcher({
      work: async (batch) => {
        await writer.write(batch.map(({ input }) => input));
        for (const { resolve } of batch) resolve();
      },
      weightOf: ({ chunks }) => Math.max(1, chunks.length),
      weightMax: pointsMost,
      batchesAtOnce: 2,
      waiting: { max: ITEMS_WAITING_MAX, refusal: tooManyError },
    });
  }

  private nearest(orgId: OrgId, vector: Float32Array, must: Schemas['Condition'][], params: Schemas['SearchParams']) {
    const query = [...vector];
    const asked = { query, using: VECTOR_NAME, params, with_payload: { include: ['item', 'chunk'] } };
    return (not: Schemas['Condition'][], limit: number) =>
      this.collection.query(orgId, { ...asked, limit, filter: { must, ...(not.length > 0 && { must_not: not }) } });
  }

  /** Search parameters for quantised vectors: the best hits are scored again from the floats. */
  private approximate(): Schemas['SearchParams'] {
    return this.shape.quantisation ? { quantization: { rescore: true, oversampling: 2 } } : {};
  }

  private vectorOf({ modelId, vector }: QueryVector): Float32Array {
    if (modelId !== this.shape.modelId) throw otherModelError(modelId, this.shape.modelId);
    this.requireVector(vector);
    return vector;
  }

  private requireVector(vector: Float32Array): void {
    const { dims, modelId } = this.shape;
    if (vector.length === dims && vector.every(Number.isFinite)) return;
    throw new CairnError(
      'index/unavailable',
      `The vector index holds vectors of ${dims} dimensions by ${modelId}, all finite; this one has ${vector.length} dimensions, or numbers that are not finite.`,
    );
  }
}

const tooManyError = () => new CairnError('index/unavailable', 'Too many writes to the vector index wait.');

const otherModelError = (asked: string, held: string) =>
  new CairnError('index/unavailable', `The vector index holds vectors by ${held}; the query is by ${asked}.`);
