import { partOf, sumParts, type Ranked } from './signals/candidate.ts';

/**
 * A hit that the mode prefers passes a second hit unless the absolute score of the second hit is higher by at least
 * this.
 */
const MODE_MARGIN = 0.3;
/** Minimum absolute score at which a memory or note counts as an answer to the question. */
const ANSWER_SCORE_MIN = 0.35;
/** A message stays above such a memory or note if the message's absolute score is higher by at least this. */
const CHAT_MARGIN = 0.15;
/** A person passes a hit if the person's absolute score is at least this fraction of the hit's absolute score. */
const PERSON_SCORE_RATIO_MIN = 0.5;
/** Maximum number of persons that are lifted, so that a list of members does not fill the answer. */
const PERSONS_LIFTED_MAX = 3;
/** A hit stays above evidence of the graph's answer if the hit's absolute score is higher by at least this. */
const GRAPH_MARGIN = 0.3;
/** A lifted hit gets a `rankScore` that exceeds the `rankScore` of the best hit that it passes by this. */
const LIFT_LEAD = 0.001;

type MayPass = (hit: Ranked, other: Ranked) => boolean;

/**
 * Lifts every hit that the mode prefers above all hits of similar score that the mode does not prefer. Returns all
 * hits, best first.
 */
export const liftPreferredMode = (ranked: readonly Ranked[], isPreferred: (id: string) => boolean): Ranked[] =>
  liftPreferred(ranked, isPreferred, {
    signal: 'mode',
    passes: (hit, other) => other.score - hit.score < MODE_MARGIN,
  });

/**
 * Lifts every memory and note that answers the question above messages that answer it no better. Turns of a session
 * raise each other's scores, and memories have no such support. Without this, a short line next to the right message
 * would rank above a decision.
 */
export const liftMemories = (ranked: readonly Ranked[], isKept: (id: string) => boolean): Ranked[] =>
  liftPreferred(ranked, isKept, {
    signal: 'memoriesFirst',
    passes: (hit, other) => hit.score >= ANSWER_SCORE_MIN && other.score < hit.score + CHAT_MARGIN,
  });

/**
 * Lifts the best memories of persons above hits of similar score. Persons with a low score are not lifted, since they
 * do not answer the question.
 */
export function liftPersons(ranked: readonly Ranked[], isPerson: (id: string) => boolean): Ranked[] {
  const persons = new Set(
    ranked
      .map(({ id }) => id)
      .filter(isPerson)
      .slice(0, PERSONS_LIFTED_MAX),
  );
  return liftPreferred(ranked, (id) => persons.has(id), {
    signal: 'person',
    passes: (hit, other) => other.score - hit.score < MODE_MARGIN && hit.score >= PERSON_SCORE_RATIO_MIN * other.score,
  });
}

/** Lifts memories that state the graph's answer above all hits of similar score. */
export const liftGraphAnswers = (ranked: readonly Ranked[], isEvidence: (id: string) => boolean): Ranked[] =>
  liftPreferred(ranked, isEvidence, {
    signal: 'graphAnswer',
    passes: (hit, other) => other.score - hit.score < GRAPH_MARGIN,
  });

/** Moves the hit whose id the question names before all other hits, and gives it a score of 1. */
export function putNamedFirst(ranked: readonly Ranked[], id: string | undefined): readonly Ranked[] {
  const namedHit = ranked.find((hit) => hit.id === id);
  if (!namedHit) return ranked;
  const others = ranked.filter((hit) => hit !== namedHit);
  const points = Math.max(0, ...others.map(({ rankScore }) => rankScore)) + 1;
  const parts = [...namedHit.parts, partOf('id', 1, points)];
  return [{ ...namedHit, score: 1, rankScore: sumParts(parts), parts }, ...others];
}

interface LiftedHit {
  /** Name of the part that accounts for the lift, so that the parts still sum to `rankScore`. */
  readonly signal: string;
  readonly passes: MayPass;
}

function liftPreferred(ranked: readonly Ranked[], isPreferred: (id: string) => boolean, lift: LiftedHit): Ranked[] {
  const others = ranked.filter(({ id }) => !isPreferred(id));
  if (others.length === 0 || others.length === ranked.length) return [...ranked];
  return ranked
    .map((hit) => (isPreferred(hit.id) ? liftHit(hit, others, lift) : hit))
    .sort((one, other) => other.rankScore - one.rankScore || (one.id < other.id ? -1 : 1));
}

function liftHit(hit: Ranked, others: readonly Ranked[], { signal, passes }: LiftedHit): Ranked {
  // A hit that cannot be passed also protects every hit ranked above it.
  let ceiling = Infinity;
  for (const other of others)
    if (other.rankScore >= hit.rankScore && other.rankScore < ceiling && !passes(hit, other)) ceiling = other.rankScore;
  let best = -Infinity;
  for (const { rankScore } of others)
    if (rankScore >= hit.rankScore && rankScore < ceiling && rankScore > best) best = rankScore;
  if (best === -Infinity) return hit;
  // Hits that are lifted above the same hit keep their order among each other.
  const wanted = Math.min(best + LIFT_LEAD * (1 + hit.rankScore), (best + ceiling) / 2);
  const points = wanted - hit.rankScore + pointsOf(hit, signal);
  const parts = [...hit.parts.filter((part) => part.signal !== signal), partOf(signal, 1, points)];
  return { ...hit, rankScore: sumParts(parts), parts };
}

const pointsOf = ({ parts }: Ranked, name: string): number => sumParts(parts.filter(({ signal }) => signal === name));
