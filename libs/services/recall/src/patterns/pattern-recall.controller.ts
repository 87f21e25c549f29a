import { Controller } from '@nestjs/common';
import {
  CairnError,
  patternScopes,
  RecallRequest,
  type ItemId,
  type RecallPatternsRequest,
  type RecallPatternsResponse,
  type RetrieverName,
  type ParsedInput,
} from '@cairn/contracts';
import type { Filter, Principal } from '@cairn/domain';
import { Serves } from '@cairn/platform';
import { headerOf, neutraliseText, newBoundary, notesOfDegraded } from '@cairn/prompt';
import { formatPatterns, groupPatterns, patternOfMemory, placeTag } from '@cairn/notes';
import { ContextReader } from '../question/context-reader.ts';
import type { DistinctItem } from '../hits/distinct-items.ts';
import { Hydration } from '../hits/hydration.ts';
import { RankedSearch } from '../search/ranked-search.ts';
import { Stopwatch } from '../timing/stopwatch.ts';

/**
 * A pattern with at least this score is relevant, whatever its words. Below this score, recall would call an answer
 * off-topic.
 */
const NEAR_SCORE = 0.15;
/** A pattern that contains at least this fraction of the query's idf is relevant, whatever its score. */
const TELLING_SHARE = 0.3;

type Recalled = RecallPatternsResponse['memories'][number];

/** `memory_recall`: finds learned patterns by words and meaning, within categories and tags. */
@Controller()
export class PatternRecallController {
  constructor(
    private readonly contexts: ContextReader,
    private readonly search: RankedSearch,
    private readonly hydration: Hydration,
  ) {}

  /** If an index is unavailable, does not fail, but answers with no patterns and says so. */
  @Serves('recallPatterns')
  async find(principal: Principal, { body: request }: ParsedInput<'recallPatterns'>): Promise<RecallPatternsResponse> {
    try {
      const { found, degraded } = await this.relevant(principal, request);
      return answerOf(request, found, { degraded });
    } catch (error) {
      if (!(error instanceof CairnError) || error.code !== 'index/unavailable') throw error;
      return answerOf(request, [], {
        message: 'The memory did not answer; nothing is known of what it holds. Try again later.',
      });
    }
  }

  private async relevant(principal: Principal, { query, scope, project, limit }: RecallPatternsRequest) {
    const scopes = patternScopes.filter((one) => scope === 'all' || scope === one);
    const tags = scopes.map((one) => placeTag({ scope: one, project }));
    const filter: Filter = { kind: 'memory', stores: ['procedural'], tags, tagMatch: 'any' };
    const asked = RecallRequest.parse({ query, limit, includeAssociations: false });
    const context = { ...(await this.contexts.read(principal, asked)), filters: [filter] };
    const finding = await this.search.find(context, 0, new Stopwatch());
    const { pool, reranked } = finding;
    const coverage = (id: string) =>
      Math.max(0, ...pool.scoresOf(id as ItemId).map((scored) => scored.coverage?.own ?? 0));
    const relevant = reranked.ranked.filter(({ id, score }) => score >= NEAR_SCORE || coverage(id) >= TELLING_SHARE);
    const { kept } = await this.hydration.distinct(context, { ...finding, relevant }, limit);
    return { found: kept.flatMap((each) => recalledOf(each) ?? []), degraded: pool.degraded };
  }
}

function recalledOf({ item, ranked }: DistinctItem): Recalled | undefined {
  const pattern = item.kind === 'memory' ? patternOfMemory(item) : undefined;
  if (!pattern) return undefined;
  const { tags, ...learned } = pattern;
  return { ...learned, ...(tags && { tags: [...tags] }), memoryId: item.id, relevance: ranked.score };
}

function answerOf(
  { scope }: RecallPatternsRequest,
  found: readonly Recalled[],
  {
    message = `No pattern in ${scope} memory is about this.`,
    degraded = [],
  }: { readonly message?: string; readonly degraded?: readonly RetrieverName[] },
): RecallPatternsResponse {
  const groups = groupPatterns(found).map(({ scope: of, patterns }) => ({
    scope: of,
    count: patterns.length,
    memories: patterns as Recalled[],
  }));
  const boundary = newBoundary();
  const notes = notesOfDegraded(degraded).map((note) => `Note: ${note}`);
  const lines = [...notes, found.length > 0 ? formatPatterns(groupPatterns(found)) : message].join('\n');
  const text = [...headerOf(boundary), neutraliseText(lines, boundary), `[[cairn:${boundary} end]]`].join('\n');
  return {
    memories: groups.flatMap(({ memories }) => memories),
    groups,
    text,
    ...(found.length === 0 && { message }),
  };
}
