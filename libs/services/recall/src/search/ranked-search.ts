import { Injectable } from '@nestjs/common';
import { CairnError, type ItemId } from '@cairn/contracts';
import type { Ranked } from '@cairn/ranking';
import type { CandidatePool } from './candidate-pool.ts';
import { CandidateRetrieval } from './candidate-retrieval.ts';
import type { RecallContext } from '../question/recall-context.ts';
import { Reranker, type Reranked } from './reranker.ts';
import { ForeignTopics } from './foreign-topics.ts';
import type { Stopwatch } from '../timing/stopwatch.ts';

/** The ranked candidates of a question, and which of them are relevant. */
export interface Finding {
  readonly pool: CandidatePool;
  readonly reranked: Reranked;
  readonly isOffTopic: boolean;
  /** Best first, not yet cut to the limit; empty when all candidates are off-topic and the question abstains. */
  readonly relevant: readonly Ranked[];
}

/** Retrieves the candidates and reranks them. */
@Injectable()
export class RankedSearch {
  constructor(
    private readonly retrieval: CandidateRetrieval,
    private readonly reranker: Reranker,
    private readonly foreignTopics: ForeignTopics,
  ) {}

  async find(context: RecallContext, minScore: number | undefined, watch: Stopwatch): Promise<Finding> {
    const pool = await this.retrieval.retrieve(context, watch);
    if (context.bareId === undefined && this.retrieval.isUnanswered(context, pool))
      throw new CairnError('index/unavailable', 'no index that was asked answered');
    const reranked = await watch.time('rerank', () => this.reranker.rerank(context, pool));
    // A retriever that failed might have found more.
    const isOffTopic = pool.failed.size === 0 && (await this.foreignTopics.isForeign(context, pool, reranked.ranked));
    const relevant =
      isOffTopic && context.abstains
        ? []
        : reranked.ranked.filter(({ id, score }) => score >= (minScore ?? 0) && isAbout(context, pool, id));
    return { pool, reranked, isOffTopic, relevant };
  }
}

/** Beside the item of an id only texts that hold all of the id are answers: ids share their beginnings. */
const isAbout = ({ bareId }: RecallContext, pool: CandidatePool, id: string): boolean =>
  bareId === undefined ||
  bareId === id ||
  pool.scoresOf(id as ItemId).some(({ coverage }) => (coverage?.own ?? 0) >= WHOLE);

/** The share of the query's words that a text holds which holds all of them, but for rounding. */
const WHOLE = 0.99;
