import type { Bm25, WordQuery } from '@cairn/ports';
import { encodeTerm } from '@cairn/text';
import type { Database } from '../sqlite/database.ts';
import { inverseFrequency, PART_WEIGHT, saturation } from './bm25.ts';
import { anyOf } from './list-filter.ts';
import type { KeptLists, TermFrequencies } from './kept-lists.ts';
import {
  countsByStanding,
  countsIn,
  runsIn,
  soughtTerm,
  specialCountsIn,
  standing,
  tokenOf,
  type Listing,
  type Standing,
} from './listing.ts';
import { frequenciesOf, type WordSpace } from './word-space.ts';

/** Documents that FTS5 lists together, for one term of a query. */
export interface PostingList {
  readonly expression: string;
  /** How many documents are on it, before any filter; for a phrase, at most. */
  readonly frequency: number;
  /** How often all of them hold the term; infinity where that is not known without looking. */
  readonly count: number;
}

/** One thing a query asks for, with what it can add to a score. */
export interface QueryTerm {
  /** The term as the caller gave it; absent for what is only a part or a phrase. */
  readonly term?: string | undefined;
  /** The word as the index knows it; absent for a phrase. */
  readonly encoded?: string | undefined;
  /** Its idf by its weight. */
  readonly weight: number;
  /** Where its documents are. */
  readonly lists: readonly PostingList[];
  /** How often a document holds it, parts counted at their weight. */
  readonly countIn: (document: Listing) => number;
  /** The same, for a document whose list does not say it; undefined where the list does, and for a phrase. */
  readonly specialCountIn: (document: Pick<Listing, 'counts'>) => number | undefined;
}

/**
 * What a query asks for. A term counts its stands in the text, and those in the parts of identifiers at half weight. A
 * part that is no term is looked for among the parts alone, and weighs half. A phrase of several terms is one more term:
 * its idf is the sum of theirs, as in Lucene, and its count the number of its runs.
 */
export function queryTerms(db: Database, kept: KeptLists, space: WordSpace, query: WordQuery): QueryTerm[] {
  const frequencies = frequencyReader(db, kept, space);
  const terms = [...new Set(query.terms)];
  const parts = [...new Set(query.parts)].filter((part) => !terms.includes(part));
  return [
    ...terms.map((term) => wholeTerm(term, frequencies, space)),
    ...parts.map((part) => partTerm(part, frequencies, space)),
    ...query.phrases.filter((phrase) => phrase.length > 1).map((phrase) => phraseTerm(phrase, frequencies, space)),
  ];
}

/** BM25 of a document, not yet as a share. */
export const scoreOf = (terms: readonly QueryTerm[], document: Listing, averageLength: number, bm25: Bm25): number =>
  sum(terms, ({ weight, countIn }) => {
    const count = countIn(document);
    return count === 0 ? 0 : weight * saturation(count, document.length, averageLength, bm25);
  });

/** What no document can reach: every term infinitely often. */
export const attainable = (terms: readonly QueryTerm[], { k1 }: Bm25): number =>
  (k1 + 1) * sum(terms, ({ weight }) => weight);

/** How many documents are on each list of an encoded term. */
type Frequencies = (term: string) => TermFrequencies;

function frequencyReader(db: Database, kept: KeptLists, space: WordSpace): Frequencies {
  const table = frequenciesOf(space);
  const all = Object.values(standing);
  const statement = db.statement(`select term, doc from ${table} where term in (${all.map(() => '?').join(', ')})`);
  const read = (term: string) => {
    const tokens = all.map((each) => tokenOf(term, each));
    const rows = statement.all(...tokens) as { term: string; doc: number }[];
    return new Map(rows.map(({ term, doc }) => [term, doc]));
  };
  return (term) => kept.frequenciesOf(space, term, () => read(term));
}

/** How many documents hold an encoded term, in their text or only in a part. */
const anywhere = (term: string, frequencies: Frequencies): number =>
  sum([...frequencies(term).values()], (each) => each);

const sum = <Value>(values: readonly Value[], of: (value: Value) => number): number =>
  values.reduce((total, value) => total + of(value), 0);

function wholeTerm(term: string, frequencies: Frequencies, { documents }: WordSpace): QueryTerm {
  const encoded = encodeTerm(term);
  const list = postingLists(encoded, frequencies);
  const sought = soughtTerm(encoded);
  return {
    term,
    encoded,
    weight: inverseFrequency(documents, anywhere(encoded, frequencies)),
    lists: [
      ...[...countsByStanding].map(([each, counts]) => list(each, weighed(counts))),
      list(standing.otherwise, Infinity),
    ],
    countIn: (document) => weighed(countsIn(document, sought)),
    specialCountIn: (document) => {
      const special = specialCountsIn(document, sought);
      return special && weighed(special);
    },
  };
}

const weighed = ({ inTerms, inParts }: { inTerms: number; inParts: number }): number => inTerms + PART_WEIGHT * inParts;

function partTerm(part: string, frequencies: Frequencies, { documents }: WordSpace): QueryTerm {
  const encoded = encodeTerm(part);
  const list = postingLists(encoded, frequencies);
  const sought = soughtTerm(encoded);
  return {
    encoded,
    weight: PART_WEIGHT * inverseFrequency(documents, anywhere(encoded, frequencies)),
    lists: [list(standing.oncePart, 1), list(standing.otherwise, Infinity)],
    countIn: (document) => countsIn(document, sought).inParts,
    specialCountIn: (document) => specialCountsIn(document, sought)?.inParts,
  };
}

const postingLists =
  (term: string, frequencies: Frequencies) =>
  (each: Standing, count: number): PostingList => {
    const token = tokenOf(term, each);
    return { expression: anyOf([token]), frequency: frequencies(term).get(token) ?? 0, count };
  };

function phraseTerm(phrase: readonly string[], frequencies: Frequencies, { documents }: WordSpace): QueryTerm {
  const encoded = phrase.map(encodeTerm);
  const inText = Object.values(standing).filter((each) => each !== standing.oncePart);
  const all = [...new Set(encoded)].map((term) => anyOf(inText.map((each) => tokenOf(term, each))));
  return {
    weight: sum(encoded, (term) => inverseFrequency(documents, anywhere(term, frequencies))),
    lists: [
      {
        expression: all.join(' AND '),
        frequency: Math.min(...encoded.map((term) => anywhere(term, frequencies))),
        count: Infinity,
      },
    ],
    countIn: (document) => runsIn(document, encoded),
    specialCountIn: () => undefined,
  };
}
