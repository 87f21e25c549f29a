import { Injectable } from '@nestjs/common';
import {
  searchedTextsOf,
  type Association,
  type Flag,
  type FormerMemory,
  type Hit,
  type Item,
  type ItemId,
  type MessageId,
  type RetrieverName,
  type RecallRequest,
  type RecallResponse,
} from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { IndexLedger } from '@cairn/ports';
import { missingWords } from '@cairn/text';
import { wordsAround } from './search/foreign-topics.ts';
import { answerLength, RENEWAL_HITS, confidenceOf, decliningRelevance, raiseNewer } from '@cairn/ranking';
import {
  lifecycle,
  type Lifecycle,
  type FormerText,
  type Succession,
  evidence,
  type Evidence,
  type MemoryEvidence,
} from '@cairn/store';
import { Uses } from '@cairn/platform';
import { explanationOf, hitOf } from './hits/answer.ts';
import { Associations } from './hits/associations.ts';
import type { CandidatePool } from './search/candidate-pool.ts';
import { ContextReader } from './question/context-reader.ts';
import { cutToDetail } from './hits/detail.ts';
import type { DistinctItem } from './hits/distinct-items.ts';
import { EmptyReasons } from './hits/empty-reasons.ts';
import { evidenceOf } from './hits/evidence-of.ts';
import { formerMemoriesOf } from './hits/former-memories.ts';
import { HitPairs } from './hits/hit-pairs.ts';
import { Hydration } from './hits/hydration.ts';
import { injectionBlockOf } from './hits/injection-block.ts';
import { explainRank } from './hits/plain-words.ts';
import { RankedSearch, type FindingQuery } from './search/ranked-search.ts';
import type { RecallContext } from './question/recall-context.ts';
import { RecallMeasures } from './recall-measures.ts';
import type { ScoredCandidates } from './search/reranker.ts';
import { findOtherSpeaker } from './search/said-by-another.ts';
import { wordPassageOf } from './hits/word-passage.ts';
import { Stopwatch } from './timing/stopwatch.ts';

/** Lag in ms that a healthy index may have. */
const HEALTHY_LAG_MAX_MS = 3_000;

/** Answers a question: retrieves candidates, reranks them as one list, and loads the hits from the truth. */
@Injectable()
export class Recall {
  constructor(
    private readonly contexts: ContextReader,
    private readonly search: RankedSearch,
    private readonly hydration: Hydration,
    private readonly associations: Associations,
    private readonly emptyReasons: EmptyReasons,
    private readonly ledger: IndexLedger,
    @Uses(lifecycle) private readonly lifecycle: Lifecycle,
    @Uses(evidence) private readonly evidence: Evidence,
    private readonly measures: RecallMeasures,
  ) {}

  /** Answers a request. `usual` is the number of hits for a request without a limit. */
  async answer(principal: Principal, request: RecallRequest, usual: number): Promise<RecallResponse> {
    const watch = new Stopwatch();
    const context = await this.contexts.read(principal, request);
    const [finding, behind] = await Promise.all([
      this.search.find(context, request.minScore, watch),
      this.vectorsBehind(context),
    ]);
    const { pool, relevant } = finding;
    const [degraded, searched] = [pool.degraded.sort(compareWordsFirst), [...searchedTextsOf(request)]];
    const { kept, restated } = await watch.time('hydrate', () =>
      this.hydration.distinct(context, finding, Math.max(request.limit ?? usual, RENEWAL_HITS)),
    );
    const successions = await this.successions(context, kept);
    const pairs = new HitPairs(request.query, successions, pool.links);
    const successorOf = new Map(successions.map(({ id: old, supersededBy }) => [old, supersededBy]));
    const distinct = relevant.filter(({ id }) => !restated.has(id));
    const limit = request.limit ?? answerLength(distinct, usual);
    const ordered = raiseNewer<DistinctItem>(kept, pairs);
    const shown = ordered.slice(0, limit);
    const [linked, evidence, formerTexts, former] = await Promise.all([
      watch.time('associations', () => this.linkedTo(context, request, shown, pool)),
      watch.time('evidence', () => evidenceOf(this.evidence, context, shown)),
      this.formerTexts(context, request, shown),
      this.formerMemories(context, request, shown),
    ]);
    const relevances = decliningRelevance(ordered.map(({ ranked }) => ranked.score));
    const hits = hitsOf(shown, {
      ...{ context, request, finding, successorOf, linked, evidence, relevances, formerTexts, former },
    });
    const flags = [
      ...(hits.length > 0 ? flagsOf(context, finding, shown, request.channel) : []),
      ...pairs.contradictions(shown),
      ...(pool.failed.has('vectors') ? [] : behind),
    ];
    const emptiness = hits.length > 0 ? undefined : await this.emptyReasons.of(context, request, finding);
    const timings = watch.total();
    this.measures.observe(timings, degraded);

    return {
      hits,
      searched,
      confidence: confidenceOf(distinct),
      flags,
      injectionBlock: injectionBlockOf({
        hits,
        searched,
        degraded,
        flags,
        ...emptiness,
        detail: request.detail,
        budgetChars: request.budgetChars,
        more: request.limit === undefined ? relevances.slice(limit, usual) : [],
      }),
      degraded,
      ...emptiness,
      ...(request.explain ? { explain: explanationOf(context, pool, finding.reranked, timings) } : {}),
    };
  }

  private async linkedTo(
    { scope }: RecallContext,
    { includeAssociations }: RecallRequest,
    shown: readonly DistinctItem[],
    pool: CandidatePool,
  ) {
    if (!includeAssociations) return new Map<ItemId, readonly Association[]>();
    const memories = shown.map(({ item }) => item).filter((item) => item.kind === 'memory');
    return this.associations.of(scope, memories, pool);
  }

  /** Scores the candidates of a question for the benchmark, which ranks these candidates by other recipes. */
  async scored(principal: Principal, request: RecallRequest): Promise<ScoredCandidates> {
    const context = await this.contexts.read(principal, request);
    const { reranked } = await this.search.find(context, 0, new Stopwatch());
    return reranked;
  }

  /** Reads the successors of superseded hits; queries the store only if there are any. */
  private async successions({ scope }: RecallContext, kept: readonly DistinctItem[]): Promise<Succession[]> {
    const superseded = kept.filter(({ item }) => item.state === 'superseded').map(({ item }) => item.id as ItemId);
    return superseded.length > 0 ? this.lifecycle.successions({ scope, ids: superseded }) : [];
  }

  /** Reads the texts that the hits had at the time that was asked for, of those that were changed since. */
  private async formerTexts(
    { scope }: RecallContext,
    { asOf, askedAtMs }: RecallRequest,
    shown: readonly DistinctItem[],
  ): Promise<ReadonlyMap<string, FormerText>> {
    const at = asOf ?? (askedAtMs || undefined);
    const ids = shown.flatMap(({ item }) => (item.kind === 'memory' && item.version > 1 ? [item.id] : []));
    if (at === undefined || ids.length === 0) return new Map();
    const texts = await this.lifecycle.textsAt({ scope, ids, at });
    return new Map(texts.map((text) => [text.id, text]));
  }

  /** Reads the memories that said what hits say and held no longer at the time of the question. */
  private formerMemories({ scope, askedAt }: RecallContext, { asOf }: RecallRequest, shown: readonly DistinctItem[]) {
    const items = shown.map(({ item }) => item);
    return formerMemoriesOf(this.lifecycle, { scope, askedAt: asOf ?? askedAt }, items);
  }

  /** Flags an answer if an item has waited longer than `HEALTHY_LAG_MAX_MS` for its vectors. */
  private async vectorsBehind({ scope }: RecallContext): Promise<Flag[]> {
    return (await this.ledger.isBehind(scope, 'vectors', HEALTHY_LAG_MAX_MS)) ? [{ code: 'vectors-behind' }] : [];
  }
}

interface RecallExtras {
  /** Scores to show, in the order of the hits. */
  readonly relevances: readonly number[];
  readonly context: RecallContext;
  readonly request: RecallRequest;
  readonly finding: Pick<FindingQuery, 'pool' | 'graphAnswer'>;
  readonly successorOf: ReadonlyMap<ItemId, ItemId | undefined>;
  readonly linked: ReadonlyMap<ItemId, readonly Association[]>;
  readonly evidence: ReadonlyMap<ItemId, MemoryEvidence>;
  /** Texts to show in place of those of today. */
  readonly formerTexts: ReadonlyMap<string, FormerText>;
  readonly former: ReadonlyMap<string, FormerMemory>;
}

/** The hits of the answer, with their additional data. */
function hitsOf(shown: readonly DistinctItem[], { context, request, finding, ...beside }: RecallExtras): Hit[] {
  return shown.map((each, at) => {
    const id = each.item.id as ItemId;
    const former = beside.formerTexts.get(id);
    const item = former ? withText(each.item, former) : each.item;
    const passage = former ? undefined : finding.pool.passageOf(id);
    const hit = hitOf(
      { ...each, item },
      {
        relevance: beside.relevances[at],
        passage: passage ?? wordPassageOf(item, { ...context, terms: context.query.words.terms }),
        formerVersion: former?.version,
        associations: beside.linked.get(id),
        messages: request.explain ? messagesOf(finding.pool, id) : undefined,
        states: finding.graphAnswer.get(id),
        why: request.explain ? explainRank(each.ranked, shown[at + 1]?.ranked) : undefined,
        successor: beside.successorOf.get(id),
        evidence: beside.evidence.get(id),
        former: beside.former.get(id),
        askedAt: context.askedAt,
      },
    );
    return cutToDetail(hit, request.detail);
  });
}

const withText = (item: Item, { title, content }: FormerText): Item => ({ ...item, title, content }) as Item;

/** The messages that a memory came from, of those that the caller sees; undefined if there are none. */
function messagesOf({ sourceLinks }: CandidatePool, id: ItemId): MessageId[] | undefined {
  const messages = (sourceLinks.get(id) ?? []).flatMap((source) => (source.kind === 'message' ? [source.id] : []));
  return messages.length > 0 ? (messages as string[] as MessageId[]) : undefined;
}

/** Flags of an answer with hits, computed from all ranked candidates. */
function flagsOf(
  context: RecallContext,
  { pool, reranked, isOffTopic }: FindingQuery,
  shown: readonly DistinctItem[],
  channel: string | undefined,
): Flag[] {
  const items = shown.map(({ item }) => item);
  const said = findOtherSpeaker(context, pool, reranked.candidates, items);
  const isOutside =
    channel !== undefined &&
    pool.failed.size === 0 &&
    context.bareId === undefined &&
    pool.candidateFeatures.every((one) => one.channel !== channel);
  return [
    ...(isOffTopic ? [{ code: 'foreign-topic' } as const] : unsureOf(context, items)),
    ...(isOutside ? [{ code: 'nothing-in-channel', channel } as const] : []),
    ...(said ? [said] : []),
  ];
}

/** Says which words of the question no hit has, or none together with the others. */
function unsureOf({ query, bareId, isTopicless }: RecallContext, items: readonly Item[]): Flag[] {
  if (bareId !== undefined || isTopicless) return [];
  const messages = items.filter(({ kind }) => kind === 'message');
  const times = messages.flatMap(({ timestamp }) => timestamp ?? []);
  const missing = missingWords(query.text, items.map(wordsAround), { isTalk: messages.length > 0, times });
  return missing.length > 0 ? [{ code: 'unsure', missing }] : [];
}

const compareWordsFirst = (one: RetrieverName, other: RetrieverName): number =>
  Number(other === 'words') - Number(one === 'words');
