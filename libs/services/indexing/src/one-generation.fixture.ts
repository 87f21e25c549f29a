import type { IndexTarget } from '@cairn/contracts';
import {
  GenerationIndexes,
  INDEX_LAYOUT,
  type Embedder,
  type Generation,
  type GenerationIndex,
  type IndexOf,
  type VectorIndex,
} from '@cairn/ports';
import { OneModel } from '@cairn/testing';

/** For tests: one live generation of vectors and its model. */
export function oneGeneration(index: VectorIndex, model: Embedder) {
  const generation: Generation<'vectors'> = {
    target: 'vectors',
    number: 1,
    builtBy: model.modelId,
    layout: INDEX_LAYOUT,
    dims: model.dims,
    status: 'live',
    cursor: 0,
    startedAt: 0,
    filledAt: 0,
  };
  return { indexes: new OneIndex(generation, index), embedders: new OneModel(model) };
}

class OneIndex extends GenerationIndexes {
  readonly staleMs = 0;
  private readonly generation: Generation<'vectors'>;
  private readonly index: VectorIndex;

  constructor(generation: Generation<'vectors'>, index: VectorIndex) {
    super();
    this.generation = generation;
    this.index = index;
  }

  async written<Target extends IndexTarget>(): Promise<readonly GenerationIndex<Target>[]> {
    return [{ generation: this.generation, index: this.index }] as unknown as GenerationIndex<Target>[];
  }

  of<Target extends IndexTarget>(): IndexOf[Target] {
    return this.index as unknown as IndexOf[Target];
  }

  drop(): Promise<void> {
    return this.index.drop();
  }
}
