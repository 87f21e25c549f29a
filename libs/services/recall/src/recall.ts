import { Injectable } from '@nestjs/common';
import {
  CairnError,
  scopeOf,
  type EmptyReason,
  type Hit,
  type ItemId,
  type MessageHit,
  type MessageSearchRequest,
  type MessageSearchResponse,
  type Principal,
  type RecallRequest,
  type RecallResponse,
  type RecentRequest,
  type RecentResponse,
  type Scope,
  type StatsResponse,
} from '@cairn/contracts';
import { RecallApi, Truth, type Filter } from '@cairn/ports';
import { recipes, type Ranked } from '@cairn/ranking';
import { explanationOf, hitOf } from './answer.ts';
import { Candidates, type Asked } from './candidates.ts';
import { filtersOf } from './filters.ts';
import { isForeign } from './foreign-topic.ts';
import { injectionBlockOf } from './injection-block.ts';
import { Judge, type Judged } from './judge.ts';
import { readQuery } from './read-query.ts';
import { RecallMeasures } from './recall-measures.ts';
import { Speakers } from './speakers.ts';
import { Stopwatch } from './stopwatch.ts';

/** The read side: a question goes to both lanes, is judged as one list, and is answered from the truth. */
@Injectable()
export class Recall extends RecallApi {
  constructor(
    private readonly truth: Truth,
    private readonly speakers: Speakers,
    private readonly candidates: Candidates,
    private readonly judge: Judge,
    private readonly measures: RecallMeasures,
  ) {
    super();
  }

  async recall(principal: Principal, request: RecallRequest): Promise<RecallResponse> {
    const watch = new Stopwatch();
    const asked = await this.read(principal, request);
    const gathered = await this.candidates.gather(asked, watch);
    if (gathered.degraded.length === 2)
      throw new CairnError('index/unavailable', 'neither the word index nor the vector index answered');

    const judged = await this.judge.judge(asked, gathered, request.mode, watch);
    const foreign = isForeign(gathered);
    const relevant = foreign ? [] : judged.ranked.filter(({ score }) => score >= request.minScore);
    const hits = await watch.time('hydrate', () => this.hydrate(asked, judged, relevant, request));
    const reason = hits.length > 0 ? undefined : await this.reasonFor(asked, judged, foreign);
    const timings = watch.total();
    this.measures.observe(timings, gathered.degraded);

    return {
      hits,
      injectionBlock: injectionBlockOf(hits, gathered.degraded, reason),
      degraded: [...gathered.degraded],
      ...(reason ? { reason } : {}),
      ...(request.explain ? { explain: explanationOf(asked, gathered, judged, timings) } : {}),
    };
  }

  async searchMessages(principal: Principal, request: MessageSearchRequest): Promise<MessageSearchResponse> {
    const { hits, ...answer } = await this.recall(principal, {
      ...request,
      over: 'messages',
      mode: 'general',
      tagMatch: 'any',
      includeAssociations: false,
      includeArchived: false,
    });
    return {
      query: request.query,
      results: hits.filter((hit): hit is MessageHit => hit.kind === 'message'),
      ...answer,
    };
  }

  async recent(principal: Principal, request: RecentRequest): Promise<RecentResponse> {
    const { limit, channel, sessionKey, sinceMs } = request;
    const scope = scopeOf(principal, channel);
    const messages = await this.truth.recent(scope, { kind: 'message', channel, sessionKey, sinceMs }, limit);
    return {
      messages: messages.map(({ id, role, speaker, content, channel: where, sessionKey: session, timestamp }) => ({
        _id: id,
        messageId: id,
        role,
        speaker,
        content,
        channel: where,
        sessionKey: session,
        timestamp,
      })),
      query: { limit, channel: channel ?? null, sessionKey: sessionKey ?? null, sinceMs: sinceMs ?? null },
    };
  }

  stats(principal: Principal): Promise<StatsResponse> {
    return this.truth.stats(scopeOf(principal));
  }

  private async read(principal: Principal, request: RecallRequest): Promise<Asked> {
    const scope = scopeOf(principal, request.channel);
    const speakers = request.over === 'memories' ? [] : await this.speakers.of(scope, request.channel);
    const recipe = recipes[request.recipe];
    const candidates = Math.max(recipe.candidates, request.limit);
    return {
      scope,
      query: readQuery(request.query, speakers),
      filters: filtersOf(request),
      recipe: { ...recipe, candidates },
    };
  }

  /** The best `limit` that the truth still shows to this scope, in order. */
  private async hydrate(
    { scope, filters }: Asked,
    judged: Judged,
    ranked: readonly Ranked[],
    { limit, explain }: RecallRequest,
  ): Promise<Hit[]> {
    const hits: Hit[] = [];
    for (let at = 0; at < ranked.length && hits.length < limit; at += limit) {
      const page = ranked.slice(at, at + limit);
      const items = await this.itemsOf(
        scope,
        filters,
        page.map(({ id }) => id as ItemId),
      );
      for (const entry of page) {
        const item = items.get(entry.id as ItemId);
        if (item && hits.length < limit) hits.push(hitOf(item, entry, judged, explain));
      }
    }
    return hits;
  }

  private async itemsOf(scope: Scope, filters: readonly Filter[], ids: readonly ItemId[]) {
    const lists = await Promise.all(filters.map((filter) => this.truth.hydrate(scope, filter, ids)));
    return new Map(lists.flat().map((item) => [item.id as ItemId, item]));
  }

  private async reasonFor({ scope, filters }: Asked, { ranked }: Judged, foreign: boolean): Promise<EmptyReason> {
    if (foreign) return 'foreign-topic';
    if (ranked.length > 0) return 'below-min-score';
    const counts = await Promise.all(filters.map((filter) => this.truth.count(scope, filter, 1)));
    return counts.some((count) => count > 0) ? 'no-match' : 'nothing-stored';
  }
}
