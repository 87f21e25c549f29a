import type { Item } from '@cairn/contracts';
import { analyserOf, encodeTerm } from '@cairn/text';

/** How often a document contains a term in its text and in its identifier parts. */
export interface Counts {
  readonly inTerms: number;
  readonly inParts: number;
}

/**
 * Returns the FTS5 token of a term with its counts in a document, so that a single pass over a list gives the score of
 * each document. `term/2` occurs twice in the text; `term/2.1` also occurs once among the parts.
 */
const tokenOf = (term: string, { inTerms, inParts }: Counts): string =>
  inParts === 0 ? `${term}${COUNT_SEPARATOR}${inTerms}` : `${term}${COUNT_SEPARATOR}${inTerms}.${inParts}`;

/**
 * Separator between a term and its counts. No term contains the separator, and a digit follows it, so that all tokens of a
 * term form one range.
 */
const COUNT_SEPARATOR = '/';

/** Returns the range of all tokens of a term, `from` inclusive and `before` exclusive. */
export const tokensOf = (term: string): [from: string, before: string] => [`${term}${COUNT_SEPARATOR}`, `${term}0`];

export const countsOf = (token: string): Counts => countsFrom(token, token.lastIndexOf(COUNT_SEPARATOR) + 1);

/** A document in the form that the word index stores. */
export interface Listing {
  /** Text for FTS5: each term once with its counts; a space precedes and follows each. */
  readonly listed: string;
  /** Encoded terms in the order of the text, with a space before and after each. Phrases are searched in it. */
  readonly run: string;
  /** Number of terms in the document. */
  readonly length: number;
}

export function listingOf(item: Item, analyser: string): Listing {
  const { terms, parts } = analyserOf(analyser).document(item);
  const run = terms.map(encodeTerm);
  const counted = [...countOccurrences(run, parts.map(encodeTerm))];
  return {
    listed: joinWithSpaces(counted.map(([term, counts]) => tokenOf(term, counts))),
    run: joinWithSpaces(run),
    length: terms.length,
  };
}

export const joinWithSpaces = (words: readonly string[]): string => ` ${words.join(' ')} `;

function countOccurrences(terms: readonly string[], parts: readonly string[]): Map<string, Counts> {
  const counted = new Map<string, { inTerms: number; inParts: number }>();
  const countOf = (term: string) => {
    const counts = counted.get(term) ?? { inTerms: 0, inParts: 0 };
    counted.set(term, counts);
    return counts;
  };
  for (const term of terms) countOf(term).inTerms++;
  for (const part of parts) countOf(part).inParts++;
  return counted;
}

/** Parses the counts in a token that `tokenOf` made. */
function countsFrom(tokens: string, start: number): Counts {
  const end = tokens.indexOf(' ', start);
  const [inTerms, inParts = 0] = tokens
    .slice(start, end < 0 ? undefined : end)
    .split('.')
    .map(Number);
  return { inTerms: inTerms as number, inParts };
}

/** Returns the term of a token that `tokenOf` made; undefined for another token. */
export function termOf(token: string): string | undefined {
  const end = token.lastIndexOf(COUNT_SEPARATOR);
  return end < 0 ? undefined : token.slice(0, end);
}

/** Counts the occurrences of a phrase in a document, both with spaces as in `Listing`; occurrences may overlap. */
export function runsIn(run: string, phrase: string): number {
  let runs = 0;
  for (let at = run.indexOf(phrase); at >= 0; at = run.indexOf(phrase, at + 1)) runs++;
  return runs;
}
