import type {
  AnsweringRelation,
  Association,
  ConfidenceBasis,
  Explanation,
  FormerMemory,
  Hit,
  Item,
  ItemId,
  Memory,
  MemoryHit,
  MessageId,
  NoteSection,
} from '@cairn/contracts';
import { awaitsConfirmation, validityAt } from '@cairn/domain';
import { formatCitation } from '@cairn/notes';
import { headingsAt, plantedSignalsIn, sectionPathOf, titlePrefix } from '@cairn/text';
import { combineConfidence, trustOf, topicalityOf } from '@cairn/ranking';
import type { MemoryEvidence } from '@cairn/store';
import type { CandidatePool } from '../search/candidate-pool.ts';
import type { DistinctItem } from './distinct-items.ts';
import type { RecallContext } from '../question/recall-context.ts';
import type { RerankedCandidates } from '../search/reranker.ts';
import type { Passage } from '../retrievers/retriever.ts';

/** Data that a hit shows in addition to its item. */
interface Shown {
  /** Score to show in place of the hit's own score. If absent, the hit's own score is shown. */
  readonly relevance?: number | undefined;
  readonly passage: Passage | undefined;
  readonly associations?: readonly Association[] | undefined;
  /** Messages that the memory came from; present if the request asks for an explanation. */
  readonly messages?: readonly MessageId[] | undefined;
  /** Relations of the graph's answer that this memory states. */
  readonly states?: readonly AnsweringRelation[] | undefined;
  /** Explanation of the rank in words; present if the request asks for it. */
  readonly why?: string | undefined;
  /** The memory that superseded this one; absent if the caller does not see it. */
  readonly successor?: ItemId | undefined;
  /** Evidence for and against the memory, from which its confidence is computed. */
  readonly evidence?: MemoryEvidence | undefined;
  /** Version of the text, if the memory was changed since the time that was asked for. */
  readonly formerVersion?: number | undefined;
  /** Memory that said what the item says and holds no longer. */
  readonly former?: FormerMemory | undefined;
  /** Time of the question, epoch ms. */
  readonly askedAt: number;
}

/** Builds the hit of an answer. */
export function hitOf(distinct: DistinctItem, shown: Shown): Hit {
  const { item, restatements } = distinct;
  const { associations, messages, states, why, successor, evidence, formerVersion, askedAt } = shown;
  const { excerpt } = excerptOf(item, shown.passage);
  const scores = { ...scoresOf(distinct, shown), ...(excerpt && { excerpt }) };
  const isSuspect = scores.signals !== undefined;
  const { channel, timestamp, createdAt, author, source, externalId, content } = item;
  if (item.kind === 'message') {
    const { kind, id, role, speaker, subchannel, sessionKey } = item;
    return {
      ...{ kind, messageId: id, _id: id },
      ...{ role, speaker, content, channel, subchannel, sessionKey },
      timestamp,
      createdAt,
      author,
      source,
      externalId,
      ...originFields(item),
      ...scores,
    };
  }
  if (item.kind === 'note') return { ...noteOf(item), ...scores };
  const { kind, id, store, category, title, tags, strength } = item;
  const section = [...sectionPathOf(title), ...headingsAt(content, excerpt?.from ?? 0)];
  return {
    kind,
    memoryId: id,
    store,
    category,
    title,
    content,
    tags,
    strength,
    ...confidenceOf(combineConfidence({ ...item, isSuspect }, askedAt, evidence), why !== undefined),
    channel,
    timestamp,
    createdAt,
    author,
    state: hitStateAt(item, askedAt),
    ...trustField({ ...item, isSuspect, isUnconfirmed: awaitsConfirmation(item) }, evidence),
    ...originFields(item),
    ...placeFields(item),
    ...(successor && { successor }),
    ...(formerVersion !== undefined && { formerVersion }),
    ...(evidence?.goneSources.length && { goneSources: [...evidence.goneSources] }),
    source,
    externalId,
    ...(section.length > 0 && { section }),
    ...(restatements > 0 && { restatements }),
    ...(associations && { associations: [...associations] }),
    ...withLists({ states, messages }),
    ...scores,
  };
}

const scoresOf = ({ item, ranked }: DistinctItem, { relevance, why, former }: Shown) => ({
  ...(former && { former }),
  score: relevance ?? ranked.score,
  similarity: ranked.score,
  ...signalFields(item),
  ...(why !== undefined && { why, rankScore: ranked.rankScore, parts: [...ranked.parts] }),
});

function signalFields(item: Item): { signals?: string[] } {
  const signals = plantedSignalsIn(item);
  return signals.length === 0 ? {} : { signals: [...signals] };
}

const withLists = ({ states, messages }: Pick<Shown, 'states' | 'messages'>) => ({
  ...(states && { states: [...states] }),
  ...(messages && { messages: [...messages] }),
});

const originFields = (item: Item) => ({
  ...writtenByField(item),
  ...(item.project !== undefined && { project: item.project }),
});

const writtenByField = ({ writtenBy }: Item) => (writtenBy === undefined ? {} : { writtenBy });

const placeFields = ({ validTo, knowledgeBase }: Memory) => ({
  ...(validTo !== null && { validTo }),
  ...(knowledgeBase !== null && { knowledgeBase }),
});

const confidenceOf = ({ confidence, ...confidenceBasis }: ConfidenceBasis, isExplained: boolean) => ({
  confidence,
  ...(isExplained && { confidenceBasis }),
});

function trustField(memory: Parameters<typeof trustOf>[0], evidence: Parameters<typeof combineConfidence>[2]) {
  const trust = trustOf(memory, evidence?.contradictions);
  return trust ? { trust } : {};
}

const hitStateAt = (memory: Memory, at: number): MemoryHit['state'] =>
  memory.state === 'active' ? validityAt(memory, at) : memory.state;

function noteOf(section: NoteSection) {
  const { kind, id, noteId, noteVersion, workspace, path, startLine, endLine } = section;
  const { title, content, tags, channel, timestamp, createdAt, author } = section;
  return {
    ...{ kind, sectionId: id, noteId, version: noteVersion, workspace, path, startLine, endLine },
    citation: formatCitation({ path, startLine, endLine }),
    ...{ title, content, tags, channel, timestamp, createdAt, author },
    ...writtenByField(section),
  };
}

/** Position of the best passage in the content; undefined if the passage is the whole content. */
function excerptOf(item: Item, passage: Passage | undefined): { excerpt?: { from: number; to: number } } {
  if (!passage) return {};
  const shift = titlePrefix(item).length;
  const from = Math.max(0, passage.from - shift);
  const to = Math.min(item.content.length, passage.to - shift);
  const isWhole = from === 0 && to >= item.content.length;
  return isWhole || to <= from ? {} : { excerpt: { from, to } };
}

/** Builds the `explain` part of an answer: the query as it was parsed, the retrievers, the weights and the timings. */
export function explanationOf(
  { query }: RecallContext,
  pool: CandidatePool,
  { recipe, ranked }: RerankedCandidates,
  timings: Record<string, number>,
): Explanation {
  const { event, question } = query;
  const { speakers, times } = question;
  return {
    recipe: recipe.name as Explanation['recipe'],
    lanes: {
      words: { candidates: pool.countOf('words'), ms: timings['words'] ?? 0 },
      vectors: { candidates: pool.countOf('vectors'), ms: timings['vectors'] ?? 0 },
    },
    weights: Object.fromEntries(
      Object.entries(recipe.weights).map(([kind, weights]) => [kind, { ...weights, ...recipe.signals }]),
    ),
    terms: [...query.words.terms],
    speaker: speakers.length === 1 ? speakers[0]! : null,
    speakers: [...speakers],
    times: times.map(({ from, to }) => ({ from: Math.max(0, from), to: Math.max(0, to), ...(event && { event }) })),
    topicality: topicalityOf(ranked),
    timings,
  };
}
