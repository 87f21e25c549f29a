import { Injectable } from '@nestjs/common';
import { CairnError, HIT_SCORE_MIN, type ItemId } from '@cairn/contracts';
import type { Ranked } from '@cairn/ranking';
import type { CandidatePool } from './candidate-pool.ts';
import { CandidateRetrieval } from './candidate-retrieval.ts';
import type { RecallContext } from '../question/recall-context.ts';
import { Reranker, type RerankedCandidates } from './reranker.ts';
import { ForeignTopics } from './foreign-topics.ts';
import { GraphAnswers, type GraphAnswer } from './graph-answers.ts';
import type { Stopwatch } from '../timing/stopwatch.ts';

/** The ranked candidates of a question, and their relevance. */
export interface FindingQuery {
  readonly pool: CandidatePool;
  readonly reranked: RerankedCandidates;
  readonly isOffTopic: boolean;
  readonly graphAnswer: GraphAnswer;
  /**
   * Relevant candidates, best first, not yet cut to the limit; empty if all candidates are off-topic and the question
   * abstains.
   */
  readonly relevant: readonly Ranked[];
}

/** Retrieves the candidates and reranks them. */
@Injectable()
export class RankedSearch {
  constructor(
    private readonly retrieval: CandidateRetrieval,
    private readonly reranker: Reranker,
    private readonly foreignTopics: ForeignTopics,
    private readonly graphAnswers: GraphAnswers,
  ) {}

  async find(context: RecallContext, minScore: number | undefined, watch: Stopwatch): Promise<FindingQuery> {
    const graphAnswer = await watch.time('graph answer', () => this.graphAnswers.of(context));
    const stating = [...graphAnswer.keys()].map((id) => ({ kind: 'memory', id }) as const);
    const extraCandidates = [...(context.extraCandidates ?? []), ...stating];
    const pool = await this.retrieval.retrieve({ ...context, extraCandidates }, watch);
    if (context.bareId === undefined && this.retrieval.isUnanswered(context, pool))
      throw new CairnError('index/unavailable', 'no index that was asked answered');
    const reranked = await watch.time('rerank', () => this.reranker.rerank(context, pool, graphAnswer));
    // If a retriever failed, the question does not count as off-topic, since that retriever might have found more.
    const isAnswered = reranked.ranked.some(({ id }) => graphAnswer.has(id as ItemId));
    const isOffTopic =
      !context.isTopicless &&
      !isAnswered &&
      pool.failed.size === 0 &&
      (await this.foreignTopics.isForeign(context, pool, reranked.ranked));
    const floor = context.isTopicless && minScore === HIT_SCORE_MIN ? 0 : (minScore ?? 0);
    const relevant =
      isOffTopic && context.abstains
        ? []
        : reranked.ranked.filter(
            ({ id, score }) => (score >= floor || graphAnswer.has(id as ItemId)) && isAbout(context, pool, id),
          );
    return { pool, reranked, isOffTopic, graphAnswer, relevant };
  }
}

/**
 * Whether a candidate has the id in the question, or contains the whole id in its text. A part of the id is not enough,
 * since different ids have the same beginning.
 */
const isAbout = ({ bareId }: RecallContext, pool: CandidatePool, id: string): boolean =>
  bareId === undefined ||
  bareId === id ||
  pool.scoresOf(id as ItemId).some(({ coverage }) => (coverage?.own ?? 0) >= WHOLE_COVERAGE_MIN);

/**
 * A text that contains at least this fraction of the query's idf counts as containing all of it, to allow for rounding.
 */
const WHOLE_COVERAGE_MIN = 0.99;
