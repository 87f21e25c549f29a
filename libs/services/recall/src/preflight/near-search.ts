import { Injectable } from '@nestjs/common';
import { RecallRequest, type ItemId, type Principal } from '@cairn/contracts';
import { ContextReader } from '../context-reader.ts';
import { Hydration } from '../hydration.ts';
import { RankedSearch } from '../ranked-search.ts';
import { Stopwatch } from '../stopwatch.ts';
import type { Nearest, NearRequest } from './preflight.ts';

/** The best of what a filter lets through, as recall ranks it, whatever its topic. */
@Injectable()
export class NearSearch {
  constructor(
    private readonly contexts: ContextReader,
    private readonly search: RankedSearch,
    private readonly hydration: Hydration,
  ) {}

  async find(principal: Principal, { filter, limit, recipe, query }: NearRequest): Promise<Nearest> {
    const request = RecallRequest.parse({ query, recipe, limit, channel: filter.channel });
    const context = { ...(await this.contexts.read(principal, request)), filters: [filter] };
    const finding = await this.search.find(context, 0, new Stopwatch());
    const { pool, reranked } = finding;
    const { kept } = await this.hydration.distinct(context, { ...finding, relevant: reranked.ranked }, limit);
    const isStanding = (id: ItemId) => pool.features.get(id)?.says.rule ?? false;
    const found = kept.map(({ item, ranked: { score } }) => ({ item, score, isStanding: isStanding(item.id) }));
    return { found, degraded: [...pool.failed] };
  }
}
