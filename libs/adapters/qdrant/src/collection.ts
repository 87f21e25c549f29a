import { CairnError, type OrgId } from '@cairn/contracts';
import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import {
  collectionConfig,
  collectionName,
  payloadIndexes,
  requireMatchingShape,
  type Shape,
} from './collection-shape.ts';
import { refusalOf, type GuardedClient } from './guarded-client.ts';

/** Answers of the truth about a lost collection. */
export interface Losses {
  /**
   * True if any item is in the vector index, or if the index is lost. If it is true, a missing collection was lost;
   * otherwise it was not created yet.
   */
  hasIndexed(): Promise<boolean>;
  /** True if the collection, or the organisation's part of it, was lost and is not complete yet. */
  isLost(orgId: OrgId): Promise<boolean>;
  /** Reports a missing collection before it is created again. Resolves once `isLost` is true in every process. */
  reportMissing(): Promise<void>;
}

/** Answers for a collection that nobody can delete. */
export const noLosses: Losses = {
  hasIndexed: async () => false,
  isLost: async () => false,
  reportMissing: async () => undefined,
};

export interface CollectionOptions {
  readonly shape: Shape;
  readonly reads: GuardedClient;
  readonly writes: GuardedClient;
  readonly losses: Losses;
}

/**
 * Collection of Qdrant. The first write creates it, even if several processes write at once. Before the first write,
 * and after `drop`, reads find nothing. If somebody else deleted the collection, it is `index/unavailable` until it is
 * complete again.
 */
export class Collection {
  readonly name: string;
  private readonly shape: Shape;
  private readonly reads: GuardedClient;
  private readonly writes: GuardedClient;
  private readonly losses: Losses;
  private preparing: Promise<void> | undefined;

  constructor({ shape, reads, writes, losses }: CollectionOptions) {
    this.name = collectionName(shape);
    this.shape = shape;
    this.reads = reads;
    this.writes = writes;
    this.losses = losses;
  }

  /** Applies the operations in their order. Resolves when they are in Qdrant's log and can be found. */
  async update(operations: Schemas['UpdateOperation'][]): Promise<void> {
    await this.prepared();
    try {
      await this.send(operations);
    } catch (error) {
      if (refusalOf(error) !== 404) throw error;
      this.preparing = undefined;
      await this.prepared();
      await this.send(operations);
    }
  }

  async query(orgId: OrgId, request: Schemas['QueryRequest']): Promise<Schemas['ScoredPoint'][]> {
    await this.requireWhole(orgId);
    const found = await this.read('search', (client) => client.query(this.name, request));
    await this.requireWhole(orgId);
    if (!found && (await this.losses.hasIndexed())) throw lostError('is gone');
    return found?.points ?? [];
  }

  /** Reads points in the state that most replicas have, since deletions depend on the latest writes. */
  async retrieve(ids: string[]): Promise<Schemas['Record'][]> {
    const request = { ids, with_payload: true, with_vector: false, consistency: 'majority' as const };
    return (await this.read('read points', (client) => client.retrieve(this.name, request))) ?? [];
  }

  /** Returns the number of points that match the filter; 0 without a collection. */
  async count(filter: Schemas['Filter']): Promise<number> {
    const found = await this.read('count points', (client) => client.count(this.name, { filter, exact: true }));
    return found?.count ?? 0;
  }

  /** Yields all points that match the filter, page by page, in the order of point ids. */
  async *pages(filter: Schemas['Filter'], limit: number): AsyncGenerator<Schemas['Record'][]> {
    let offset: Schemas['ExtendedPointId'] | undefined;
    do {
      const request = { filter, limit, with_payload: true, ...(offset !== undefined && { offset }) };
      const page = await this.read('list points', (client) => client.scroll(this.name, request));
      if (page?.points.length) yield page.points;
      offset = nextOf(page);
    } while (offset !== undefined);
  }

  /** Deletes all points that match the filter at this moment, if there is a collection. */
  async remove(filter: Schemas['Filter']): Promise<void> {
    if (await this.describe()) await this.send([{ delete: { filter } }]);
  }

  /** Throws `config/invalid` if the collection belongs to another model, `index/unavailable` if Qdrant does not answer. */
  async check(): Promise<void> {
    const info = await this.describe();
    if (info) requireMatchingShape(this.shape, info);
    else if (await this.losses.hasIndexed()) throw lostError('is gone');
  }

  /** Creates a lost collection without waiting for a write. */
  async makeMissing(): Promise<void> {
    if ((await this.describe()) || !(await this.losses.hasIndexed())) return;
    this.preparing = undefined;
    await this.prepared();
  }

  async drop(): Promise<void> {
    await this.writes.run('drop the collection', (client) => client.deleteCollection(this.name));
    this.preparing = undefined;
  }

  /**
   * Throws if the collection is lost. It is called before and after a search, since a new and still empty collection
   * may have answered.
   */
  private async requireWhole(orgId: OrgId): Promise<void> {
    if (await this.losses.isLost(orgId)) throw lostError('is being rebuilt');
  }

  private describe(): Promise<Schemas['CollectionInfo'] | undefined> {
    return this.read('describe the collection', (client) => client.getCollection(this.name));
  }

  /** Reads from the collection; undefined when there is no such collection. */
  private async read<Answer>(
    task: string,
    ask: (client: QdrantClient) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    try {
      return await this.reads.run(task, ask);
    } catch (error) {
      if (refusalOf(error) === 404) return undefined;
      throw error;
    }
  }

  /** Sends writes with strong ordering. Otherwise replicas could keep different versions. */
  private async send(operations: Schemas['UpdateOperation'][]): Promise<void> {
    const results = await this.writes.run('write points', (client) =>
      client.batchUpdate(this.name, { operations, wait: true, ordering: 'strong' }),
    );
    const undone = results.find(({ status }) => status !== 'completed');
    if (undone) throw new CairnError('index/unavailable', `Qdrant has not written points yet: ${undone.status}.`);
  }

  private prepared(): Promise<void> {
    const preparing = (this.preparing ??= this.prepare());
    preparing.catch(() => {
      if (this.preparing === preparing) this.preparing = undefined;
    });
    return preparing;
  }

  private async prepare(): Promise<void> {
    const info = (await this.describe()) ?? (await this.create());
    requireMatchingShape(this.shape, info);
    const missing = Object.entries(payloadIndexes).filter(([field]) => !(field in info.payload_schema));
    await Promise.all(missing.map(([field, schema]) => this.index(field, schema)));
  }

  private async create(): Promise<Schemas['CollectionInfo']> {
    await this.losses.reportMissing();
    const config = collectionConfig(this.shape);
    try {
      await this.writes.run('make the collection', (client) => client.createCollection(this.name, config));
    } catch (error) {
      if (refusalOf(error) !== 409) throw error;
    }
    return this.writes.run('describe the new collection', (client) => client.getCollection(this.name));
  }

  private async index(field: string, schema: Schemas['PayloadSchemaParams']): Promise<void> {
    await this.writes.run(`index ${field}`, (client) =>
      client.createPayloadIndex(this.name, { field_name: field, field_schema: schema, wait: true }),
    );
  }
}

const lostError = (how: string) => new CairnError('index/unavailable', `The collection of vectors ${how}.`);

const nextOf = (page: Schemas['ScrollResult'] | undefined) =>
  (page?.next_page_offset ?? undefined) as Schemas['ExtendedPointId'] | undefined;
