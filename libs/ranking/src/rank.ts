import { partOf, sumParts, type Candidate, type Part, type Ranked } from './signals/candidate.ts';
import { clampToUnit } from './signals/unit.ts';
import type { Recipe } from './recipes.ts';
import { normaliseScores, type SimilarityScale } from './scores.ts';
import type { ItemSignalName } from './signals/item-signals.ts';
import { poolSignals } from './signals/pool-signals.ts';

/**
 * Ranks candidates by the recipe, best first. Candidates with equal scores are ordered by their raw scores, since all
 * similarities below the scale are normalised to 0 although they differ; then by id. Every part of the score is
 * absolute: except for turns of the same session, neither other candidates nor other channels nor the growth of the
 * store change a candidate's score. For a candidate without a vector, the lexical score replaces the vector and token
 * scores.
 */
export function rankCandidates(candidates: readonly Candidate[], recipe: Recipe, scale: SimilarityScale): Ranked[] {
  const known = new Map<Candidate, Ranked>();
  const scoreAlone = (candidate: Candidate) => {
    const scored = known.get(candidate) ?? scoreCandidate(candidate, recipe, scale);
    known.set(candidate, scored);
    return scored;
  };
  const pool = candidates.map((candidate) => ({ candidate, alone: scoreAlone(candidate) }));
  const strengths = poolSignals.map(({ name, strengthsIn }) => ({ name, strengthOf: strengthsIn(pool, scoreAlone) }));
  const ranked = pool.map((scored) => ({
    candidate: scored.candidate,
    whole: withParts(
      scored.alone,
      strengths.map(({ name, strengthOf }) => partOf(name, strengthOf(scored), recipe.signals[name])),
    ),
  }));
  const best = (a: (typeof ranked)[number], b: (typeof ranked)[number]) =>
    b.whole.rankScore - a.whole.rankScore ||
    unscaledScore(b.candidate, recipe) - unscaledScore(a.candidate, recipe) ||
    (a.whole.id < b.whole.id ? -1 : 1);
  return ranked.sort(best).map(({ whole }) => whole);
}

const unscaledScore = ({ scores, textKind }: Candidate, recipe: Recipe): number =>
  Object.entries(recipe.weights[textKind]).reduce((total, [name, weight]) => total + weight * (scores[name] ?? 0), 0);

function withParts(alone: Ranked, more: readonly Part[]): Ranked {
  const { id, score } = alone;
  const parts = [...alone.parts, ...more.filter(({ points }) => points !== 0)];
  return { id, rankScore: sumParts(parts), score, parts };
}

/**
 * Scores a candidate by its own scores and item signals. Pool signals are left out, since they depend on further
 * candidates.
 */
function scoreCandidate(candidate: Candidate, recipe: Recipe, scale: SimilarityScale): Ranked {
  const weights = recipe.weights[candidate.textKind];
  const scores = normaliseScores(candidate, Object.keys(weights), { context: recipe.context, scale });
  const parts: Part[] = [];
  let score = 0;
  for (const { name, value, absolute } of scores) {
    const weight = weights[name] ?? 0;
    if (weight !== 0) parts.push(partOf(name, value, weight));
    score += absolute * weight;
  }
  for (const [name, strength = 0] of Object.entries(candidate.signals ?? {})) {
    const weight = recipe.signals[name as ItemSignalName];
    if (weight !== 0) parts.push(partOf(name, strength, weight));
  }
  return { id: candidate.id, rankScore: sumParts(parts), score: clampToUnit(score), parts };
}
