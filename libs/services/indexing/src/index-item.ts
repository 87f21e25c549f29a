import { Injectable } from '@nestjs/common';
import type { IndexTarget, Item } from '@cairn/contracts';
import { runInSpan } from '@cairn/platform';
import {
  CONTINUE_RESULT,
  Embedders,
  GenerationIndexes,
  IndexLedger,
  type GenerationIndex,
  type Pointer,
} from '@cairn/ports';
import { IndexMeasures } from './index-measures.ts';
import { ItemVectors } from './item-vectors.ts';

/** Writes the current version of an item to the indexes of a target. A repeated call changes nothing. */
@Injectable()
export class IndexItem {
  constructor(
    private readonly ledger: IndexLedger,
    private readonly indexes: GenerationIndexes,
    private readonly embedders: Embedders,
    private readonly vectors: ItemVectors,
    private readonly measures: IndexMeasures,
  ) {}

  /**
   * Indexes the item in every written generation, the live generation first, and marks the item as indexed when all
   * generations have it. Reads the item before the list of generations: if the list lacks a new generation, the
   * backfill of that generation reads the item later. Without a model, marks the item as `off`;
   * `SwitchedOffSubscribers` announces the item once there is a model. A long text continues in a later delivery.
   */
  async run(target: IndexTarget, pointer: Pointer): Promise<void | typeof CONTINUE_RESULT> {
    const item = await this.ledger.load(pointer);
    if (!item) return;
    if (target === 'vectors' && this.embedders.isOff && !('deletedAt' in item))
      return this.ledger.markOff(pointer, target, item.version);

    for (const generation of await this.indexes.written(target))
      if ((await this.put(generation, pointer, item)) === CONTINUE_RESULT) return CONTINUE_RESULT;
    // Failpoint: vectors/after-index-before-mark
    // Failpoint: words/after-index-before-mark
    await this.ledger.markIndexed(pointer, target, item.version);
    this.measures.indexed(target, item);
  }

  /** Indexes the item into one generation only. */
  async fill(generation: GenerationIndex<IndexTarget>, pointer: Pointer): Promise<void> {
    const item = await this.ledger.load(pointer);
    if (!item) return;
    if ((await this.put(generation, pointer, item)) === CONTINUE_RESULT) await this.fill(generation, pointer);
  }

  private async put(
    { generation, index }: GenerationIndex<IndexTarget>,
    { orgId, kind, id }: Pointer,
    item: Item | { readonly deletedAt: number; readonly version: number },
  ): Promise<void | typeof CONTINUE_RESULT> {
    if ('deletedAt' in item) return index.remove(orgId, kind, id, item.version);
    const { target, builtBy } = generation;
    const chunks = target === 'words' ? [] : await this.chunksOf(item, builtBy);
    if (chunks === CONTINUE_RESULT) return CONTINUE_RESULT;
    await runInSpan(`${target} upsert`, () => index.upsert(item, chunks));
  }

  private async chunksOf(item: Item, modelId: string): Promise<Float32Array[] | typeof CONTINUE_RESULT> {
    return this.vectors.of(item, await this.embedders.of(modelId));
  }
}
