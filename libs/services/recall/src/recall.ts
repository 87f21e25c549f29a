import { Injectable } from '@nestjs/common';
import {
  CairnError,
  type Flag,
  scopeOf,
  toolLimits,
  type Item,
  type ItemId,
  type Message,
  type MessageHit,
  type MessageSearchRequest,
  type MessageSearchResponse,
  type NarrowingField,
  type Principal,
  type RecallRequest,
  type RecallResponse,
  type RecentMessage,
  type RecentRequest,
  type RecentResponse,
  type Scope,
  type StatsResponse,
} from '@cairn/contracts';
import { Clock, Embedders, LiveWords, Truth, type Filter, type TextSearch } from '@cairn/ports';
import { answerLength, confidenceOf, isForeign, recipes, type Ranked } from '@cairn/ranking';
import { explanationOf, hitOf } from './answer.ts';
import { Candidates, type Asked, type Gathered } from './candidates.ts';
import { asLongAs, DistinctItems } from './distinct-items.ts';
import { EventTimes } from './event-times.ts';
import { filtersOf } from './filters.ts';
import { injectionBlockOf } from './injection-block.ts';
import { Judge, type Judged, type Weighed } from './judge.ts';
import type { Passage } from './known.ts';
import { narrowedBy, narrowingOf, type Emptiness } from './narrowing.ts';
import { readQuery, withEvent, type Asking, type ReadQuery } from './read-query.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { saidByAnother } from './said-by-another.ts';
import { RecallMeasures } from './recall-measures.ts';
import { Speakers } from './speakers.ts';
import { Stopwatch } from './stopwatch.ts';

/** Longer than an index that keeps up takes. */
const BEHIND_MS = 3_000;

/** Where nobody says where they are, they are where the server is. */
const LOCAL_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The read side: a question goes to both lanes, is judged as one list, and is answered from the truth. */
@Injectable()
export class Recall {
  private readonly counting = new OneAtATime<StatsResponse>();

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
  ) {}

  recall(principal: Principal, request: RecallRequest): Promise<RecallResponse> {
    return this.answer(principal, request, toolLimits.recallLimit.default);
  }

  /** `usual` is how many hits an answer has at most when the caller names no number. */
  private async answer(principal: Principal, request: RecallRequest, usual: number): Promise<RecallResponse> {
    const watch = new Stopwatch();
    const asked = await this.read(principal, request);
    const [found, behind] = await Promise.all([this.find(asked, request, watch), this.behind(asked)]);
    const { gathered, judged, relevant } = found;
    const { degraded } = gathered;
    const { kept, restated } = await watch.time('hydrate', () =>
      this.hydrate(asked, gathered, relevant, request.limit ?? usual),
    );
    const distinct = relevant.filter(({ id }) => !restated.has(id));
    const limit = request.limit ?? answerLength(distinct, usual);
    const hits = kept.slice(0, limit).map((each) => hitOf(each, passageOf(each.item.id, gathered), request.explain));
    const flag = hits.length > 0 && saidByAnother(asked, gathered, judged.candidates);
    const flags = [...(flag ? [flag] : []), ...(degraded.includes('vectors') ? [] : behind)];
    const emptiness = hits.length > 0 ? undefined : await this.whyEmpty(asked, request, found);
    const timings = watch.total();
    this.measures.observe(timings, degraded);

    return {
      hits,
      confidence: confidenceOf(distinct),
      flags,
      injectionBlock: injectionBlockOf({ hits, degraded, flags, ...emptiness, budgetChars: request.budgetChars }),
      degraded: [...degraded],
      ...emptiness,
      ...(request.explain ? { explain: explanationOf(asked, gathered, judged, timings) } : {}),
    };
  }

  /** What answers, best first, before it is cut to a limit: nothing when all of it is of another topic. */
  private async find(asked: Asked, { minScore }: RecallRequest, watch: Stopwatch): Promise<Finding> {
    const gathered = await this.candidates.gather(asked, watch);
    if (gathered.degraded.length === 2)
      throw new CairnError('index/unavailable', 'neither the word index nor the vector index answered');
    const judged = await watch.time('rerank', () => this.judge.judge(asked, gathered));
    const isOffTopic = gathered.degraded.length === 0 && isForeign(judged.ranked);
    const relevant = isOffTopic ? [] : judged.ranked.filter(({ score }) => score >= minScore);
    return { gathered, judged, isOffTopic, relevant };
  }

  /** What was stored a moment ago is on its way; what waits for longer, an agent should know of. */
  private async behind({ scope }: Asked): Promise<Flag[]> {
    return (await this.truth.isBehind(scope, 'vectors', BEHIND_MS)) ? [{ code: 'vectors-behind' }] : [];
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
      messages: messages.map(recentOf),
      query: { limit, channel: channel ?? null, sessionKey: sessionKey ?? null, sinceMs: sinceMs ?? null },
    };
  }

  /** Counts everything that the scope sees, which takes long in a large store: one at a time for each organisation. */
  stats(principal: Principal): Promise<StatsResponse> {
    const scope = scopeOf(principal);
    return this.counting.ask(scope.orgId, scope.principalId, () => this.truth.stats(scope));
  }

  private async read(principal: Principal, request: RecallRequest): Promise<Asked> {
    const scope = scopeOf(principal, request.channel);
    const [people, model, words] = await Promise.all([
      this.speakers.in(request.query, scope, request.channel),
      this.embedders.live(),
      this.words.forQuestion(),
    ]);
    const { query, mode, askedAtMs, timeZone = LOCAL_TIME_ZONE } = request;
    const asked = { at: askedAtMs || this.clock.now(), timeZone };
    return {
      scope,
      isWithoutModel: this.embedders.isOff,
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

  /** The best `most` that the truth still shows to this scope, in order, each text of a memory once. */
  private async hydrate(
    { scope, filters }: Asked,
    { found }: Gathered,
    ranked: readonly Ranked[],
    most: number,
  ): Promise<DistinctItems> {
    const distinct = new DistinctItems(most);
    const items = new Map<string, Item | undefined>();
    const othersAsLong = asLongAs(ranked, found);
    let at = 0;
    for (; at < ranked.length && !distinct.isFull; at += most) {
      const page = ranked.slice(at, at + most);
      const ids = new Set([...page.map(({ id }) => id as ItemId), ...othersAsLong(page)]);
      const unread = [...ids].filter((id) => !items.has(id));
      const read = await this.itemsOf(scope, filters, unread);
      for (const id of unread) items.set(id, read.get(id));
      for (const entry of page) addTo(distinct, items, entry);
    }
    for (const entry of ranked.slice(at)) addTo(distinct, items, entry);
    return distinct;
  }

  private async itemsOf(scope: Scope, filters: readonly Filter[], ids: readonly ItemId[]) {
    const lists = await Promise.all(filters.map((filter) => this.truth.hydrate(scope, filter, ids)));
    return new Map(lists.flat().map((item) => [item.id as ItemId, item]));
  }

  /** From what this scope sees alone: what it does not see moves no reason and no filter's name. */
  private async whyEmpty(asked: Asked, request: RecallRequest, { judged, isOffTopic }: Finding): Promise<Emptiness> {
    if (judged.ranked.length > 0 && !isOffTopic) return { reason: 'below-min-score' };
    if (!(await this.isAnyStored(asked.scope, narrowedBy(request, [])))) return { reason: 'nothing-stored' };
    const emptiedBy = await this.emptiedBy(asked, request);
    if (emptiedBy.length > 0) return { reason: 'filtered-out', emptiedBy };
    return { reason: isOffTopic ? 'foreign-topic' : 'no-match' };
  }

  /** The kind of item that is asked for, or filters: which leave nothing, or nothing that fits while without them something does. */
  private async emptiedBy(asked: Asked, request: RecallRequest): Promise<NarrowingField[]> {
    const { scope } = asked;
    const filters = narrowingOf(request).filter((field) => field !== 'over');
    const ofKind = narrowedBy(request, ['over']);
    if (!(await this.isAnyStored(scope, ofKind))) return ['over'];
    const pass = (field: NarrowingField) => this.isAnyStored(scope, narrowedBy(request, ['over', field]));
    const passes = await Promise.all(filters.map(pass));
    const alone = filters.filter((_, at) => !passes[at]);
    if (alone.length > 0) return alone;
    if (!(await this.isAnyStored(scope, request)) || (filters.length > 0 && (await this.hasFitting(asked, ofKind))))
      return filters;
    const named = narrowingOf(request);
    return named.includes('over') && (await this.hasFitting(asked, narrowedBy(request, []))) ? named : [];
  }

  private async hasFitting(asked: Asked, request: RecallRequest): Promise<boolean> {
    const { relevant } = await this.find({ ...asked, filters: filtersOf(request) }, request, new Stopwatch());
    return relevant.length > 0;
  }

  private async isAnyStored(scope: Scope, request: RecallRequest): Promise<boolean> {
    const counts = await Promise.all(filtersOf(request).map((filter) => this.truth.count(scope, filter, 1)));
    return counts.some((count) => count > 0);
  }
}

/** What a question found, best first, and what of it is an answer. */
interface Finding {
  readonly gathered: Gathered;
  readonly judged: Judged;
  readonly isOffTopic: boolean;
  readonly relevant: readonly Ranked[];
}

function addTo(distinct: DistinctItems, items: ReadonlyMap<string, Item | undefined>, entry: Ranked): void {
  const item = items.get(entry.id);
  if (item) distinct.add(item, entry);
}

const passageOf = (id: ItemId, { found }: Gathered): Passage | undefined =>
  found.find(({ passages }) => passages.has(id))?.passages.get(id);

const recentOf = (message: Message): RecentMessage => {
  const { id, role, speaker, content, channel, sessionKey, timestamp, createdAt, author } = message;
  return { _id: id, messageId: id, role, speaker, content, channel, sessionKey, timestamp, createdAt, author };
};

const asRecall = (request: MessageSearchRequest): RecallRequest => ({
  ...request,
  over: 'messages',
  mode: 'general',
  tagMatch: 'any',
  includeAssociations: false,
  includeArchived: false,
});
