import { closedCountReader, type VisibleSpace } from './closed-words.ts';
import {
  inverseFrequency,
  lengthNorm,
  PART_WEIGHT,
  saturateCount,
  scoredElementsOf,
  type Bm25,
  type WordQuery,
} from '@cairn/ports';
import { encodeTerm } from '@cairn/text';
import type { Database } from '../sqlite/database.ts';
import { matchAny } from './list-filter.ts';
import type { CachedLists, TermFrequencies } from './cached-lists.ts';
import { countsIn, countsOf, runsIn, searchStringOf, tokensOf, type Counts, type Listing } from './listing.ts';
import { frequenciesOf, type WordSpace } from './word-space.ts';

/** FTS5 list of documents for one term of a query. */
export interface PostingList {
  readonly expression: string;
  /** Number of documents on the list, visible or not, before any filter; for a phrase, an upper bound. */
  readonly frequency: number;
  /** Maximum count of the term in a document of the list, with parts counted by their weight; infinity for a phrase. */
  readonly count: number;
}

/** Scored element of a query: a term, a part or a phrase. */
export interface QueryTerm {
  /** The term as the caller gave it; absent for a part or a phrase. */
  readonly term?: string | undefined;
  /** Encoded word of the element in the index; absent for a phrase. */
  readonly encoded?: string | undefined;
  /** Idf of the element among public documents, times the element's weight. */
  readonly weight: number;
  /** True if a public document contains the element; for a phrase, if public documents contain its words. */
  readonly isOpen: boolean;
  /** Lists of the documents that contain the element. */
  readonly lists: readonly PostingList[];
  /** Returns the count of the element in a document, with parts counted by their weight. */
  readonly countIn: (document: Listing) => number;
}

/** Returns the scored elements of a query in the terms of the index. */
export function queryTerms(db: Database, kept: CachedLists, space: VisibleSpace, query: WordQuery): QueryTerm[] {
  const frequencies = frequencyReader(db, kept, space);
  const { terms, parts, phrases } = scoredElementsOf(query);
  return [
    ...terms.map((term) => wholeTerm(term, frequencies, space)),
    ...parts.map((part) => partTerm(part, frequencies, space)),
    ...phrases.map((phrase) => phraseTerm(phrase, frequencies, space)),
  ];
}

/**
 * Returns the BM25 score of a document with this length and these counts. The score is not yet divided by the upper
 * limit.
 */
export const scoreOf = (
  terms: readonly QueryTerm[],
  counts: readonly number[],
  length: number,
  averageLength: number,
  bm25: Bm25,
): number => {
  const against = lengthNorm(length, averageLength, bm25);
  return terms.reduce(
    (total, { weight }, index) => total + weight * saturateCount(counts[index] as number, against, bm25),
    0,
  );
};

/** Returns the upper limit of scores, which a document with infinitely many occurrences of every term would have. */
export const scoreLimit = (terms: readonly QueryTerm[], { k1 }: Bm25): number =>
  (k1 + 1) * sumValues(terms, ({ weight }) => weight);

interface Frequencies {
  /** Returns the frequencies of an encoded term on each of its lists. */
  readonly listed: (term: string) => TermFrequencies;
  /** Returns the number of public documents that contain an encoded term, in their text or only in a part. */
  readonly open: (term: string) => number;
}

function frequencyReader(db: Database, kept: CachedLists, space: VisibleSpace): Frequencies {
  const statement = db.statement(`select term, doc from ${frequenciesOf(space)} where term >= ? and term < ?`);
  const read = (term: string) => {
    const rows = statement.all(...tokensOf(term)) as { term: string; doc: number }[];
    return rows.map(({ term: token, doc }) => ({ token, frequency: doc, ...countsOf(token) }));
  };
  const listed = (term: string) => kept.frequenciesOf(space, term, () => read(term));
  const closed = closedCountReader(db, space);
  const open = (term: string) => {
    const lists = listed(term);
    return (
      sumValues(lists, ({ frequency }) => frequency) - closed(term) - space.closedWith(lists.map(({ token }) => token))
    );
  };
  return { listed, open };
}

const sumValues = <Value>(values: readonly Value[], of: (value: Value) => number): number =>
  values.reduce((total, value) => total + of(value), 0);

function wholeTerm(term: string, frequencies: Frequencies, { documents }: WordSpace): QueryTerm {
  const encoded = encodeTerm(term);
  const sought = searchStringOf(encoded);
  const open = frequencies.open(encoded);
  return {
    term,
    encoded,
    weight: inverseFrequency(documents, open),
    isOpen: open > 0,
    lists: postingLists(frequencies.listed(encoded), weightedCount),
    countIn: (document) => weightedCount(countsIn(document, sought)),
  };
}

const weightedCount = ({ inTerms, inParts }: Counts): number => inTerms + PART_WEIGHT * inParts;

function partTerm(part: string, frequencies: Frequencies, { documents }: WordSpace): QueryTerm {
  const encoded = encodeTerm(part);
  const sought = searchStringOf(encoded);
  const open = frequencies.open(encoded);
  return {
    encoded,
    weight: PART_WEIGHT * inverseFrequency(documents, open),
    isOpen: open > 0,
    lists: postingLists(frequencies.listed(encoded), inPartsOf),
    countIn: (document) => inPartsOf(countsIn(document, sought)),
  };
}

const inPartsOf = ({ inParts }: Counts): number => inParts;

/**
 * Upper limits of counts. Tokens with counts between two limits share one list. There are no further limits, since
 * higher counts add so little to a score that more lists would cost more than they save.
 */
const COUNT_STEPS = [0.5, 1, 1.5, 2, 3, 5, Infinity] as const;

function postingLists(lists: TermFrequencies, countOf: (counts: Counts) => number): PostingList[] {
  const counted = lists.map((list) => ({ ...list, count: countOf(list) })).filter(({ count }) => count > 0);
  const byStep = Map.groupBy(counted, ({ count }) => COUNT_STEPS.find((step) => count <= step));
  return [...byStep.values()].map((together) => ({
    expression: matchAny(together.map(({ token }) => token)),
    frequency: sumValues(together, ({ frequency }) => frequency),
    count: Math.max(...together.map(({ count }) => count)),
  }));
}

function phraseTerm(phrase: readonly string[], frequencies: Frequencies, { documents }: WordSpace): QueryTerm {
  const encoded = phrase.map(encodeTerm);
  const inText = encoded.map((term) => frequencies.listed(term).filter(({ inTerms }) => inTerms > 0));
  const all = inText.map((lists) => matchAny(lists.map(({ token }) => token)));
  return {
    weight: sumValues(encoded, (term) => inverseFrequency(documents, frequencies.open(term))),
    isOpen: encoded.every((term) => frequencies.open(term) > 0),
    lists: [
      {
        expression: [...new Set(all)].join(' AND '),
        frequency: Math.min(...inText.map((lists) => sumValues(lists, ({ frequency }) => frequency))),
        count: Infinity,
      },
    ],
    countIn: (document) => runsIn(document, encoded),
  };
}
