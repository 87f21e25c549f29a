import { Injectable } from '@nestjs/common';
import {
  effectiveTime,
  limits,
  RecallRequest,
  toolLimits,
  type Changed,
  type Item,
  type ItemId,
  type Memory,
  type OverviewRequest,
  type OverviewResponse,
  type Principal,
  type Quotation,
} from '@cairn/contracts';
import { Evidence, Lifecycle, ItemReader, type MemoryEvidence } from '@cairn/ports';
import {
  contradictionsIn,
  openQuestionsIn,
  sentenceAbout,
  sentencesOf,
  shareOf,
  themesOf,
  topicWords,
} from '@cairn/text';
import { hitOf } from '../hits/answer.ts';
import type { DistinctItem } from '../hits/distinct-items.ts';
import { evidenceOf } from '../hits/evidence-of.ts';
import { filtersOf } from '../question/filters.ts';
import { quotationOf } from '../hits/quotations.ts';
import { isCurrent, WideSearch, type WideFinding } from '../hits/wide-search.ts';
import { overviewBlockOf, summaryOf, type Told } from './digest.ts';
import { sourcesOf } from './topic-sources.ts';

const LOOKED_AT = limits.limit.max;
const MESSAGES = 30;
const STORED_MAX = 10_000;
const NEW_MS = 30 * 86_400_000;
/** An item is about the topic if its score is at least this share of the best one's. */
const ABOUT_SHARE = 0.5;
/** How many characters of a text are read. */
const READ_CHARS = 20_000;
/** How many sentences of a memory are compared with those of others. */
const COMPARED = 4;

/** A topic and the items about it, best first. */
interface Topic {
  readonly wide: WideFinding;
  readonly words: ReadonlySet<string>;
  readonly current: readonly (DistinctItem & { readonly item: Memory })[];
  readonly superseded: readonly DistinctItem[];
  readonly messages: readonly DistinctItem[];
  readonly limit: number;
}

/** Answers what is known of a topic, in quotations. */
@Injectable()
export class Overview {
  constructor(
    private readonly search: WideSearch,
    private readonly items: ItemReader,
    private readonly lifecycle: Lifecycle,
    private readonly evidence: Evidence,
  ) {}

  async of(principal: Principal, request: OverviewRequest): Promise<OverviewResponse> {
    const asked = recallOf(request);
    const most = { memories: LOOKED_AT, messages: MESSAGES };
    const wide = await this.search.find(principal, asked, most);
    const topic = topicOf(request, wide);
    const [filter] = filtersOf({ ...asked, includeArchived: false }, wide.context);
    const top = topic.current.slice(0, Math.min(topic.limit, toolLimits.overviewTop.max));
    const [changed, stored, evidence] = await Promise.all([
      this.changesOf(topic),
      this.items.count(wide.context.scope, filter!, STORED_MAX),
      evidenceOf(this.evidence, wide.context, top),
    ]);
    return answerOf(request, topic, { changed, stored, top, evidence });
  }

  /** The superseded memories with their successors, and the new ones. */
  private async changesOf(topic: Topic): Promise<Changed[]> {
    const superseded = await this.supersessionsOf(topic);
    const successors = new Set(superseded.map(({ now }) => now?.id));
    const since = topic.wide.context.askedAt - NEW_MS;
    const fresh = topic.current
      .filter(({ item }) => effectiveTime(item) >= since && !successors.has(item.id))
      .map(({ item }): Changed => ({ change: 'new', at: effectiveTime(item), now: quoted(item, topic) }));
    return [...superseded, ...fresh].sort((one, other) => (other.at ?? 0) - (one.at ?? 0)).slice(0, topic.limit);
  }

  private async supersessionsOf(topic: Topic): Promise<Changed[]> {
    const { scope } = topic.wide.context;
    const ids = topic.superseded.map(({ item }) => item.id as ItemId);
    if (ids.length === 0) return [];
    const successions = await this.lifecycle.successions(scope, ids);
    const successorOf = new Map(successions.map(({ id, supersededBy }) => [id as string, supersededBy]));
    const wanted = [...successorOf.values()].filter((id) => id !== undefined);
    const items = await this.items.hydrate(scope, { kind: 'memory', includeArchived: true }, wanted);
    const byId = new Map(items.map((item) => [item.id as string, item]));
    return topic.superseded.map(({ item }): Changed => {
      const successor = byId.get(successorOf.get(item.id) ?? '');
      const now = successor && { now: quoted(successor, topic) };
      return { change: 'superseded', at: successor?.createdAt ?? null, was: quoted(item, topic), ...now };
    });
  }
}

const recallOf = ({ topic, limit: _, budgetChars: __, ...filters }: OverviewRequest): RecallRequest => {
  const isOfMemories = [filters.stores, filters.categories, filters.tags].some((some) => some?.length);
  return RecallRequest.parse({
    ...filters,
    query: topic,
    over: isOfMemories ? 'memories' : 'both',
    limit: LOOKED_AT,
    includeArchived: true,
  });
};

function topicOf({ topic, limit }: OverviewRequest, wide: WideFinding): Topic {
  const { memories, messages, context } = wide;
  const best = Math.max(0, ...memories.map(({ ranked }) => ranked.score));
  const isAbout = ({ ranked }: DistinctItem) => ranked.score >= best * ABOUT_SHARE;
  const about = memories.filter(isAbout);
  return {
    wide,
    limit,
    words: topicWords(topic),
    current: about.filter((each) => isCurrent(each, context)) as Topic['current'],
    superseded: about.filter(({ item }) => item.state === 'superseded'),
    messages: messages.filter(isAbout),
  };
}

interface Rest {
  readonly changed: Changed[];
  readonly stored: number;
  /** The memories that are shown whole; `evidence` is theirs. */
  readonly top: Topic['current'];
  readonly evidence: ReadonlyMap<ItemId, MemoryEvidence>;
}

function answerOf(request: OverviewRequest, topic: Topic, { changed, stored, top, evidence }: Rest): OverviewResponse {
  const { wide, current, limit } = topic;
  const { finding, context, emptiness } = wide;
  const lookedAt = wide.memories.filter((each) => isCurrent(each, context)).length;
  const hits = top.map((each) => {
    const { id } = each.item;
    const known = { passage: finding.pool.passageOf(id), evidence: evidence.get(id) };
    return hitOf(each, { ...known, askedAt: context.askedAt });
  });
  const told: Told = {
    themes: themesIn(topic),
    strongest: current.slice(0, limit).map(({ item }) => quoted(item, topic)),
    changed,
    contradictions: contradictionsOf(topic),
    openQuestions: questionsOf(topic),
  };
  const { strongest: _, ...lists } = told;
  return {
    summary: summaryOf(told),
    memoryCount: current.length,
    bound: { lookedAt, isReached: lookedAt >= LOOKED_AT && current.length === lookedAt, stored },
    topMemories: hits.filter((hit) => hit.kind === 'memory'),
    byCategory: Object.fromEntries([...Map.groupBy(current, ({ item }) => item.category)].map(counted)),
    sources: sourcesOf(current.map(({ item }) => item)).slice(0, limit),
    injectionBlock: overviewBlockOf(request.topic, told, request.budgetChars),
    degraded: finding.pool.degraded,
    ...emptiness,
    ...lists,
  };
}

const counted = ([name, some]: readonly [string, readonly unknown[]]) => [name, some.length] as const;

const quoted = (item: Item, { words }: Topic): Quotation =>
  quotationOf(item, sentenceAbout(item.content.slice(0, READ_CHARS), words));

function themesIn(topic: Topic): OverviewResponse['themes'] {
  const items = topic.current.map(({ item }) => item);
  return themesOf(items, topic.words, topic.limit).map(({ by, name, items: [strongest, ...others] }) => ({
    name,
    by,
    memoryCount: others.length + 1,
    strongest: quoted(strongest!, topic),
  }));
}

/** Compares the sentences of each memory that are nearest to the topic with those of every other memory. */
function contradictionsOf({ current, words, limit }: Topic): OverviewResponse['contradictions'] {
  const said = current.flatMap(({ item }) =>
    sentencesOf(item.content.slice(0, READ_CHARS))
      .map((sentence) => ({ ...sentence, item, fit: shareOf(words, topicWords(sentence.text)) }))
      .filter(({ fit }) => fit > 0)
      .sort((one, other) => other.fit - one.fit)
      .slice(0, COMPARED),
  );
  return contradictionsIn(said)
    .slice(0, limit)
    .map(({ relation, one, other }) => ({
      relation,
      one: quotationOf(one.item, one),
      other: quotationOf(other.item, other),
    }));
}

/** Open questions in memories, and in messages after which nothing was said in their session. */
function questionsOf({ current, messages, wide, limit }: Topic): Quotation[] {
  const { features } = wide.finding.pool;
  const unanswered = messages.filter(({ item }) => features.get(item.id as ItemId)?.next === undefined);
  return [...current, ...unanswered]
    .flatMap(({ item }) =>
      openQuestionsIn(item.content.slice(0, READ_CHARS)).map((sentence) => quotationOf(item, sentence)),
    )
    .slice(0, limit);
}
