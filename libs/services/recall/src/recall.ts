import { Injectable } from '@nestjs/common';
import {
  CairnError,
  scopeOf,
  toolLimits,
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
import { Clock, Embedders, LiveWords, RecallApi, Truth, type Filter, type TextSearch } from '@cairn/ports';
import { answerLength, confidenceOf, isForeign, recipes, type Ranked } from '@cairn/ranking';
import { explanationOf, hitOf } from './answer.ts';
import { Candidates, type Asked, type Gathered } from './candidates.ts';
import { EventTimes } from './event-times.ts';
import { filtersOf } from './filters.ts';
import { injectionBlockOf } from './injection-block.ts';
import { Judge, type Judged, type Weighed } from './judge.ts';
import { readQuery, withEvent, type Asking, type ReadQuery } from './read-query.ts';
import { saidByAnother } from './said-by-another.ts';
import { RecallMeasures } from './recall-measures.ts';
import { Speakers } from './speakers.ts';
import { Stopwatch } from './stopwatch.ts';

/** Where nobody says where they are, they are where the server is. */
const LOCAL_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The read side: a question goes to both lanes, is judged as one list, and is answered from the truth. */
@Injectable()
export class Recall extends RecallApi {
  constructor(
    private readonly truth: Truth,
    private readonly speakers: Speakers,
    private readonly events: EventTimes,
    private readonly candidates: Candidates,
    private readonly judge: Judge,
    private readonly embedders: Embedders,
    private readonly words: LiveWords,
    private readonly measures: RecallMeasures,
    private readonly clock: Clock,
  ) {
    super();
  }

  recall(principal: Principal, request: RecallRequest): Promise<RecallResponse> {
    return this.answer(principal, request, toolLimits.recallLimit.default);
  }

  /** `usual` is how many hits an answer has at most when the caller names no number. */
  private async answer(principal: Principal, request: RecallRequest, usual: number): Promise<RecallResponse> {
    const watch = new Stopwatch();
    const asked = await this.read(principal, request);
    const gathered = await this.candidates.gather(asked, watch);
    if (gathered.degraded.length === 2)
      throw new CairnError('index/unavailable', 'neither the word index nor the vector index answered');

    const judged = await watch.time('rerank', () => this.judge.judge(asked, gathered));
    const foreign = gathered.degraded.length === 0 && isForeign(judged.ranked);
    const relevant = foreign ? [] : judged.ranked.filter(({ score }) => score >= request.minScore);
    const limit = request.limit ?? answerLength(relevant, usual);
    const hits = await watch.time('hydrate', () => this.hydrate(asked, gathered, relevant, limit, request.explain));
    const flag = hits.length > 0 && saidByAnother(asked, gathered, judged.candidates);
    const flags = flag ? [flag] : [];
    const reason = hits.length > 0 ? undefined : await this.reasonFor(asked, judged, foreign);
    const timings = watch.total();
    this.measures.observe(timings, gathered.degraded);

    return {
      hits,
      confidence: confidenceOf(relevant),
      flags,
      injectionBlock: injectionBlockOf({ hits, degraded: gathered.degraded, reason, flags }),
      degraded: [...gathered.degraded],
      ...(reason ? { reason } : {}),
      ...(request.explain ? { explain: explanationOf(asked, gathered, judged, timings) } : {}),
    };
  }

  /** What an answer is ordered by, before the order: for the bench, which orders it by other recipes. */
  async weigh(principal: Principal, request: RecallRequest): Promise<Weighed> {
    const watch = new Stopwatch();
    const asked = await this.read(principal, request);
    return this.judge.judge(asked, await this.candidates.gather(asked, watch));
  }

  async searchMessages(principal: Principal, request: MessageSearchRequest): Promise<MessageSearchResponse> {
    const { hits, ...answer } = await this.answer(principal, asRecall(request), toolLimits.searchLimit.default);
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
    const [people, model, words] = await Promise.all([
      this.speakers.of(scope, request.channel),
      this.embedders.live(),
      this.words.forQuestion(),
    ]);
    const { query, mode, askedAtMs, timeZone = LOCAL_TIME_ZONE } = request;
    const asked = { at: askedAtMs || this.clock.now(), timeZone };
    return {
      scope,
      query: await this.withTimes(scope, words, request.channel, { query, mode, people, asked }),
      filters: filtersOf(request),
      recipe: recipes[request.recipe],
      model,
      words,
      wanted: request.limit ?? 0,
    };
  }

  /** A query that names a time itself needs no event to count from. */
  private async withTimes(
    scope: Scope,
    words: TextSearch,
    channel: string | undefined,
    asking: Asking,
  ): Promise<ReadQuery> {
    const read = readQuery(asking);
    if (read.question.times.length > 0) return read;
    const event = await this.events.find(scope, { words, query: asking.query, channel, at: asking.asked.at });
    return event ? withEvent(read, event) : read;
  }

  /** The best `limit` that the truth still shows to this scope, in order. */
  private async hydrate(
    { scope, filters }: Asked,
    { found }: Gathered,
    ranked: readonly Ranked[],
    limit: number,
    explain: boolean,
  ): Promise<Hit[]> {
    const passageOf = (id: string) =>
      found.find(({ passages }) => passages.has(id as ItemId))?.passages.get(id as ItemId);
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
        if (item && hits.length < limit) hits.push(hitOf(item, entry, passageOf(item.id), explain));
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

const asRecall = (request: MessageSearchRequest): RecallRequest => ({
  ...request,
  over: 'messages',
  mode: 'general',
  tagMatch: 'any',
  includeAssociations: false,
  includeArchived: false,
});
