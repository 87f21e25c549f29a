import { CairnError, type ItemId, type ItemKind } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import type { BorrowedVectors, QueryVector, VectorHit } from '@cairn/ports';
import { VectorTableReader } from '../vectors/vector-table-reader.ts';
import type { LentMemory } from '../vectors/vector-thread.ts';

interface Held {
  readonly modelId: string;
  readonly dims: number;
}

/** Content of the loan of an `EmbeddedVectorIndex`. */
export type LentIndex = LentMemory & Held & { readonly generation: number };

/** Returns the number of the generation from which questions by a model are answered; undefined if there is none. */
export type ReadGeneration = (modelId: string) => Promise<number | undefined>;

/** Searches the vectors of an `EmbeddedVectorIndex` of another thread in the memory of both. */
export class BorrowedVectorIndex implements BorrowedVectors {
  private readonly held: Held;
  private readonly generation: number;
  private readonly readGeneration: ReadGeneration;
  private readonly table: VectorTableReader;

  constructor(lent: unknown, readGeneration: ReadGeneration) {
    const { memory, reader, generation, ...held } = lent as LentIndex;
    this.held = held;
    this.generation = generation;
    this.readGeneration = readGeneration;
    this.table = new VectorTableReader(memory, reader);
  }

  async isRead(): Promise<boolean> {
    return (await this.readGeneration(this.held.modelId)) === this.generation;
  }

  search(scope: Scope, query: QueryVector, filter: Filter, limit: number): VectorHit[] | undefined {
    this.table.lock.noteQuestion();
    return this.table.search(scope, vectorOf(query, this.held), filter, limit);
  }

  score(scope: Scope, query: QueryVector, kind: ItemKind, ids: readonly ItemId[]): VectorHit[] | undefined {
    return this.table.score(scope, vectorOf(query, this.held), kind, ids);
  }
}

/** Returns the vector of a query; throws `index/unavailable` if another model made it than those that are held. */
export function vectorOf({ modelId, vector }: QueryVector, held: Held): Float32Array {
  requireDims(vector, held);
  if (modelId === held.modelId) return vector;
  throw new CairnError(
    'index/unavailable',
    `The vector index holds vectors by ${held.modelId}; the query is by ${modelId}.`,
  );
}

export function requireDims(vector: Float32Array, { dims, modelId }: Held): void {
  if (vector.length === dims && vector.every(Number.isFinite)) return;
  throw new CairnError(
    'index/unavailable',
    `The vector index holds vectors of ${dims} dimensions by ${modelId}, all finite; this one has ${vector.length} dimensions, or numbers that are not finite.`,
  );
}
