import { Injectable } from '@nestjs/common';
import { itemKinds, limits, type ItemKind, type TimeRange } from '@cairn/contracts';
import { RankingReader, type CandidateFeatures, type SourceLink } from '@cairn/ports';
import type { Filter } from '@cairn/domain';
import { distanceToRange, type Recipe } from '@cairn/ranking';
import { links, type Links } from '@cairn/store';
import { Uses } from '@cairn/platform';
import { runPart } from '../timing/attempt.ts';
import { CandidatePool } from './candidate-pool.ts';
import { findAnswers, precedingQuestionOf } from './preceding-question.ts';
import type { ItemRef, RecallContext } from '../question/recall-context.ts';
import { Retrievers, type ItemToScore, type Retrieval, type Retriever } from '../retrievers/retriever.ts';
import type { Stopwatch } from '../timing/stopwatch.ts';

/** One retrieval in progress. */
interface Run {
  readonly context: RecallContext;
  readonly watch: Stopwatch;
  readonly pool: CandidatePool;
}

interface Opened {
  readonly retriever: Retriever;
  readonly retrieval: Retrieval;
}

/**
 * Fills the candidate pool of a question with the best items of each retriever, and with the source links of these
 * items. If such an item is a message that asks something, the next message is added, too. Finally, every retriever
 * scores the whole pool. In each round, each store gets one query for all items of the previous round.
 */
@Injectable()
export class CandidateRetrieval {
  constructor(
    private readonly ranking: RankingReader,
    @Uses(links) private readonly links: Links,
    private readonly retrievers: Retrievers,
  ) {}

  async retrieve(context: RecallContext, watch: Stopwatch): Promise<CandidatePool> {
    const run = { context, watch, pool: new CandidatePool() };
    const { pool } = run;
    pool.add(context.extraCandidates ?? []);
    const [opened] = await Promise.all([this.find(run), this.addNamed(run)]);
    await Promise.all([this.addFeatures(run, pool.refs), this.addSourceLinks(run, pool.refs)]);
    const answers = findAnswers(pool.candidateFeatures, context.recipe);
    pool.add(answers);
    await Promise.all([this.addFeatures(run, [...answers, ...pool.linkedRefs]), this.addSourceLinks(run, answers)]);
    await this.addFeatures(run, pool.linkedRefs);
    await Promise.all([
      this.addLinks(run),
      ...opened.flatMap((one) => itemKinds.map((kind) => this.score(run, one, kind))),
    ]);
    return pool;
  }

  /** Whether every retriever of the recipe failed. */
  isUnanswered({ recipe }: RecallContext, { failed }: CandidatePool): boolean {
    return this.retrievers.of(recipe).every(({ name }) => failed.has(name));
  }

  private async find(run: Run): Promise<Opened[]> {
    const opened = await Promise.all(
      this.retrievers.of(run.context.recipe).map(async (retriever) => {
        const retrieval = await this.open(run, retriever);
        if (!retrieval) return [];
        await this.findBy(run, { retriever, retrieval });
        return [{ retriever, retrieval }];
      }),
    );
    return opened.flat();
  }

  private async open({ context, watch, pool }: Run, retriever: Retriever): Promise<Retrieval | undefined> {
    const open = () => retriever.open(context, watch);
    const { answer, failed } = await runPart(nameOf(retriever), open, context.retrieverMs);
    if (answer) pool.addRetriever(retriever.name, answer.scores);
    else pool.failed.add(retriever.name);
    if (!answer && !failed) pool.off.add(retriever.name);
    return answer;
  }

  private async findBy(run: Run, opened: Opened): Promise<void> {
    const { context, pool } = run;
    const filters = context.filters.flatMap((filter) => [
      filter,
      ...filtersInTime(filter, context.query.question.times),
    ]);
    const behind = opened.retrieval.isBehind?.().catch(() => false);
    await Promise.all(
      filters.map(async (filter) => {
        const found = await askRetriever(run, opened, () =>
          opened.retrieval.retrieve(filter, depthOf(context, filter)),
        );
        pool.add(found.map(({ id }) => ({ kind: filter.kind, id })));
      }),
    );
    if (await behind) pool.behind.add(opened.retriever.name);
  }

  /** Adds the item whose id is the whole question, even if no index contains the item. */
  private async addNamed(run: Run): Promise<void> {
    const { bareId, filters } = run.context;
    if (bareId === undefined) return;
    await this.addFeatures(
      run,
      filters.map(({ kind }) => ({ kind, id: bareId })),
    );
    const { pool } = run;
    const found = pool.features.get(bareId);
    if (found) pool.add([{ kind: found.kind, id: bareId }]);
  }

  private async addFeatures({ context, watch, pool }: Run, refs: readonly ItemRef[]): Promise<void> {
    const withoutSession = !weighsSessions(context.recipe);
    await forEachKind(
      refs.filter(({ id }) => !pool.features.has(id)),
      async (kind, ids) => {
        const read = () => this.ranking.candidateFeatures(context.scope, kind, ids, { withoutSession });
        const features = await watch.time('features', read);
        for (const one of features)
          if (isRanked(one, context) || one.id === context.bareId) pool.features.set(one.id, one);
      },
    );
  }

  private async addSourceLinks({ context, watch, pool }: Run, refs: readonly ItemRef[]): Promise<void> {
    if (context.recipe.signals.lineage === 0) return;
    await forEachKind(refs, async (kind, ids) => {
      const links = await watch.time('source links', () => this.ranking.sourceLinks(context.scope, kind, ids));
      for (const [id, newest] of newestLinksById(links)) pool.sourceLinks.set(id, newest);
    });
  }

  private async addLinks({ context, watch, pool }: Run): Promise<void> {
    const memories = pool.refs.filter(({ kind }) => kind === 'memory').map(({ id }) => id);
    if (memories.length === 0) return;
    const links = await watch.time('links', () => this.links.of({ scope: context.scope, ids: memories }));
    pool.links = Map.groupBy(links, ({ id }) => id);
  }

  private async score(run: Run, opened: Opened, kind: ItemKind): Promise<void> {
    const items = itemsToScore(run, kind);
    if (items.length === 0) return;
    const scored = await askRetriever(run, opened, () => opened.retrieval.score(kind, items));
    run.pool.addScores(opened.retriever.name, scored);
  }
}

const nameOf = ({ name }: Retriever) => `the retriever ${name}`;

/** Asks a retriever. A failed retriever is recorded in the pool and not asked again; recall continues without it. */
async function askRetriever<Answer>(
  { pool, context }: Run,
  { retriever }: Opened,
  work: () => Promise<readonly Answer[]>,
): Promise<readonly Answer[]> {
  if (pool.failed.has(retriever.name)) return [];
  const { answer = [], failed } = await runPart(nameOf(retriever), work, context.retrieverMs);
  if (failed) pool.failed.add(retriever.name);
  return answer;
}

/**
 * Selects the items to score. Coverage of a session or document is computed only for candidates, not for their source
 * links.
 */
function itemsToScore({ context, pool }: Run, kind: ItemKind): ItemToScore[] {
  return [...pool.features.values()]
    .filter((features) => features.kind === kind)
    .map((features) => ({
      id: features.id,
      precedingQuestion: precedingQuestionOf(features, context.recipe),
      group: pool.isCandidate(features.id) ? (features.group ?? undefined) : undefined,
    }));
}

async function forEachKind(
  refs: readonly ItemRef[],
  work: (kind: ItemKind, ids: ItemRef['id'][]) => Promise<void>,
): Promise<void> {
  const byKind = Map.groupBy(refs, ({ kind }) => kind);
  await Promise.all([...byKind].map(([kind, some]) => work(kind, [...new Set(some.map(({ id }) => id))])));
}

const depthOf = ({ recipe, wanted }: RecallContext, { kind }: Filter): number =>
  Math.max(recipe.candidates[kind], wanted);

/**
 * The most time ranges of a question for which each range gets its own search. A date without a year has more ranges;
 * for such a question, only the signal `time` raises matching items.
 */
const TIMED_SEARCHES_MAX = 2;

/**
 * Makes a copy of a filter for each time range that the question names. Otherwise, in a large store, items of other
 * times would displace the items of these ranges.
 */
function filtersInTime(filter: Filter, times: readonly TimeRange[]): Filter[] {
  if (times.length > TIMED_SEARCHES_MAX) return [];
  return times.map(distanceToRange).map(({ from, to }) => ({
    ...filter,
    sinceMs: Math.max(filter.sinceMs ?? 0, from),
    untilMs: Math.min(filter.untilMs ?? Number.MAX_SAFE_INTEGER, to),
  }));
}

/** Keeps at most `linkedSources` links for each item, newest first. */
export function newestLinksById(links: readonly SourceLink[]): Map<SourceLink['id'], ItemRef[]> {
  const newestFirst = [...links].sort((one, other) => (one.linked.id < other.linked.id ? 1 : -1));
  const byId = Map.groupBy(newestFirst, ({ id }) => id);
  return new Map(
    [...byId].map(([id, some]) => [id, some.slice(0, limits.linkedSources.max).map(({ linked }) => linked)]),
  );
}

/** Whether a recipe needs to know what was said around a message. */
const weighsSessions = ({ context, signals }: Recipe): boolean =>
  context.questionShareMin < Infinity || signals.continuation !== 0;

const isRanked = ({ isRepositoryFile, isOfDemo }: CandidateFeatures, { filters }: RecallContext): boolean =>
  !isRepositoryFile && !(isOfDemo && filters.every(({ noDemo }) => noDemo));
