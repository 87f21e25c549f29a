import { resolve } from 'node:path';
import { CairnError, type Item, type ItemId, type ItemKind, type OrgId } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import { VectorIndex, type IndexEntry, type LentVectors, type QueryVector, type VectorHit } from '@cairn/ports';
import { readAllEntries, deleteInSteps } from '../generations/entry-pages.ts';
import type { SqliteThreads } from '../store/threads.ts';
import { packVectors } from '../vectors/packed-vectors.ts';
import { entryOf } from '../vectors/vector-entry.ts';
import { VectorThread } from '../vectors/vector-thread.ts';
import { requireDims, vectorOf, type LentIndex } from './borrowed-vector-index.ts';

export interface EmbeddedVectorIndexOptions {
  readonly threads: SqliteThreads;
  readonly dataDir: string;
  /** Number of the generation, which belongs to one model; 1 by default. */
  readonly generation?: number | undefined;
  readonly modelId: string;
  readonly dims: number;
}

/**
 * Exact vector search over the file of the truth. A thread keeps the vectors of one generation in memory. It loads them
 * in the background, and searches wait for this. A write resolves when it is on disk and can be found. If the thread
 * ends, the next call starts a new thread, which reads everything from the file.
 */
export class EmbeddedVectorIndex extends VectorIndex {
  private readonly options: EmbeddedVectorIndexOptions;
  private readonly generation: number;
  private thread: VectorThread;
  private isClosed = false;

  constructor(options: EmbeddedVectorIndexOptions) {
    super();
    this.options = options;
    this.generation = options.generation ?? 1;
    this.thread = this.open();
    options.threads.watchQuestions(this.questions);
  }

  async search(scope: Scope, query: QueryVector, filter: Filter, limit: number): Promise<VectorHit[]> {
    this.options.threads.noteQuestion();
    return this.running().call('search', scope, vectorOf(query, this.options), filter, limit);
  }

  async score(scope: Scope, query: QueryVector, kind: ItemKind, ids: readonly ItemId[]): Promise<VectorHit[]> {
    return this.running().call('score', scope, vectorOf(query, this.options), kind, ids);
  }

  override async lend(modelId: string): Promise<LentVectors | undefined> {
    const { modelId: mine, dims } = this.options;
    if (modelId !== mine) return undefined;
    const borrowed = await this.running().lend();
    const { generation } = this;
    return borrowed && { ...borrowed, lent: { ...borrowed.lent, modelId, dims, generation } satisfies LentIndex };
  }

  async upsert(item: Item, chunks: readonly Float32Array[]): Promise<void> {
    for (const chunk of chunks) requireDims(chunk, this.options);
    if (item.state === 'deleted') return this.remove(item.orgId, item.kind, item.id, item.version);
    const entry = entryOf(item, packVectors(chunks, this.options.dims));
    this.running();
    await this.options.threads.write('upsertVectors', this.generation, entry);
    await this.running().call('upsert', entry);
  }

  async remove(orgId: OrgId, kind: ItemKind, id: ItemId, version: number): Promise<void> {
    const removal = { orgId, kind, id, version, removedAt: Date.now() };
    this.running();
    await this.options.threads.write('removeVectors', this.generation, removal);
    await this.running().call('remove', removal);
  }

  entries(orgId: OrgId): AsyncIterable<IndexEntry> {
    const { threads } = this.options;
    return readAllEntries((after, limit) => threads.read('vectorEntries', this.generation, orgId, after, limit));
  }

  async forgetRemovals(before: number): Promise<void> {
    await deleteInSteps((limit) => this.options.threads.write('forgetVectorRemovals', this.generation, before, limit));
    await this.running().call('forgetRemovals', before);
  }

  async drop(): Promise<void> {
    await deleteInSteps((limit) => this.options.threads.write('dropVectors', this.generation, limit));
    await this.thread.close();
  }

  /** Returns the number of items and the bytes of their vectors, once the vectors are loaded. */
  async stats(): Promise<{ items: number; bytes: number }> {
    return this.running().call('stats');
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.options.threads.unwatchQuestions(this.questions);
    await this.thread.close();
  }

  /** Returns the running thread. Starts a new thread if the last thread has ended. */
  private running(): VectorThread {
    if (this.isClosed) throw new CairnError('index/unavailable', 'The vector index is closed.');
    if (this.thread.hasEnded) this.thread = this.open();
    return this.thread;
  }

  private open(): VectorThread {
    const { dataDir, dims } = this.options;
    return new VectorThread({ path: resolve(dataDir, 'cairn.db'), generation: this.generation, dims });
  }

  private readonly questions = (): number => this.thread.questions;
}
