import { hash } from 'node:crypto';
import type { Item } from '@cairn/contracts';
import { encodeTerm, wordDocument } from '@cairn/text';

/**
 * How a term stands in a document. Lists are kept by standing, so that one step over a list tells what each document on
 * it scores; only for `otherwise` the document has to be asked, and it may be asked for any: another standing only saves it.
 */
export const standing = { oncePart: '0', once: '1', twice: '2', otherwise: '3', thrice: '4', fourTimes: '5' } as const;
export type Standing = (typeof standing)[keyof typeof standing];

/** What FTS5 lists a term under. ASCII wherever the term is, since the engine searches such strings twice as fast. */
export const tokenOf = (term: string, each: Standing): string => each + term;

/** A document as the word index keeps it. */
export interface Listing {
  /** What FTS5 is given: each term once, led by its standing, then the keys; a space before and after each. */
  readonly listed: string;
  /** ` term:inTerms:inParts ` for each term whose standing does not say it. */
  readonly counts: string;
  /** The terms in order, encoded, a space before and after each: what phrases are looked for in. */
  readonly run: string;
  /** How many terms it has. */
  readonly length: number;
}

interface Counts {
  inTerms: number;
  inParts: number;
}

export function listingOf(item: Item): Listing {
  const { terms, parts } = wordDocument(item);
  const run = terms.map(encodeTerm);
  const counted = [...count(run, parts.map(encodeTerm))];
  const special = counted.filter(([, counts]) => standingOf(counts) === standing.otherwise);
  return {
    listed: spaced([...counted.map(([term, counts]) => tokenOf(term, standingOf(counts))), ...keysOf(item)]),
    counts: spaced(special.map(([term, counts]) => `${term}:${nameOf(counts)}`)),
    run: spaced(run),
    length: terms.length,
  };
}

const spaced = (words: readonly string[]): string => ` ${words.join(' ')} `;

function count(terms: readonly string[], parts: readonly string[]): Map<string, Counts> {
  const counted = new Map<string, Counts>();
  const countOf = (term: string): Counts => {
    const counts = counted.get(term) ?? { inTerms: 0, inParts: 0 };
    counted.set(term, counts);
    return counts;
  };
  for (const term of terms) countOf(term).inTerms++;
  for (const part of parts) countOf(part).inParts++;
  return counted;
}

/** What the standings say; `otherwise` says nothing. */
export const countsByStanding: ReadonlyMap<Standing, Readonly<Counts>> = new Map<Standing, Counts>([
  [standing.oncePart, { inTerms: 0, inParts: 1 }],
  [standing.once, { inTerms: 1, inParts: 0 }],
  [standing.twice, { inTerms: 2, inParts: 0 }],
  [standing.thrice, { inTerms: 3, inParts: 0 }],
  [standing.fourTimes, { inTerms: 4, inParts: 0 }],
]);

const nameOf = ({ inTerms, inParts }: Counts): string => `${inTerms}:${inParts}`;

const standingByCounts = new Map([...countsByStanding].map(([each, counts]) => [nameOf(counts), each]));

const standingOf = (counts: Counts): Standing => standingByCounts.get(nameOf(counts)) ?? standing.otherwise;

/** A term as it is looked for; made once a search, since making such strings takes longer than finding them. */
export interface SoughtTerm {
  readonly inListed: string;
  readonly inCounts: string;
}

export const soughtTerm = (encoded: string): SoughtTerm => ({ inListed: `${encoded} `, inCounts: ` ${encoded}:` });

/** How often a term stands in the terms and in the parts of a document. */
export function countsIn(document: Pick<Listing, 'listed' | 'counts'>, term: SoughtTerm): Readonly<Counts> {
  const leader = leaderOf(document.listed, term.inListed);
  if (leader === undefined) return NEVER;
  return countsByStanding.get(leader) ?? specialCountsIn(document, term) ?? NEVER;
}

const NEVER: Counts = { inTerms: 0, inParts: 0 };

/** The one character before a word, where the word is whole; a key has a letter there. */
function leaderOf(listed: string, word: string): Standing | undefined {
  for (let at = listed.indexOf(word); at >= 0; at = listed.indexOf(word, at + 1)) {
    const leader = listed.charAt(at - 1);
    if (listed.charAt(at - 2) === ' ' && leader !== KEY) return leader as Standing;
  }
  return undefined;
}

/** The same, where the standing does not say it; undefined where it does, and where the term is not in the document. */
export function specialCountsIn({ counts }: Pick<Listing, 'counts'>, term: SoughtTerm): Readonly<Counts> | undefined {
  const at = counts.indexOf(term.inCounts);
  if (at < 0) return undefined;
  const start = at + term.inCounts.length;
  const between = counts.indexOf(':', start);
  return {
    inTerms: Number(counts.slice(start, between)),
    inParts: Number(counts.slice(between + 1, counts.indexOf(' ', between))),
  };
}

/** The distinct encoded words of a document, of its text and of the parts of its identifiers. */
export const wordsOf = ({ listed }: Pick<Listing, 'listed'>): string[] =>
  listed.split(' ').flatMap((token) => (token === '' || token.startsWith(KEY) ? [] : [token.slice(1)]));

/** How often a phrase stands in a document; runs may overlap. */
export function runsIn({ run }: Pick<Listing, 'run'>, phrase: readonly string[]): number {
  const wanted = spaced(phrase);
  let runs = 0;
  for (let at = run.indexOf(wanted); at >= 0; at = run.indexOf(wanted, at + 1)) runs++;
  return runs;
}

/** Keys stand in the lists beside the terms; they start with a letter and those with a digit, so the two never meet. */
function keysOf(item: Item): string[] {
  const keys = [key.channel(item.channel)];
  if (item.visibility === 'private') keys.push(key.closed, key.owner(item.principalId));
  if (item.visibility === 'peer') keys.push(key.closed, key.peer(item.channel ?? ''));
  if (item.state !== 'active') keys.push(key.inactive);
  return [...keys, ...(item.kind === 'memory' ? memoryKeysOf(item) : messageKeysOf(item))];
}

const memoryKeysOf = (memory: Item & { kind: 'memory' }): string[] => [
  key.store(memory.store),
  key.category(memory.category),
  ...new Set(memory.tags.map(key.tag)),
];

const messageKeysOf = ({ sessionKey, subchannel }: Item & { kind: 'message' }): string[] => [
  ...(sessionKey === null ? [] : [key.session(sessionKey)]),
  ...(subchannel === null ? [] : [key.subchannel(subchannel)]),
];

const KEY = 'k';

const hashed = (name: string) => (value: string) => `${KEY}${name}${hash('sha256', value, 'hex').slice(0, 32)}`;

const channelKey = hashed('c');

/** What filters look for in the lists: names are hashed, since they may hold anything. */
export const key = {
  /** On what only its writer or its peer may see. */
  closed: 'kclosed',
  /** On what is archived, superseded or deleted. */
  inactive: 'kinactive',
  channel: (channel: string | null) => (channel === null ? 'knochannel' : channelKey(channel)),
  owner: hashed('o'),
  peer: hashed('p'),
  store: hashed('s'),
  category: hashed('g'),
  tag: hashed('t'),
  session: hashed('n'),
  subchannel: hashed('u'),
};
