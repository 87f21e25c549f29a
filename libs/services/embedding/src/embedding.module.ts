import { Module, type DynamicModule } from '@nestjs/common';
import { Backfill, BackfillRate } from './backfill.ts';
import { IndexItem } from './index-item.ts';
import { IndexMeasures } from './index-measures.ts';
import { IndexSubscribers } from './index-subscribers.controller.ts';
import { ItemVectors } from './item-vectors.ts';

export interface EmbeddingOptions {
  /** Items a second at most that go into an index which is built anew. */
  readonly reindexPerSecond: number;
}

@Module({ controllers: [IndexSubscribers], providers: [IndexItem, ItemVectors, IndexMeasures, Backfill] })
export class EmbeddingModule {
  static forRoot({ reindexPerSecond: itemsPerSecond }: EmbeddingOptions): DynamicModule {
    return { module: EmbeddingModule, providers: [{ provide: BackfillRate, useValue: { itemsPerSecond } }] };
  }
}
