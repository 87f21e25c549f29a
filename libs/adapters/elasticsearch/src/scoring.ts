import type { ItemId } from '@cairn/contracts';
import { lengthNorm, PART_WEIGHT, saturateCount, type Bm25, type WordHit } from '@cairn/ports';
import { isWord, weightOf, type QueryElement } from './query-elements.ts';
import type { Candidate } from './candidates.ts';
import type { Statistics } from './statistics.ts';

/** A candidate with its true score. */
export interface ScoredCandidate {
  readonly id: ItemId;
  /** BM25 score, not yet converted to a share. */
  readonly score: number;
  /** Tells for each element of the query, in order, whether the candidate contains it. */
  readonly holds: readonly boolean[];
}

/** Computes the true BM25 scores of candidates from how often they contain the query's elements. */
export class Scoring {
  private readonly asked: readonly QueryElement[];
  private readonly weights: readonly number[];
  private readonly statistics: Statistics;
  private readonly bm25: Bm25;

  constructor(asked: readonly QueryElement[], statistics: Statistics, bm25: Bm25) {
    this.asked = asked;
    this.weights = asked.map((each) => weightOf(each, statistics));
    this.statistics = statistics;
    this.bm25 = bm25;
  }

  /**
   * Returns the candidates, best first, equal scores by id. Candidates that match nothing are left out, and each
   * candidate occurs once.
   */
  best(candidates: readonly Candidate[]): ScoredCandidate[] {
    const distinct = new Map(candidates.map((candidate) => [candidate.id, candidate]));
    const scored = [...distinct.values()].map((candidate) => this.score(candidate));
    return scored.filter(({ score }) => score > 0).sort(compareByScore);
  }

  hit({ id, score, holds }: ScoredCandidate): WordHit {
    const held = this.asked.filter((_, at) => holds[at]);
    const most = (this.bm25.k1 + 1) * this.weights.reduce((sum, weight) => sum + weight, 0);
    return {
      id,
      share: Math.min(1, score / most),
      covered: this.weightOfWords((at) => holds[at] === true) / (this.weightOfWords(() => true) || 1),
      matched: held.flatMap(({ term }) => (term === undefined ? [] : [term])),
    };
  }

  private score({ id, terms, parts, length }: Candidate): ScoredCandidate {
    const against = lengthNorm(length, this.statistics.averageLength, this.bm25);
    const counts = this.asked.map((each) => countIn(each, terms, parts));
    const score = counts.reduce(
      (sum, count, at) => sum + this.weights[at]! * saturateCount(count, against, this.bm25),
      0,
    );
    return { id, score, holds: counts.map((count) => count > 0) };
  }

  private weightOfWords(counts: (at: number) => boolean): number {
    return this.asked.reduce((sum, each, at) => (isWord(each) && counts(at) ? sum + this.weights[at]! : sum), 0);
  }
}

const compareByScore = (a: ScoredCandidate, b: ScoredCandidate): number => b.score - a.score || (a.id < b.id ? -1 : 1);

function countIn({ form, run }: QueryElement, terms: string, parts: string): number {
  if (form === 'phrase') return runsIn(terms, run);
  const inParts = runsIn(parts, run);
  return form === 'part' ? inParts : runsIn(terms, run) + PART_WEIGHT * inParts;
}

/** Counts the occurrences of consecutive tokens in a text; occurrences may overlap. */
function runsIn(text: string, run: readonly string[]): number {
  const wanted = run.join(' ');
  let runs = 0;
  // The search string has no space at its ends, since spaces are frequent and a search for a string that begins with a
  // space takes twice as long.
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    if (isEdge(text[at - 1]) && isEdge(text[at + wanted.length])) runs++;
  }
  return runs;
}

const isEdge = (character: string | undefined): boolean => character === undefined || character === ' ';
