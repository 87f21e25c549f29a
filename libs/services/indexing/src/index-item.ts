import { Injectable } from '@nestjs/common';
import type { IndexTarget, Item } from '@cairn/contracts';
import { inSpan } from '@cairn/platform';
import { CONTINUE, Embedders, GenerationIndexes, Truth, type GenerationIndex, type Pointer } from '@cairn/ports';
import { IndexMeasures } from './index-measures.ts';
import { ItemVectors } from './item-vectors.ts';

/** Puts an item, as the truth has it now, into the indexes of a target. Safe to repeat. */
@Injectable()
export class IndexItem {
  constructor(
    private readonly truth: Truth,
    private readonly indexes: GenerationIndexes,
    private readonly embedders: Embedders,
    private readonly vectors: ItemVectors,
    private readonly measures: IndexMeasures,
  ) {}

  /**
   * Into every generation that is written, the live one first: indexed means in all of them. The item is read before the
   * list of generations is: what is read by a list that is too old for a new one, its backfill reads as well. Without a
   * model there is nothing to wait for: `SwitchedOff` brings the item back when there is one. A long text continues later.
   */
  async run(target: IndexTarget, pointer: Pointer): Promise<void | typeof CONTINUE> {
    const item = await this.truth.load(pointer);
    if (!item) return;
    if (target === 'vectors' && this.embedders.isOff && !('deletedAt' in item))
      return this.truth.markOff(pointer, target, item.version);

    for (const generation of await this.indexes.written(target))
      if ((await this.put(generation, pointer, item)) === CONTINUE) return CONTINUE;
    await this.truth.markIndexed(pointer, target, item.version);
    this.measures.indexed(target, item);
  }

  /** Into one generation only, whatever the others have. */
  async fill(generation: GenerationIndex<IndexTarget>, pointer: Pointer): Promise<void> {
    const item = await this.truth.load(pointer);
    if (!item) return;
    if ((await this.put(generation, pointer, item)) === CONTINUE) await this.fill(generation, pointer);
  }

  private async put(
    { generation, index }: GenerationIndex<IndexTarget>,
    { orgId, kind, id }: Pointer,
    item: Item | { readonly deletedAt: number; readonly version: number },
  ): Promise<void | typeof CONTINUE> {
    if ('deletedAt' in item) return index.remove(orgId, kind, id, item.version);
    const { target, builtBy } = generation;
    const chunks = target === 'words' ? [] : await this.chunksOf(item, builtBy);
    if (chunks === CONTINUE) return CONTINUE;
    await inSpan(`${target} upsert`, () => index.upsert(item, chunks));
  }

  private async chunksOf(item: Item, modelId: string): Promise<Float32Array[] | typeof CONTINUE> {
    return this.vectors.of(item, await this.embedders.of(modelId));
  }
}
