import { resolve } from 'node:path';
import { CairnError, type Item, type ItemId, type ItemKind, type OrgId, type Scope } from '@cairn/contracts';
import { VectorIndex, type Filter, type VectorHit } from '@cairn/ports';
import type { SqliteThreads } from '../sqlite/threads.ts';
import { entryOf } from './vector-entry.ts';
import { VectorThread } from './vector-thread.ts';
import type { Generation } from './vectors-commands.ts';

export interface EmbeddedVectorIndexOptions {
  readonly threads: SqliteThreads;
  readonly dataDir: string;
  readonly modelId: string;
  readonly dims: number;
}

interface Opened {
  readonly generation: Generation;
  readonly thread: VectorThread;
}

/**
 * Exact vector search over the file of the truth. A thread holds the vectors of the configured model's generation and
 * loads them in the background; searches wait for it. A write is answered when it is on disk and can be found. Should the
 * thread end, the next call starts another, which reads everything from the file.
 */
export class EmbeddedVectorIndex extends VectorIndex {
  private readonly options: EmbeddedVectorIndexOptions;
  private opening: Promise<Opened> | undefined;
  private isClosed = false;

  constructor(options: EmbeddedVectorIndexOptions) {
    super();
    this.options = options;
    this.opened().catch(() => {});
  }

  async search(scope: Scope, vector: Float32Array, filter: Filter, limit: number): Promise<VectorHit[]> {
    this.requireDims(vector);
    const { thread } = await this.opened();
    return thread.call('search', scope, vector, filter, limit);
  }

  async score(scope: Scope, vector: Float32Array, kind: ItemKind, ids: readonly ItemId[]): Promise<VectorHit[]> {
    this.requireDims(vector);
    const { thread } = await this.opened();
    return thread.call('score', scope, vector, kind, ids);
  }

  async upsert(item: Item, chunks: readonly Float32Array[]): Promise<void> {
    for (const chunk of chunks) this.requireDims(chunk);
    if (item.state === 'deleted') return this.remove(item.orgId, item.kind, item.id, item.version);
    const entry = entryOf(item, this.joined(chunks));
    const { generation } = await this.opened();
    await this.options.threads.write('upsertVectors', generation.id, entry);
    await (await this.opened()).thread.call('upsert', entry);
  }

  async remove(orgId: OrgId, kind: ItemKind, id: ItemId, version: number): Promise<void> {
    const removal = { orgId, kind, id, version };
    const { generation } = await this.opened();
    await this.options.threads.write('removeVectors', generation.id, removal);
    await (await this.opened()).thread.call('remove', removal);
  }

  /** Resolves when the vectors are loaded, with how many items there are and the bytes that they take. */
  async stats(): Promise<{ items: number; bytes: number }> {
    const { thread } = await this.opened();
    return thread.call('stats');
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const opened = await this.opening?.catch(() => undefined);
    await opened?.thread.close();
  }

  private async opened(): Promise<Opened> {
    if (this.isClosed) throw new CairnError('index/unavailable', 'The vector index is closed.');
    const opening = (this.opening ??= this.open());
    const opened = await opening.catch((error: unknown) => {
      if (this.opening === opening) this.opening = undefined;
      throw error;
    });
    if (!opened.thread.hasEnded) return opened;
    if (this.opening === opening) this.opening = undefined;
    return this.opened();
  }

  private async open(): Promise<Opened> {
    const { threads, dataDir, modelId, dims } = this.options;
    const generation = await threads.write('openVectorGeneration', modelId, dims);
    return { generation, thread: new VectorThread({ path: resolve(dataDir, 'cairn.db'), generation }) };
  }

  private requireDims(vector: Float32Array): void {
    const { dims, modelId } = this.options;
    if (vector.length === dims && vector.every(Number.isFinite)) return;
    throw new CairnError(
      'index/unavailable',
      `The vector index holds vectors of ${dims} dimensions by ${modelId}, all finite; this one has ${vector.length} dimensions, or numbers that are not finite.`,
    );
  }

  private joined(chunks: readonly Float32Array[]): Float32Array {
    const joined = new Float32Array(chunks.length * this.options.dims);
    chunks.forEach((chunk, index) => joined.set(chunk, index * this.options.dims));
    return joined;
  }
}
