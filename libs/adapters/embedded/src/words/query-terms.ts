import { averageLengthOf, inverseFrequency, PART_WEIGHT, scoredElementsOf, type WordQuery } from '@cairn/ports';
import { encodeTerm } from '@cairn/text';
import type { ReaderFields } from '../generations/filtered-fields.ts';
import type { Database } from '../sqlite/database.ts';
import type { Documents } from './documents.ts';
import { joinWithSpaces, type Counts } from './listing.ts';
import { sizeOf, type PostingList, type Postings } from './postings.ts';
import type { WordSpace } from './word-space.ts';

/** Documents that contain an element of a query equally often. */
interface CountedList {
  readonly list: PostingList;
  /** Count of the element in each document, with parts counted by their weight. */
  readonly count: number;
}

/** Term or part of a query. */
interface QueryTerm {
  /** The term as the caller gave it; absent for a part. */
  readonly term?: string | undefined;
  /** Idf among the documents that everyone may read, times the weight of the element. */
  readonly weight: number;
  /** Lists of the documents that contain the element; a document is on at most one of them. */
  readonly lists: readonly CountedList[];
  /** All lists of the word, be it in the text or in a part. */
  readonly postings: Postings;
}

/** Words that a document must contain in this order. */
export interface QueryPhrase {
  /** Encoded words, as in the `run` of a listing. */
  readonly run: string;
  /** Sum of the idf of the words. */
  readonly weight: number;
  /** For each different word, the lists of the documents that contain it in their text; the rarest word first. */
  readonly lists: readonly (readonly PostingList[])[];
}

export interface QueryElements {
  readonly terms: readonly QueryTerm[];
  readonly phrases: readonly QueryPhrase[];
  /** Average length of a document that everyone may read. */
  readonly averageLength: number;
}

interface Search {
  readonly db: Database;
  readonly documents: Documents;
  readonly space: WordSpace;
  readonly scope: ReaderFields;
}

/** Reads the scored elements of a query. Only documents that the scope may know of have influence on weights. */
export function readElements(search: Search, query: WordQuery): QueryElements {
  const { db, documents, space, scope } = search;
  const open = documents.openStatistics(space, scope);
  const postingsOf = (encoded: string) => documents.postingsOf(db, encoded);
  const idfOf = (postings: Postings) => inverseFrequency(open.documents, openCountOf(search, postings));
  const { terms, parts, phrases } = scoredElementsOf(query);
  return {
    averageLength: averageLengthOf(open.documents, open.length),
    terms: [
      ...terms.map((term): QueryTerm => {
        const postings = postingsOf(encodeTerm(term));
        return { term, weight: idfOf(postings), lists: countedLists(postings, weightedCount), postings };
      }),
      ...parts.map((part): QueryTerm => {
        const postings = postingsOf(encodeTerm(part));
        return { weight: PART_WEIGHT * idfOf(postings), lists: countedLists(postings, inPartsOf), postings };
      }),
    ],
    phrases: phrases.map((phrase) => {
      const words = phrase.map(encodeTerm);
      const postings = new Map([...new Set(words)].map((word) => [word, postingsOf(word)]));
      const idfs = new Map([...postings].map(([word, each]) => [word, idfOf(each)]));
      return {
        run: joinWithSpaces(words),
        weight: words.reduce((sum, word) => sum + idfs.get(word)!, 0),
        lists: [...postings.values()]
          .map(({ lists }) => lists.filter(({ inTerms }) => inTerms > 0))
          .sort((one, other) => sizeOf(one) - sizeOf(other)),
      };
    }),
  };
}

/** Counts the documents with a term that everyone may read, without those in channels that are closed to the scope. */
function openCountOf({ documents: { columns }, scope }: Search, { openCount, lists }: Postings): number {
  const isClosed = columns.closedTest(scope);
  if (!isClosed) return openCount;
  let count = openCount;
  for (const { rows, size } of lists) {
    for (let at = 0; at < size; at++) {
      const row = rows[at] as number;
      if (columns.isOpen(row) && isClosed(row)) count--;
    }
  }
  return count;
}

const weightedCount = ({ inTerms, inParts }: Counts): number => inTerms + PART_WEIGHT * inParts;

const inPartsOf = ({ inParts }: Counts): number => inParts;

const countedLists = ({ lists }: Postings, countOf: (counts: Counts) => number): CountedList[] =>
  lists.map((list) => ({ list, count: countOf(list) })).filter(({ count, list }) => count > 0 && list.size > 0);
