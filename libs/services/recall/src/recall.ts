import { Injectable } from '@nestjs/common';
import {
  toolLimits,
  type Flag,
  type Lane,
  type Principal,
  type RecallRequest,
  type RecallResponse,
} from '@cairn/contracts';
import { Truth } from '@cairn/ports';
import { answerLength, confidenceOf } from '@cairn/ranking';
import { explanationOf, hitOf } from './answer.ts';
import { ContextReader } from './context-reader.ts';
import { EmptyReasons } from './empty-reasons.ts';
import { Hydration } from './hydration.ts';
import { injectionBlockOf } from './injection-block.ts';
import { RankedSearch } from './ranked-search.ts';
import type { RecallContext } from './recall-context.ts';
import { RecallMeasures } from './recall-measures.ts';
import type { Scored } from './reranker.ts';
import { saidByAnother } from './said-by-another.ts';
import { Stopwatch } from './stopwatch.ts';

/** Longer than an index that keeps up takes. */
const BEHIND_MS = 3_000;

/** Answers a question: every retriever's candidates are reranked as one list and read from the truth. */
@Injectable()
export class Recall {
  constructor(
    private readonly contexts: ContextReader,
    private readonly search: RankedSearch,
    private readonly hydration: Hydration,
    private readonly emptyReasons: EmptyReasons,
    private readonly truth: Truth,
    private readonly measures: RecallMeasures,
  ) {}

  /** `usual` is how many hits an answer has at most when the caller names no number. */
  async answer(
    principal: Principal,
    request: RecallRequest,
    usual: number = toolLimits.recallLimit.default,
  ): Promise<RecallResponse> {
    const watch = new Stopwatch();
    const context = await this.contexts.read(principal, request);
    const [finding, behind] = await Promise.all([
      this.search.find(context, request.minScore, watch),
      this.behind(context),
    ]);
    const { pool, reranked, relevant } = finding;
    const degraded = [...pool.failed].sort(wordsFirst);
    const { kept, restated } = await watch.time('hydrate', () =>
      this.hydration.distinct(context, finding, request.limit ?? usual),
    );
    const distinct = relevant.filter(({ id }) => !restated.has(id));
    const limit = request.limit ?? answerLength(distinct, usual);
    const hits = kept.slice(0, limit).map((each) => hitOf(each, pool.passageOf(each.item.id), request.explain));
    const flag = hits.length > 0 && saidByAnother(context, pool, reranked.candidates);
    const flags = [...(flag ? [flag] : []), ...(pool.failed.has('vectors') ? [] : behind)];
    const emptiness = hits.length > 0 ? undefined : await this.emptyReasons.of(context, request, finding);
    const timings = watch.total();
    this.measures.observe(timings, degraded);

    return {
      hits,
      confidence: confidenceOf(distinct),
      flags,
      injectionBlock: injectionBlockOf({ hits, degraded, flags, ...emptiness, budgetChars: request.budgetChars }),
      degraded,
      ...emptiness,
      ...(request.explain ? { explain: explanationOf(context, pool, reranked, timings) } : {}),
    };
  }

  /** What an answer is ordered by, before the order: for the bench, which orders it by other recipes. */
  async scored(principal: Principal, request: RecallRequest): Promise<Scored> {
    const context = await this.contexts.read(principal, request);
    const { reranked } = await this.search.find(context, 0, new Stopwatch());
    return reranked;
  }

  /** What was stored a moment ago is on its way; what waits for longer, an agent should know of. */
  private async behind({ scope }: RecallContext): Promise<Flag[]> {
    return (await this.truth.isBehind(scope, 'vectors', BEHIND_MS)) ? [{ code: 'vectors-behind' }] : [];
  }
}

const wordsFirst = (one: Lane, other: Lane): number => Number(other === 'words') - Number(one === 'words');
