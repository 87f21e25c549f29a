import { hash } from 'node:crypto';
import type { Item } from '@cairn/contracts';
import { EVERYONE, filterFieldsOf, readerOf, type FilterFields } from '@cairn/domain';
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
 * Separator between a term and its counts. No term and no key contains the separator, and a digit follows it, so that
 * all tokens of a term form one range.
 */
const COUNT_SEPARATOR = '/';

/** Returns the range of all tokens of a term, `from` inclusive and `before` exclusive. */
export const tokensOf = (term: string): [from: string, before: string] => [`${term}${COUNT_SEPARATOR}`, `${term}0`];

export const countsOf = (token: string): Counts => countsFrom(token, token.lastIndexOf(COUNT_SEPARATOR) + 1);

/** A document in the form that the word index stores. */
export interface Listing {
  /** Text for FTS5: each term once with its counts, then the keys; a space precedes and follows each. */
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
    listed: joinWithSpaces([...counted.map(([term, counts]) => tokenOf(term, counts)), ...keysOf(item)]),
    run: joinWithSpaces(run),
    length: terms.length,
  };
}

const joinWithSpaces = (words: readonly string[]): string => ` ${words.join(' ')} `;

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

/**
 * Returns the string by which a term is found in listings. It is built once for each search, since building it takes
 * longer than finding it.
 */
export const searchStringOf = (term: string): string => `${term}${COUNT_SEPARATOR}`;

/** Returns how often a document contains a term. */
export function countsIn({ listed }: Pick<Listing, 'listed'>, sought: string): Counts {
  let at = listed.indexOf(sought);
  while (at > 0 && listed.charAt(at - 1) !== ' ') at = listed.indexOf(sought, at + 1);
  return at < 0 ? NO_COUNTS : countsFrom(listed, at + sought.length);
}

const NO_COUNTS: Counts = { inTerms: 0, inParts: 0 };

/** Parses the counts in a token that `tokenOf` made. */
function countsFrom(tokens: string, start: number): Counts {
  const end = tokens.indexOf(' ', start);
  const [inTerms, inParts = 0] = tokens
    .slice(start, end < 0 ? undefined : end)
    .split('.')
    .map(Number);
  return { inTerms: inTerms as number, inParts };
}

/** Returns the distinct encoded words in a document's text and identifier parts. */
export const wordsOf = ({ listed }: Pick<Listing, 'listed'>): string[] =>
  listed
    .split(' ')
    .flatMap((token) => (token.includes(COUNT_SEPARATOR) ? [token.slice(0, token.lastIndexOf(COUNT_SEPARATOR))] : []));

/** Counts the occurrences of a phrase in a document; occurrences may overlap. */
export function runsIn({ run }: Pick<Listing, 'run'>, phrase: readonly string[]): number {
  const wanted = joinWithSpaces(phrase);
  let runs = 0;
  for (let at = run.indexOf(wanted); at >= 0; at = run.indexOf(wanted, at + 1)) runs++;
  return runs;
}

/**
 * Returns the filter keys of an item, which are listed next to its terms. A key has no counts, so it never equals a
 * token of a term.
 */
function keysOf(item: Item): string[] {
  const keys = [key.channel(item.channel)];
  const reader = readerOf(item);
  if (reader !== EVERYONE) keys.push(key.closed, key.reader(reader));
  if (item.state !== 'active') keys.push(key.inactive);
  return [...keys, ...keysOfKind(filterFieldsOf(item))];
}

const keysOfKind = ({ store, category, tags, sessionKey, subchannel }: FilterFields): string[] => [
  ...(store === null ? [] : [key.store(store)]),
  ...(category === null ? [] : [key.category(category)]),
  ...new Set(tags.map(key.tag)),
  ...(sessionKey === null ? [] : [key.session(sessionKey)]),
  ...(subchannel === null ? [] : [key.subchannel(subchannel)]),
];

const hashKey = (name: string) => (value: string) => `k${name}${hash('sha256', value, 'hex').slice(0, 32)}`;

const channelKey = hashKey('c');

/** Maps the prefix of a reader word to the function that builds its key. Lists in old files also contain these keys. */
const readerKeys: readonly (readonly [prefix: string, key: (value: string) => string])[] = [
  ['owner ', hashKey('o')],
  ['peer ', hashKey('p')],
  ['', hashKey('r')],
];

function readerKey(reader: string): string {
  const [prefix, keyOf] = readerKeys.find(([start]) => reader.startsWith(start))!;
  return keyOf(reader.slice(prefix.length));
}

/** Keys by which filters search in the lists. Names are hashed, since they may contain any character. */
export const key = {
  /** Marks restricted documents. */
  closed: 'kclosed',
  /** Marks proposed, archived, superseded and deleted documents. */
  inactive: 'kinactive',
  channel: (channel: string | null) => (channel === null ? 'knochannel' : channelKey(channel)),
  /** The key of a reader word. */
  reader: readerKey,
  store: hashKey('s'),
  category: hashKey('g'),
  tag: hashKey('t'),
  session: hashKey('n'),
  subchannel: hashKey('u'),
};
