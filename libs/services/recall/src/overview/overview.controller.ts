import { Controller } from '@nestjs/common';
import {
  limits,
  RecallRequest,
  toolLimits,
  type Item,
  type ItemId,
  type KnownMemory,
  type Memory,
  type OverviewRequest,
  type OverviewResponse,
  type Quotation,
  type ParsedInput,
} from '@cairn/contracts';
import { effectiveTime, holdsAt, type Principal, type Scope } from '@cairn/domain';
import { Serves, Uses } from '@cairn/platform';
import { ItemReader } from '@cairn/ports';
import {
  contradictionsIn,
  isOpenTopic,
  openQuestionsIn,
  findSentenceAbout,
  sentencesOf,
  shareOf as wordShare,
  themesOf,
  topicWords,
} from '@cairn/text';
import { lifecycle, type Lifecycle, evidence, type Evidence, type MemoryEvidence } from '@cairn/store';
import { hitOf } from '../hits/answer.ts';
import type { DistinctItem } from '../hits/distinct-items.ts';
import { evidenceOf } from '../hits/evidence-of.ts';
import { filtersOf } from '../question/filters.ts';
import { quotationOf } from '../hits/quotations.ts';
import { isCurrent, WideSearch, type WideFinding } from '../hits/wide-search.ts';
import { overviewBlockOf, summaryOf, SUMMARY_MEMORIES_MAX, type OverviewContent } from './digest.ts';
import { LabelledMemories, labelShareOf, type LabelledMemory } from './labelled.ts';
import { sourcesOf } from './topic-sources.ts';

const CANDIDATES_MAX = limits.limit.max;
const MESSAGES_READ = 30;
const TOPIC_MEMORIES_MAX = 10_000;
/**
 * Least values of a memory that is about the topic: `labelled` if its labels contain words of the topic, otherwise
 * `plain`. If any memory has the whole topic in its labels, a memory without such words needs both values of `beside`
 * instead of `plain`, since its writer would have labelled it. The value of a memory is its score divided by the best
 * score, plus the fraction of the topic's words in its labels.
 */
const ABOUT_TOPIC_MIN = { labelled: 0.4, plain: 0.5, beside: { share: 0.6, score: 0.35 } };
/** The most characters of a text that are searched for sentences. */
const READ_CHARS = 20_000;
/** The most sentences of a memory that are compared with sentences of other memories. */
const SENTENCES_COMPARED_MAX = 4;

/** A topic and the items about it. Each list begins with its best item. */
interface Topic {
  readonly wide: WideFinding;
  readonly words: ReadonlySet<string>;
  readonly current: readonly Memory[];
  /** Maps the ids of items to the items that the search found. */
  readonly found: ReadonlyMap<string, DistinctItem>;
  readonly messages: readonly DistinctItem[];
  readonly limit: number;
}

/** Answers with an overview of a topic, in quotations. */
@Controller()
export class OverviewController {
  constructor(
    private readonly search: WideSearch,
    private readonly labelled: LabelledMemories,
    private readonly items: ItemReader,
    @Uses(lifecycle) private readonly lifecycle: Lifecycle,
    @Uses(evidence) private readonly evidence: Evidence,
  ) {}

  @Serves('overview')
  async of(principal: Principal, { body: request }: ParsedInput<'overview'>): Promise<OverviewResponse> {
    const asked = recallOf(request);
    const most = { memories: CANDIDATES_MAX, messages: MESSAGES_READ };
    const wide = await this.search.find(principal, asked, most);
    const { scope } = wide.context;
    const [filter] = filtersOf(asked, wide.context);
    const words = topicWords(request.topic);
    const labelled = await this.labelled.find({ context: wide.context, filter: filter!, topic: request.topic, words });
    const topic = topicOf(request, wide, labelled);
    const shown = topic.current.slice(0, topic.limit);
    const top = shown.flatMap(({ id }) => topic.found.get(id) ?? []).slice(0, toolLimits.overviewTop.max);
    const [reversed, stored, evidence] = await Promise.all([
      this.reversedBy(scope, shown),
      this.items.count(scope, filter!, TOPIC_MEMORIES_MAX),
      evidenceOf(this.evidence, wide.context, top),
    ]);
    return answerOf(request, topic, { reversed, stored, top, evidence });
  }

  /** Maps the id of each memory to the last memory that it superseded. */
  private async reversedBy(scope: Scope, memories: readonly Memory[]): Promise<ReadonlyMap<string, Item>> {
    if (memories.length === 0) return new Map();
    const found = await this.lifecycle.successions({ scope, ids: memories.map(({ id }) => id) });
    const ids = found.flatMap(({ supersedes = [] }) => supersedes);
    if (ids.length === 0) return new Map();
    const items = await this.items.hydrate(scope, { kind: 'memory', includeArchived: true }, ids);
    const byId = new Map(items.map((item) => [item.id as string, item]));
    return new Map(
      found.flatMap(({ id, supersedes = [] }) => {
        const items = supersedes.flatMap((old) => byId.get(old) ?? []);
        const [item] = items.toSorted((one, other) => effectiveTime(other) - effectiveTime(one));
        return item ? [[id as string, item] as const] : [];
      }),
    );
  }
}

const recallOf = ({ topic, limit: _, budgetChars: __, ...filters }: OverviewRequest): RecallRequest => {
  const isOfMemories = [filters.stores, filters.categories, filters.tags].some((some) => some?.length);
  return RecallRequest.parse({
    ...filters,
    query: topic,
    sources: isOfMemories ? 'memories' : 'without-notes',
    limit: CANDIDATES_MAX,
    includeProposed: false,
  });
};

function topicOf({ topic, limit }: OverviewRequest, wide: WideFinding, labelled: readonly LabelledMemory[]): Topic {
  const { memories, messages, context } = wide;
  const words = topicWords(topic);
  const best = Math.max(Number.MIN_VALUE, ...memories.map(({ ranked }) => ranked.score));
  const current = memories.filter((each) => isCurrent(each, context));
  const found = new Map(current.map((each) => [each.item.id as string, each]));
  const shares = new Map([
    ...current.map(({ item }) => [item.id as string, labelShareOf(item as Memory, words)] as const),
    ...labelled.map(({ memory, share }) => [memory.id as string, share] as const),
  ]);
  const isLabelled = [...shares.values()].some((share) => share >= 1);
  const holding = labelled.map(({ memory }) => memory).filter((memory) => holdsAt(memory, context.askedAt));
  const all = new Map([...current.map(({ item }) => item as Memory), ...holding].map((memory) => [memory.id, memory]));
  const worth = ({ id }: Memory) => (found.get(id)?.ranked.score ?? 0) / best + (shares.get(id) ?? 0);
  const isAbout = (memory: Memory): boolean => {
    if ((shares.get(memory.id) ?? 0) > 0) return worth(memory) >= ABOUT_TOPIC_MIN.labelled;
    if (!isLabelled) return worth(memory) >= ABOUT_TOPIC_MIN.plain;
    return (
      worth(memory) >= ABOUT_TOPIC_MIN.beside.share &&
      found.get(memory.id)!.ranked.score >= ABOUT_TOPIC_MIN.beside.score
    );
  };
  return {
    ...{ wide, limit, words, found },
    current: [...all.values()].filter(isAbout).sort((one, other) => worth(other) - worth(one)),
    messages: messages.filter(({ ranked }) => ranked.score >= best * ABOUT_TOPIC_MIN.plain),
  };
}

interface OverviewRest {
  readonly reversed: ReadonlyMap<string, Item>;
  readonly stored: number;
  /** Memories that are shown as a whole; `evidence` belongs to these. */
  readonly top: readonly DistinctItem[];
  readonly evidence: ReadonlyMap<ItemId, MemoryEvidence>;
}

function answerOf(request: OverviewRequest, topic: Topic, rest: OverviewRest): OverviewResponse {
  const { wide, current, limit } = topic;
  const { finding, context, emptiness } = wide;
  const lookedAt = wide.memories.filter((each) => isCurrent(each, context)).length;
  const hits = rest.top.map((each) => {
    const id = each.item.id as ItemId;
    const known = { passage: finding.pool.passageOf(id), evidence: rest.evidence.get(id) };
    return hitOf(each, { ...known, askedAt: context.askedAt });
  });
  const open = current.map((memory) => ({ memory, questions: questionsIn(memory) }));
  const told: OverviewContent = {
    themes: themesIn(topic),
    known: knownIn(topic, rest.reversed, new Set(open.filter(isOpen).map(({ memory }) => memory.id))),
    contradictions: contradictionsOf(topic),
    openQuestions: [...open.flatMap(({ questions }) => questions), ...unansweredQuestionsIn(topic)].slice(0, limit),
  };
  return {
    ...told,
    summary: summaryOf(current.slice(0, SUMMARY_MEMORIES_MAX).map((memory) => quoteItem(memory, topic))),
    memoryCount: current.length,
    bound: { lookedAt, isReached: lookedAt >= CANDIDATES_MAX && current.length >= lookedAt, stored: rest.stored },
    topMemories: hits.filter((hit) => hit.kind === 'memory'),
    byCategory: Object.fromEntries([...Map.groupBy(current, ({ category }) => category)].map(countEntry)),
    sources: sourcesOf(current).slice(0, limit),
    injectionBlock: overviewBlockOf(request.topic, told, {
      memoryCount: current.length,
      budgetChars: request.budgetChars,
      degraded: finding.pool.degraded,
    }),
    degraded: finding.pool.degraded,
    ...emptiness,
  };
}

const countEntry = ([name, some]: readonly [string, readonly unknown[]]) => [name, some.length] as const;

const quoteItem = (item: Item, { words }: Topic): Quotation =>
  quotationOf(item, findSentenceAbout(item.content.slice(0, READ_CHARS), words));

const themesIn = ({ current, words, limit }: Topic): OverviewResponse['themes'] =>
  themesOf(current, words, limit).map(({ by, name, items }) => ({ name, by, memoryCount: items.length }));

/**
 * Groups the memories by category; the category with the best memory comes first. Leaves out memories with open
 * questions, which are listed with the questions.
 */
function knownIn(
  topic: Topic,
  reversed: OverviewRest['reversed'],
  open: ReadonlySet<string>,
): OverviewResponse['known'] {
  const closed = topic.current.filter(({ id }) => !open.has(id));
  const shown = new Set(closed.slice(0, topic.limit));
  return [...Map.groupBy(closed, ({ category }) => category)].flatMap(([category, some]) => {
    const memories = some.filter((memory) => shown.has(memory));
    const leftOut = some.length - memories.length;
    return [
      { category, memories: memories.map((each) => knownOf(each, topic, reversed)), ...(leftOut > 0 && { leftOut }) },
    ];
  });
}

function knownOf(memory: Memory, topic: Topic, reversed: OverviewRest['reversed']): KnownMemory {
  const quotation = quoteItem(memory, topic);
  const before = reversed.get(memory.id) as Memory | undefined;
  if (!before) return quotation;
  return { ...quotation, reversed: { title: before.title, at: effectiveTime(before), until: quotation.at } };
}

/**
 * Finds contradictions between memories by comparing, for each pair of memories, the sentences that are nearest to the
 * topic.
 */
function contradictionsOf({ current, words, limit }: Topic): OverviewResponse['contradictions'] {
  const said = current.flatMap((item) =>
    sentencesOf(item.content.slice(0, READ_CHARS))
      .map((sentence) => ({ ...sentence, item, fit: wordShare(words, topicWords(sentence.text)) }))
      .filter(({ fit }) => fit > 0)
      .sort((one, other) => other.fit - one.fit)
      .slice(0, SENTENCES_COMPARED_MAX),
  );
  return contradictionsIn(said)
    .slice(0, limit)
    .map(({ relation, one, other }) => ({
      relation,
      one: quotationOf(one.item, one),
      other: quotationOf(other.item, other),
    }));
}

const isOpen = ({ questions }: { readonly questions: readonly Quotation[] }): boolean => questions.length > 0;

/**
 * Quotes the open questions of a memory. If the memory asks no question, but its title or a tag marks the topic as
 * open, quotes the title.
 */
function questionsIn(memory: Memory): Quotation[] {
  const isAllOpen = isOpenTopic(memory);
  const asked = openQuestionsIn(memory.content.slice(0, READ_CHARS), isAllOpen);
  const all = asked.length === 0 && isAllOpen ? [{ from: 0, text: memory.title }] : asked;
  return all.map((sentence) => quotationOf(memory, sentence));
}

/** Finds questions in messages that are the last message of their session. */
function unansweredQuestionsIn({ messages, wide }: Topic): Quotation[] {
  const { features } = wide.finding.pool;
  const last = messages.filter(({ item }) => features.get(item.id as ItemId)?.next === undefined);
  return last.flatMap(({ item }) =>
    openQuestionsIn(item.content.slice(0, READ_CHARS)).map((sentence) => quotationOf(item, sentence)),
  );
}
