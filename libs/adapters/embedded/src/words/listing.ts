import { hash } from 'node:crypto';
import { EVERYONE, readerOf, type Item } from '@cairn/contracts';
import { filteredBy, type FilteredBy } from '@cairn/ports';
import { analyserOf, encodeTerm } from '@cairn/text';

/** How often a term stands in the terms and in the parts of a document. */
export interface Counts {
  readonly inTerms: number;
  readonly inParts: number;
}

/**
 * What FTS5 lists a term under: the term, and how often a document holds it, so that one step over a list tells what each
 * document on it scores. `term/2` stands twice in a text, `term/2.1` once in a part as well.
 */
const tokenOf = (term: string, { inTerms, inParts }: Counts): string =>
  inParts === 0 ? `${term}${COUNTED}${inTerms}` : `${term}${COUNTED}${inTerms}.${inParts}`;

/** No term and no key has it; the next character is a digit, so that a term's tokens are one range. */
const COUNTED = '/';

/** All tokens of a term are from the one to before the other. */
export const tokensOf = (term: string): [from: string, before: string] => [`${term}${COUNTED}`, `${term}0`];

export const countsOf = (token: string): Counts => countsFrom(token, token.lastIndexOf(COUNTED) + 1);

/** A document as the word index keeps it. */
export interface Listing {
  /** What FTS5 is given: each term once with its counts, then the keys; a space before and after each. */
  readonly listed: string;
  /** The terms in order, encoded, a space before and after each: what phrases are looked for in. */
  readonly run: string;
  /** How many terms it has. */
  readonly length: number;
}

export function listingOf(item: Item, analyser: string): Listing {
  const { terms, parts } = analyserOf(analyser).document(item);
  const run = terms.map(encodeTerm);
  const counted = [...count(run, parts.map(encodeTerm))];
  return {
    listed: spaced([...counted.map(([term, counts]) => tokenOf(term, counts)), ...keysOf(item)]),
    run: spaced(run),
    length: terms.length,
  };
}

const spaced = (words: readonly string[]): string => ` ${words.join(' ')} `;

function count(terms: readonly string[], parts: readonly string[]): Map<string, Counts> {
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

/** A term as it is looked for; made once a search, since making such strings takes longer than finding them. */
export const soughtTerm = (term: string): string => `${term}${COUNTED}`;

/** How often a sought term stands in a document. */
export function countsIn({ listed }: Pick<Listing, 'listed'>, sought: string): Counts {
  let at = listed.indexOf(sought);
  while (at > 0 && listed.charAt(at - 1) !== ' ') at = listed.indexOf(sought, at + 1);
  return at < 0 ? NEVER : countsFrom(listed, at + sought.length);
}

const NEVER: Counts = { inTerms: 0, inParts: 0 };

/** Reads what `tokenOf` wrote, up to the end of the token. */
function countsFrom(tokens: string, start: number): Counts {
  const end = tokens.indexOf(' ', start);
  const [inTerms, inParts = 0] = tokens
    .slice(start, end < 0 ? undefined : end)
    .split('.')
    .map(Number);
  return { inTerms: inTerms as number, inParts };
}

/** The distinct encoded words of a document, of its text and of the parts of its identifiers. */
export const wordsOf = ({ listed }: Pick<Listing, 'listed'>): string[] =>
  listed.split(' ').flatMap((token) => (token.includes(COUNTED) ? [token.slice(0, token.lastIndexOf(COUNTED))] : []));

/** How often a phrase stands in a document; runs may overlap. */
export function runsIn({ run }: Pick<Listing, 'run'>, phrase: readonly string[]): number {
  const wanted = spaced(phrase);
  let runs = 0;
  for (let at = run.indexOf(wanted); at >= 0; at = run.indexOf(wanted, at + 1)) runs++;
  return runs;
}

/** Keys stand in the lists beside the terms; they have no counts and those have, so the two never meet. */
function keysOf(item: Item): string[] {
  const keys = [key.channel(item.channel)];
  const reader = readerOf(item);
  if (reader !== EVERYONE) keys.push(key.closed, key.reader(reader));
  if (item.state !== 'active') keys.push(key.inactive);
  return [...keys, ...keysOfKind(filteredBy(item))];
}

const keysOfKind = ({ store, category, tags, sessionKey, subchannel }: FilteredBy): string[] => [
  ...(store === null ? [] : [key.store(store)]),
  ...(category === null ? [] : [key.category(category)]),
  ...new Set(tags.map(key.tag)),
  ...(sessionKey === null ? [] : [key.session(sessionKey)]),
  ...(subchannel === null ? [] : [key.subchannel(subchannel)]),
];

const hashed = (name: string) => (value: string) => `k${name}${hash('sha256', value, 'hex').slice(0, 32)}`;

const channelKey = hashed('c');

/** The two oldest kinds of reader have keys of their own, which are on the lists of old files. */
const readerKeys: readonly (readonly [prefix: string, key: (value: string) => string])[] = [
  ['owner ', hashed('o')],
  ['peer ', hashed('p')],
  ['', hashed('r')],
];

function readerKey(reader: string): string {
  const [prefix, keyOf] = readerKeys.find(([start]) => reader.startsWith(start))!;
  return keyOf(reader.slice(prefix.length));
}

/** What filters look for in the lists: names are hashed, since they may hold anything. */
export const key = {
  /** On what only its writer or its peer may see. */
  closed: 'kclosed',
  /** On what is archived, superseded or deleted. */
  inactive: 'kinactive',
  channel: (channel: string | null) => (channel === null ? 'knochannel' : channelKey(channel)),
  /** The key of a reader word. */
  reader: readerKey,
  store: hashed('s'),
  category: hashed('g'),
  tag: hashed('t'),
  session: hashed('n'),
  subchannel: hashed('u'),
};
