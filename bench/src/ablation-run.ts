import { RecallRequest, type RecipeName } from '@cairn/contracts';
import type { Recipe } from '@cairn/ranking';
import { ablationsOf, worthOf, type Worth } from './ablation.ts';
import { AT_ONCE, DEPTH, reachOf } from './ask.ts';
import type { DataSet, Query } from './data-set.ts';
import { judgementsOf, type Judgement } from './judgement.ts';
import { atOnce } from './speed-statistics.ts';
import { judgedIds, type View } from './views.ts';

/** Candidates of a question with their scores, which any recipe can rank. */
interface ScoredCandidates {
  /** Recipe by which the product ranks them. */
  readonly recipe: Recipe;
  /** Returns item ids, best first. */
  readonly rankedBy: (recipe: Recipe) => string[];
}

/** Retrieves and scores the candidates of a question, which takes nearly all of the time. */
export type ScoreCandidates = (request: RecallRequest) => Promise<ScoredCandidates>;

const WHOLE = 'whole recipe';

/**
 * Measures the gain of each part of the recipe. Every question is scored once and its candidates are ranked again without each
 * part, so a disabled retriever still contributes its candidates, and foreign topics are ranked like all others.
 */
export async function runAblation(
  scoreCandidates: ScoreCandidates,
  externalIds: ReadonlyMap<string, string>,
  data: DataSet,
  view: View,
  recipe: RecipeName,
): Promise<Worth[]> {
  const rankings = await atOnce(AT_ONCE, data.queries, async (query) => {
    const scored = await scoreCandidates(requestFor(query, view, recipe));
    return rankingsOf(scored).map(({ part, ids }) => {
      const external = ids.map((id) => externalIds.get(id) ?? '');
      return { part, found: { id: query.id, ids: judgedIds(external, query, view, data) } };
    });
  });
  const judged = [...Map.groupBy(rankings.flat(), ({ part }) => part)].map(([part, all]) => {
    const judgements = judgementsOf(
      all.map(({ found }) => found),
      view,
      data,
    );
    return [part, judgements] as const;
  });
  const withoutPart = new Map(judged);
  const whole = withoutPart.get(WHOLE) ?? new Map<string, Judgement>();
  withoutPart.delete(WHOLE);
  return worthOf(whole, withoutPart);
}

const requestFor = (query: Query, view: View, recipe: RecipeName): RecallRequest =>
  RecallRequest.parse({
    query: query.query,
    sources: view.sources,
    channel: reachOf(query, view),
    limit: DEPTH,
    recipe,
  });

function rankingsOf({ recipe, rankedBy }: ScoredCandidates): { part: string; ids: string[] }[] {
  return [{ part: WHOLE, recipe }, ...ablationsOf(recipe)].map((ablated) => ({
    part: ablated.part,
    ids: rankedBy(ablated.recipe).slice(0, DEPTH),
  }));
}
