import type { ItemId, ItemKind, OrgId, Scope } from '@cairn/contracts';
import {
  type ChunkEmbedding,
  type Clock,
  type EmbeddedExtent,
  type EmbeddedPart,
  EmbeddingStore,
  type Pointer,
  type TokenBits,
} from '@cairn/ports';
import type { SqliteThreads } from '../sqlite/threads.ts';
import type { PackedPassages } from './embedding-commands.ts';

interface Passage {
  readonly id: ItemId;
  readonly from: number;
  readonly to: number;
  readonly tokens?: TokenBits | undefined;
}

/** Embeddings as records in the one file of the embedded backend. */
export class SqliteEmbeddingStore extends EmbeddingStore {
  private readonly threads: SqliteThreads;

  constructor({ threads }: { threads: SqliteThreads; clock?: Clock }) {
    super();
    this.threads = threads;
  }

  find(orgId: OrgId, modelId: string, contentHash: string): Promise<ChunkEmbedding[] | undefined> {
    return this.threads.read('findEmbedding', { orgId, modelId, contentHash });
  }

  keep(
    pointer: { orgId: OrgId; kind: ItemKind; id: ItemId },
    modelId: string,
    contentHash: string,
    chunks: readonly ChunkEmbedding[],
  ): Promise<void> {
    return this.threads.write('keepEmbedding', { pointer, modelId, contentHash, chunks: chunks.map(compact) });
  }

  extent(orgId: OrgId, modelId: string, contentHash: string): Promise<EmbeddedExtent | undefined> {
    return this.threads.read('findExtent', { orgId, modelId, contentHash });
  }

  keepPart(pointer: Pointer, modelId: string, contentHash: string, part: EmbeddedPart): Promise<void> {
    const compacted = { ...part, chunks: part.chunks.map(compact) };
    return this.threads.write('keepPart', { pointer, modelId, contentHash, part: compacted });
  }

  async passages(
    scope: Scope,
    modelId: string,
    kind: ItemKind,
    wanted: readonly { id: ItemId; chunk: number }[],
  ): Promise<Passage[]> {
    return unpack(await this.threads.read('findPassages', { scope, modelId, kind, wanted }));
  }
}

/** A view of a batch's buffer would take the whole buffer along to the other thread. */
function compact({ from, to, vector, tokens }: ChunkEmbedding): ChunkEmbedding {
  if (!tokens) return { from, to, vector: vector.slice() };
  const { dims, bits, ids } = tokens;
  return { from, to, vector: vector.slice(), tokens: { dims, bits: bits.slice(), ids: ids.slice() } };
}

function unpack({ passages, words }: PackedPassages): Passage[] {
  return passages.map(({ id, from, to, dims, start, idsStart, end }) => {
    if (dims === null) return { id, from, to };
    const tokens = { dims, bits: words.subarray(start, idsStart), ids: words.subarray(idsStart, end) };
    return { id, from, to, tokens };
  });
}
