import type { Explanation, Hit, Item } from '@cairn/contracts';
import { headingsAt, sectionPathOf, titlePrefix } from '@cairn/text';
import { topicalityOf } from '@cairn/ranking';
import type { CandidatePool } from './candidate-pool.ts';
import type { DistinctItem } from './distinct-items.ts';
import type { RecallContext } from './recall-context.ts';
import type { Reranked } from './reranker.ts';
import type { Passage } from './retrievers/retriever.ts';

/** An item as a caller gets it. */
export function hitOf(
  { item, ranked, restatements }: DistinctItem,
  passage: Passage | undefined,
  explain: boolean,
): Hit {
  const { excerpt } = excerptOf(item, passage);
  const scores = {
    score: ranked.score,
    rankScore: ranked.rankScore,
    ...(excerpt && { excerpt }),
    ...(explain ? { parts: [...ranked.parts] } : {}),
  };
  const { channel, timestamp, createdAt, author, source, externalId, content } = item;
  if (item.kind === 'message') {
    const { kind, id, role, speaker, subchannel, sessionKey } = item;
    return {
      kind,
      messageId: id,
      _id: id,
      role,
      speaker,
      content,
      channel,
      subchannel,
      sessionKey,
      timestamp,
      createdAt,
      author,
      source,
      externalId,
      ...scores,
    };
  }
  const { kind, id, store, category, title, tags, strength, confidence, state } = item;
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
    confidence,
    channel,
    timestamp,
    createdAt,
    author,
    state,
    source,
    externalId,
    ...(section.length > 0 && { section }),
    ...(restatements > 0 && { restatements }),
    ...scores,
  };
}

/** Where in a long content the best passage stands; a short one is its own passage. */
function excerptOf(item: Item, passage: Passage | undefined): { excerpt?: { from: number; to: number } } {
  if (!passage) return {};
  const shift = titlePrefix(item).length;
  const from = Math.max(0, passage.from - shift);
  const to = Math.min(item.content.length, passage.to - shift);
  const isWhole = from === 0 && to >= item.content.length;
  return isWhole || to <= from ? {} : { excerpt: { from, to } };
}

/** What was asked, who answered, and what each part weighs. */
export function explanationOf(
  { query }: RecallContext,
  pool: CandidatePool,
  { recipe, ranked }: Reranked,
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
