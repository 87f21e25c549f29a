import type { LaneWeights, OwnSignal, Recipe, TextKind } from './recipes.ts';

/** What is known of one candidate. A lane that knows nothing of it is `undefined`. */
export interface Candidate {
  readonly id: string;
  readonly textKind: TextKind;
  /**
   * Of how many passages, of the model's length, it is known by the best: of long turns of talk, which touch on much.
   * A document is about one thing, so its best passage speaks for it. Absent is 1.
   */
  readonly passages?: number | undefined;
  /** BM25 share, 0-1; 0 when no word matches. */
  readonly words: number;
  /** Cosine of the best chunk, -1 to 1. */
  readonly cosine: number | undefined;
  /** Late interaction of the best chunk, -1 to 1. */
  readonly tokens: number | undefined;
  /** The question right before it, if there is one. */
  readonly lender?: Lender | undefined;
  /** Strength of each signal of its own, 0-1; absent is 0. */
  readonly signals?: Partial<Record<OwnSignal, number>> | undefined;
  /** What it was made from and what was made from it, which lend by the signal `lineage`. They have no kin themselves. */
  readonly kin?: readonly Candidate[] | undefined;
  /** Of a message, the session that it is a turn of. A memory belongs to the session of what it was made from. */
  readonly session?: string | undefined;
  /** Which turn of its session, in a thread between people; they are counted. */
  readonly turn?: number | undefined;
}

/** What a question lends to the answer right after it. */
export interface Lender {
  readonly words: number;
  readonly cosine: number | undefined;
  /** Late interaction of both together, the question's part at the recipe's share. */
  readonly tokens: number | undefined;
}

/** Where the model's similarities start and end to mean something, for the absolute score. */
export interface SimilarityScale {
  readonly cosineNone: number;
  readonly cosineFull: number;
  readonly maxSimNone: number;
  readonly maxSimFull: number;
  /** Standard deviation of the cosine of one question with the passages of a store. */
  readonly cosineSpread: number;
  /** The same of the late interaction. */
  readonly maxSimSpread: number;
}

export interface Part {
  readonly signal: string;
  readonly value: number;
  readonly weight: number;
  readonly points: number;
}

export interface Ranked {
  readonly id: string;
  /** Orders this answer. */
  readonly rankScore: number;
  /** Absolute relevance, 0-1: means the same in every answer. */
  readonly score: number;
  readonly parts: readonly Part[];
}

/** A share of .7 of all the query's words is as much as a good answer holds (recall.md, "all three absolute"). */
const WORDS_FULL = 0.7;

/**
 * Orders candidates by the recipe: best first, ties by id. Every part is absolute, so that what else was found never
 * changes what one candidate is worth, but for turns of its own session: more candidates, other channels or a bigger store
 * put nothing in another order. What a lane does not know of a candidate yet is taken to agree with its words, so that an
 * item waiting for its vector is not buried.
 */
export function rank(candidates: readonly Candidate[], recipe: Recipe, scale: SimilarityScale): Ranked[] {
  const alone = candidates.map((candidate) => aloneOf(candidate, recipe, scale));
  const voices = candidates.map((candidate, at) => voiceOf(candidate, alone[at] as Ranked));
  const bySession = Map.groupBy(voices, ({ session }) => session);
  const turns = worthByTurn(candidates, alone);
  const ranked = candidates.map((candidate, at) => {
    const lineage = part('lineage', lineageOf(candidate, recipe, scale), recipe.signals.lineage);
    const session = part('session', vouchedFor(voices[at] as Voice, bySession), recipe.signals.session);
    const continuation = part('continuation', begunIn(candidate, turns), recipe.signals.continuation);
    return lifted(alone[at] as Ranked, [lineage, session, continuation]);
  });
  return ranked.sort((a, b) => b.rankScore - a.rankScore || (a.id < b.id ? -1 : 1));
}

function lifted(alone: Ranked, lifts: readonly Part[]): Ranked {
  const parts = [...alone.parts, ...lifts.filter(({ points }) => points !== 0)];
  return { ...alone, rankScore: sum(parts), parts };
}

/** Between people, turns further away than this are of something else as likely as not: talk moves on. */
const EARSHOT = 10;
const OUT_OF_EARSHOT = 0.5;

interface Voice extends Place {
  readonly id: string;
  /** What it is worth alone, 0-1. */
  readonly worth: number;
}

interface Place {
  readonly session: string | undefined;
  readonly turn: number | undefined;
}

type Voices = ReadonlyMap<string | undefined, readonly Voice[]>;

const voiceOf = (candidate: Candidate, alone: Ranked): Voice => ({
  id: candidate.id,
  worth: worthOf(alone),
  ...placeOf(candidate),
});

/** Of a memory, where the first of what it was made from was said. */
const placeOf = (candidate: Candidate): Place => {
  const { session, turn } = [candidate, ...(candidate.kin ?? [])].find((one) => one.session !== undefined) ?? candidate;
  return { session, turn };
};

/**
 * What talk is about shows in more than one of its turns: the mean of what the two best others of the session are worth
 * alone. One may be there by chance, and many are those of a long session.
 */
function vouchedFor(own: Voice, bySession: Voices): number {
  if (own.session === undefined) return 0;
  let best = 0;
  let second = 0;
  for (const voice of bySession.get(own.session) ?? []) {
    const worth = voice.id === own.id ? 0 : voice.worth * (inEarshot(voice, own) ? 1 : OUT_OF_EARSHOT);
    second = Math.max(second, Math.min(best, worth));
    best = Math.max(best, worth);
  }
  return (best + second) / 2;
}

const inEarshot = (one: Place, other: Place): boolean =>
  one.turn === undefined || other.turn === undefined || Math.abs(one.turn - other.turn) <= EARSHOT;

/** How many turns before it a turn goes on from: somebody reacts in between, or two do. */
const BEGUN_BEFORE = [2, 3];

/** What turns of talk between people are worth alone. */
function worthByTurn(candidates: readonly Candidate[], alone: readonly Ranked[]): ReadonlyMap<string, number> {
  return new Map(
    candidates.flatMap((candidate, at) =>
      candidate.turn === undefined ? [] : [[turnKey(candidate), unit((alone[at] as Ranked).rankScore)]],
    ),
  );
}

const turnKey = ({ session, turn = 0 }: Candidate, back = 0): string => `${turn - back} ${session}`;

/** Talk goes on after a reaction: what a turn tells more of was begun a little before, and need not be said again. */
const begunIn = (candidate: Candidate, turns: ReadonlyMap<string, number>): number =>
  candidate.turn === undefined ? 0 : Math.max(...BEGUN_BEFORE.map((back) => turns.get(turnKey(candidate, back)) ?? 0));

/** Without what it has from its session itself. */
const worthOf = ({ parts }: Ranked): number => unit(sum(parts.filter(({ signal }) => signal !== 'coverage')));

/**
 * Two records of one thing vouch for each other: the words of a message, and what somebody thought worth keeping of it. It
 * is worth what the best of its kin is worth alone, so that it can only be lifted.
 */
const lineageOf = ({ kin = [] }: Candidate, recipe: Recipe, scale: SimilarityScale): number =>
  unit(Math.max(0, ...kin.map((one) => aloneOf(one, recipe, scale).rankScore)));

/** What a candidate is worth without its kin. */
function aloneOf(candidate: Candidate, recipe: Recipe, scale: SimilarityScale): Ranked {
  const weights = recipe.weights[candidate.textKind];
  const { words, vector, tokens } = lanesOf(withContext(withoutLuck(candidate, scale), recipe), scale);
  const lanes = [
    part('words', words, weights.words),
    part('vector', vector ?? words, weights.vector),
    part('tokens', tokens ?? words, weights.tokens),
  ];
  const signals = Object.entries(candidate.signals ?? {}).map(([name, value]) =>
    part(name, value, recipe.signals[name as OwnSignal]),
  );
  const parts = [...lanes, ...signals].filter(({ weight }) => weight !== 0);
  return { id: candidate.id, rankScore: sum(parts), score: absoluteScore({ words, vector, tokens }, weights), parts };
}

interface Lanes {
  /** BM25 share, 0-1. */
  readonly words: number;
  /** 0 where the model's similarity says nothing, 1 where it says all it usually can; more is possible. */
  readonly vector: number | undefined;
  readonly tokens: number | undefined;
}

function lanesOf({ words, cosine, tokens }: Candidate, scale: SimilarityScale): Lanes {
  const { cosineNone, cosineFull, maxSimNone, maxSimFull } = scale;
  return {
    words,
    vector: cosine === undefined ? undefined : Math.max(0, (cosine - cosineNone) / (cosineFull - cosineNone)),
    tokens: tokens === undefined ? undefined : Math.max(0, (tokens - maxSimNone) / (maxSimFull - maxSimNone)),
  };
}

/**
 * The best of n passages is better than any one by chance alone: for similarities that spread normally by about
 * sqrt(2 ln n) standard deviations (the growth of a normal maximum). Without this, long texts win over the short ones
 * that say the thing itself.
 */
function withoutLuck(candidate: Candidate, { cosineSpread, maxSimSpread }: SimilarityScale): Candidate {
  const { passages = 1 } = candidate;
  if (passages <= 1) return candidate;
  const deviations = Math.sqrt(2 * Math.log(passages));
  const less = (value: number | undefined, spread: number) =>
    value === undefined ? undefined : value - deviations * spread;
  const { lender } = candidate;
  return {
    ...candidate,
    cosine: less(candidate.cosine, cosineSpread),
    tokens: less(candidate.tokens, maxSimSpread),
    lender: lender && { ...lender, tokens: less(lender.tokens, maxSimSpread) },
  };
}

/** A message takes over part of what the question before it matched: the answer often shares no word with what is asked. */
function withContext(candidate: Candidate, { context }: Recipe): Candidate {
  const { lender } = candidate;
  if (!lender) return candidate;
  const words = Math.min(1, candidate.words + context.words * lender.words);
  const cosine =
    candidate.cosine === undefined ? undefined : candidate.cosine + context.vector * Math.max(0, lender.cosine ?? 0);
  const tokens = context.tokens > 0 ? (lender.tokens ?? candidate.tokens) : candidate.tokens;
  return { ...candidate, words, cosine, tokens };
}

function absoluteScore({ words, vector, tokens }: Lanes, weights: LaneWeights): number {
  const full = unit(words / WORDS_FULL);
  return unit(weights.words * full + weights.vector * unit(vector ?? full) + weights.tokens * unit(tokens ?? full));
}

const part = (signal: string, value: number, weight: number): Part => ({
  signal,
  value,
  weight,
  points: value * weight,
});
/** The points of all parts together. */
export const sum = (parts: readonly Part[]): number => parts.reduce((total, { points }) => total + points, 0);
const unit = (value: number): number => Math.min(1, Math.max(0, value));
