import { Injectable } from '@nestjs/common';
import type { NarrowingField, RecallRequest } from '@cairn/contracts';
import { ItemReader } from '@cairn/ports';
import { filtersOf } from '../question/filters.ts';
import { narrowRequest, narrowingOf, type Emptiness } from '../question/narrowing.ts';
import { nextStepOf } from './next-step.ts';
import { RankedSearch, type FindingQuery } from '../search/ranked-search.ts';
import type { RecallContext } from '../question/recall-context.ts';
import { Stopwatch } from '../timing/stopwatch.ts';

const NO_SUCH_ID =
  'Next step: ask for its words; nothing that you may read has this id or speaks of it. What is tied to a peer needs the channel of that peer.';

/** Explains why an answer is empty. Items outside the scope change neither the reason nor the filters that it names. */
@Injectable()
export class EmptyReasons {
  constructor(
    private readonly items: ItemReader,
    private readonly search: RankedSearch,
  ) {}

  async of(context: RecallContext, request: RecallRequest, finding: FindingQuery): Promise<Emptiness> {
    if (context.bareId !== undefined) return { reason: 'no-match', nextStep: NO_SUCH_ID };
    const why = await this.why(context, request, finding);
    return { ...why, nextStep: nextStepOf({ ...why, ranked: finding.reranked.ranked }) };
  }

  private async why(
    context: RecallContext,
    request: RecallRequest,
    { reranked, isOffTopic }: FindingQuery,
  ): Promise<Omit<Emptiness, 'nextStep'>> {
    if (reranked.ranked.length > 0 && !isOffTopic) return { reason: 'below-min-score' };
    if (!(await this.isAnyStored(context, narrowRequest(request, [])))) return { reason: 'nothing-stored' };
    const emptiedBy = await this.emptiedBy(context, request);
    if (emptiedBy.length > 0) return { reason: 'filtered-out', emptiedBy };
    return { reason: isOffTopic ? 'foreign-topic' : 'no-match' };
  }

  /** Finds the fields of the request that narrowed the search so far that no fitting item was left. */
  private async emptiedBy(context: RecallContext, request: RecallRequest): Promise<NarrowingField[]> {
    const filters = narrowingOf(request).filter((field) => field !== 'sources');
    const ofKind = narrowRequest(request, ['sources']);
    if (!(await this.isAnyStored(context, ofKind))) return ['sources'];
    const pass = (field: NarrowingField) => this.isAnyStored(context, narrowRequest(request, ['sources', field]));
    const passes = await Promise.all(filters.map(pass));
    const alone = filters.filter((_, at) => !passes[at]);
    if (alone.length > 0) return alone;
    if (!(await this.isAnyStored(context, request)) || (filters.length > 0 && (await this.hasFitting(context, ofKind))))
      return filters;
    const named = narrowingOf(request);
    return named.includes('sources') && (await this.hasFitting(context, narrowRequest(request, []))) ? named : [];
  }

  private async hasFitting(context: RecallContext, request: RecallRequest): Promise<boolean> {
    const wider = { ...context, filters: filtersOf(request, context) };
    const { relevant } = await this.search.find(wider, request.minScore, new Stopwatch());
    return relevant.length > 0;
  }

  private async isAnyStored(context: RecallContext, request: RecallRequest): Promise<boolean> {
    const filters = filtersOf(request, context);
    const counts = await Promise.all(filters.map((filter) => this.items.count(context.scope, filter, 1)));
    return counts.some((count) => count > 0);
  }
}
