import { CairnError, type OrgId } from '@cairn/contracts';
import type { QdrantClient, Schemas } from '@qdrant/js-client-rest';
import { collectionConfig, collectionName, payloadIndexesOf, requireFits, type Shape } from './collection-shape.ts';
import { refusalOf, type GuardedClient } from './guarded-client.ts';

/** What the truth knows of a collection that went away. */
export interface Losses {
  /** Whether any item has come to the vector index, or it is lost: if so, a collection that is not there is lost, not yet to come. */
  hasIndexed(): Promise<boolean>;
  /** Whether the collection, or what it had of an organisation, went away and is not yet as full as it was. */
  isLost(orgId: OrgId): Promise<boolean>;
  /** To be told of a collection that is not there, before it is made. Resolves once `isLost` says so in every process. */
  reportMissing(): Promise<void>;
}

/** For a collection that nobody can delete. */
export const nothingLost: Losses = {
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
 * One collection of Qdrant. It is made by the first write, by however many processes at once; until then, and after it
 * was dropped, reading finds nothing. One that somebody took away is `index/unavailable` until all that it held is back.
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

  /** Applies the operations in their order. What is answered is on Qdrant's log and can be found. */
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
    if (!found && (await this.losses.hasIndexed())) throw lost('is gone');
    return found?.points ?? [];
  }

  /** As most replicas have them: what was written just now decides what is taken out. */
  async retrieve(ids: string[]): Promise<Schemas['Record'][]> {
    const request = { ids, with_payload: true, with_vector: false, consistency: 'majority' as const };
    return (await this.read('read points', (client) => client.retrieve(this.name, request))) ?? [];
  }

  /** How many points the filter lets through; none where there is no collection. */
  async count(filter: Schemas['Filter']): Promise<number> {
    const found = await this.read('count points', (client) => client.count(this.name, { filter, exact: true }));
    return found?.count ?? 0;
  }

  /** All points that the filter lets through, a page at a time, by point id. */
  async *pages(filter: Schemas['Filter'], limit: number): AsyncGenerator<Schemas['Record'][]> {
    let offset: Schemas['ExtendedPointId'] | undefined;
    do {
      const request = { filter, limit, with_payload: true, ...(offset !== undefined && { offset }) };
      const page = await this.read('list points', (client) => client.scroll(this.name, request));
      if (page?.points.length) yield page.points;
      offset = nextOf(page);
    } while (offset !== undefined);
  }

  /** All points that the filter lets through at that moment, if there is a collection. */
  async remove(filter: Schemas['Filter']): Promise<void> {
    if (await this.describe()) await this.send([{ delete: { filter } }]);
  }

  /** Throws `config/invalid` if the collection is another's, `index/unavailable` if Qdrant does not answer. */
  async check(): Promise<void> {
    const info = await this.describe();
    if (info) requireFits(this.shape, info);
    else if (await this.losses.hasIndexed()) throw lost('is gone');
  }

  /** Makes it if it went away, without waiting for a write. */
  async makeMissing(): Promise<void> {
    if ((await this.describe()) || !(await this.losses.hasIndexed())) return;
    this.preparing = undefined;
    await this.prepared();
  }

  async drop(): Promise<void> {
    await this.writes.run('drop the collection', (client) => client.deleteCollection(this.name));
    this.preparing = undefined;
  }

  /** Asked before, to spare the search, and after: a slow one may have been answered by a collection that was empty again. */
  private async requireWhole(orgId: OrgId): Promise<void> {
    if (await this.losses.isLost(orgId)) throw lost('is being built anew');
  }

  private describe(): Promise<Schemas['CollectionInfo'] | undefined> {
    return this.read('describe the collection', (client) => client.getCollection(this.name));
  }

  /** Undefined when there is no such collection. */
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

  /** One write goes through its replicas in the same order, or two versions could win on two of them. */
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
    requireFits(this.shape, info);
    const missing = Object.entries(payloadIndexesOf(this.shape)).filter(([field]) => !(field in info.payload_schema));
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

const lost = (how: string) => new CairnError('index/unavailable', `The collection of vectors ${how}.`);

const nextOf = (page: Schemas['ScrollResult'] | undefined) =>
  (page?.next_page_offset ?? undefined) as Schemas['ExtendedPointId'] | undefined;
