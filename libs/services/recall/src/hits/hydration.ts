import { Injectable } from '@nestjs/common';
import type { Item, ItemId } from '@cairn/contracts';
import { ItemReader } from '@cairn/ports';
import { matchesFilter, type Filter } from '@cairn/domain';
import type { Ranked } from '@cairn/ranking';
import type { CandidatePool } from '../search/candidate-pool.ts';
import { DistinctItems, restatementFinder } from './distinct-items.ts';
import type { FindingQuery } from '../search/ranked-search.ts';
import type { RecallContext } from '../question/recall-context.ts';

/** Loads the ranked items from the truth, within the scope. */
@Injectable()
export class Hydration {
  constructor(private readonly items: ItemReader) {}

  /** Loads the best `most` items that the scope still sees, in order, with restatements collapsed. */
  async distinct(context: RecallContext, { pool, relevant }: FindingQuery, most: number): Promise<DistinctItems> {
    const distinct = new DistinctItems(most, context.collapses, pool.links);
    const items = new Map<string, Item | undefined>();
    const perhaps = restatementFinder(relevant, pool);
    let at = 0;
    for (; at < relevant.length && !distinct.isFull; at += most) {
      const page = relevant.slice(at, at + most);
      const ids = new Set([...page.map(({ id }) => id as ItemId), ...perhaps(page)]);
      const unread = [...ids].filter((id) => !items.has(id));
      const read = await this.itemsOf(context, pool, unread);
      for (const id of unread) items.set(id, read.get(id));
      for (const entry of page) addTo(distinct, items, entry);
    }
    for (const entry of relevant.slice(at)) addTo(distinct, items, entry);
    return distinct;
  }

  /** Loads items. Items of one kind are loaded once, even if several filters admit them. */
  private async itemsOf({ scope, filters }: RecallContext, { features }: CandidatePool, ids: readonly ItemId[]) {
    const byKind = Map.groupBy(ids, (id) => features.get(id)?.kind);
    const lists = await Promise.all(
      [...Map.groupBy(filters, ({ kind }) => kind)].map(async ([kind, some]) => {
        const wanted = byKind.get(kind) ?? [];
        if (wanted.length === 0) return [];
        const whole: Filter = some.length === 1 ? some[0]! : { kind, includeArchived: true, includeProposed: true };
        const items = await this.items.hydrate(scope, whole, wanted);
        return items.filter((item) => some.some((filter) => matchesFilter(filter, item)));
      }),
    );
    return new Map(lists.flat().map((item) => [item.id as ItemId, item]));
  }
}

function addTo(distinct: DistinctItems, items: ReadonlyMap<string, Item | undefined>, entry: Ranked): void {
  const item = items.get(entry.id);
  if (item) distinct.add(item, entry);
}
