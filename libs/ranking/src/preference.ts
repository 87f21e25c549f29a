import { partOf, sum, type Ranked } from './signals/candidate.ts';

/** Difference in absolute score below which a hit that the mode prefers comes first. */
const MODE_MARGIN = 0.3;
/** Least absolute score of a memory or note that answers the question. */
const ANSWERS = 0.35;
/** Lead in absolute score that a message needs to stay before such a memory or note. */
const CHAT_MARGIN = 0.15;
/** Share of another hit's absolute score that a person needs to pass it. */
const PERSON_SHARE = 0.5;
/** Number of persons lifted; lists of members would fill an answer. */
const PERSONS_LIFTED = 3;
/** Lead in absolute score that another hit needs to stay before evidence of the graph's answer. */
const GRAPH_MARGIN = 0.3;
/** Lead in `rankScore` of a preferred hit over the best hit that it passes. */
const LEAD = 0.001;

type Passes = (hit: Ranked, other: Ranked) => boolean;

/** Lifts every hit that the mode prefers above all others of similar score. Returns all hits, best first. */
export const modeFirst = (ranked: readonly Ranked[], isPreferred: (id: string) => boolean): Ranked[] =>
  lifting(ranked, isPreferred, {
    signal: 'mode',
    passes: (hit, other) => other.score - hit.score < MODE_MARGIN,
  });

/**
 * Lifts every memory and note that answers the question above messages that answer no better. Turns of a session support one
 * another and memories have no such support, so a short line beside the right one would otherwise rank above a decision.
 */
export const memoriesBeforeMessages = (ranked: readonly Ranked[], isKept: (id: string) => boolean): Ranked[] =>
  lifting(ranked, isKept, {
    signal: 'memoriesFirst',
    passes: (hit, other) => hit.score >= ANSWERS && other.score < hit.score + CHAT_MARGIN,
  });

/** Lifts the best memories of persons, where the question asks for one, above others of similar score; a distant person is no answer. */
export function personsFirst(ranked: readonly Ranked[], isPerson: (id: string) => boolean): Ranked[] {
  const persons = new Set(
    ranked
      .map(({ id }) => id)
      .filter(isPerson)
      .slice(0, PERSONS_LIFTED),
  );
  return lifting(ranked, (id) => persons.has(id), {
    signal: 'person',
    passes: (hit, other) => other.score - hit.score < MODE_MARGIN && hit.score >= PERSON_SHARE * other.score,
  });
}

/** Lifts memories that state the graph's answer above all others of similar score. */
export const answeredFirst = (ranked: readonly Ranked[], isEvidence: (id: string) => boolean): Ranked[] =>
  lifting(ranked, isEvidence, {
    signal: 'graphAnswer',
    passes: (hit, other) => other.score - hit.score < GRAPH_MARGIN,
  });

/** Puts the hit whose id the question names before all others, with full relevance. */
export function namedFirst(ranked: readonly Ranked[], id: string | undefined): readonly Ranked[] {
  const namedHit = ranked.find((hit) => hit.id === id);
  if (!namedHit) return ranked;
  const others = ranked.filter((hit) => hit !== namedHit);
  const points = Math.max(0, ...others.map(({ rankScore }) => rankScore)) + 1;
  const parts = [...namedHit.parts, partOf('id', 1, points)];
  return [{ ...namedHit, score: 1, rankScore: sum(parts), parts }, ...others];
}

interface Lift {
  /** Name of the part that accounts for the lift, so that the parts still sum to `rankScore`. */
  readonly signal: string;
  readonly passes: Passes;
}

function lifting(ranked: readonly Ranked[], isPreferred: (id: string) => boolean, lift: Lift): Ranked[] {
  const others = ranked.filter(({ id }) => !isPreferred(id));
  if (others.length === 0 || others.length === ranked.length) return [...ranked];
  return ranked
    .map((hit) => (isPreferred(hit.id) ? lifted(hit, others, lift) : hit))
    .sort((one, other) => other.rankScore - one.rankScore || (one.id < other.id ? -1 : 1));
}

function lifted(hit: Ranked, others: readonly Ranked[], { signal, passes }: Lift): Ranked {
  const ahead = others.filter((other) => other.rankScore >= hit.rankScore);
  // A hit that must not be passed blocks the lift past any hit before it.
  const ceiling = Math.min(...ahead.filter((other) => !passes(hit, other)).map(({ rankScore }) => rankScore));
  const best = Math.max(...ahead.map(({ rankScore }) => rankScore).filter((rankScore) => rankScore < ceiling));
  // Hits that are lifted above the same hit keep their own order.
  const wanted = Math.min(best + LEAD * (1 + hit.rankScore), (best + ceiling) / 2);
  if (best === -Infinity) return hit;
  const points = wanted - hit.rankScore + pointsOf(hit, signal);
  const parts = [...hit.parts.filter((part) => part.signal !== signal), partOf(signal, 1, points)];
  return { ...hit, rankScore: sum(parts), parts };
}

const pointsOf = ({ parts }: Ranked, name: string): number => sum(parts.filter(({ signal }) => signal === name));
