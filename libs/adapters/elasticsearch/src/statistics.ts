import type { estypes } from '@elastic/elasticsearch';
import type { ItemKind } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import { averageLengthOf, inverseFrequency } from '@cairn/ports';
import { organisationConditions, uncountedCondition, type Condition, type UncountedConditions } from './conditions.ts';
import { wordFields } from './index-body.ts';

/**
 * BM25 statistics of an organisation's public items of one kind, including archived items. Items in channels that are
 * closed to the reader are not counted.
 */
export interface Statistics {
  readonly documents: number;
  readonly averageLength: number;
  /** Number of terms in the longest document, visible or not. It only limits the search for candidates. */
  readonly longest: number;
  /** Returns the number of documents that have an encoded token in their text or among their parts. */
  readonly frequencyOf: (token: string) => number;
}

/**
 * Builds three searches that count documents. Lucene's own frequencies include replaced and removed documents until a
 * merge and, in a shared index, documents of other organisations; answers must depend on neither. Totals are a separate
 * request, whose answer the server caches until the next write. Restricted documents are counted and subtracted: they
 * are usually few, and counting all others would read each document.
 */
export const countRequests = (
  { orgId, closedChannels }: StatisticsScope,
  kind: ItemKind,
  tokens: readonly string[],
): SearchBody[] => {
  const uncounted = uncountedCondition({ closedChannels });
  return [
    totalsRequest({ orgId }, kind, uncounted),
    frequenciesRequest({ term: { org: orgId } }, kind, tokens),
    frequenciesRequest({ bool: { filter: [{ term: { org: orgId } }, uncounted] } }, kind, tokens),
  ];
};

/** Reader for whom statistics are counted. Scopes of one organisation differ only in the channels that are closed to them. */
export type StatisticsScope = Pick<Scope, 'orgId' | 'closedChannels'>;

type SearchBody = estypes.SearchSearchRequestBody;

const totalsRequest = (of: Pick<Scope, 'orgId'>, kind: ItemKind, uncounted: UncountedConditions): SearchBody => ({
  size: 0,
  track_total_hits: true,
  query: { bool: { filter: organisationConditions(of, kind) } },
  aggs: {
    length: { sum: { field: 'length' } },
    longest: { max: { field: 'length' } },
    closed: { filter: uncounted, aggs: { length: { sum: { field: 'length' } } } },
  },
});

/** Counts tokens without a condition on the kind, since the field implies it. Lucene then need not read documents. */
const frequenciesRequest = (
  query: NonNullable<SearchBody['query']>,
  kind: ItemKind,
  tokens: readonly string[],
): SearchBody => ({
  size: 0,
  track_total_hits: false,
  query,
  aggs: { held: { filters: { filters: tokens.map((token) => tokenCondition(kind, token)) } } },
});

/** Matches documents that have a token in their text or among their parts. */
export const tokenCondition = (kind: ItemKind, token: string): Condition => ({
  term: { [wordFields[kind].words]: token },
});

interface Totals {
  readonly length: { readonly value: number };
  readonly longest: { readonly value: number | null };
  readonly closed: { readonly doc_count: number; readonly length: { readonly value: number } };
}

interface Frequencies {
  readonly buckets: readonly { readonly doc_count: number }[];
}

/**
 * Combines the three answers. Documents that a refresh added between two answers are only in the later answers, so
 * frequencies are limited to the number of documents. Otherwise an idf could be negative, and the server refuses
 * negative boosts.
 */
export function statisticsFrom(
  [totals, everywhere, inClosed]: readonly estypes.SearchResponseBody[],
  tokens: readonly string[],
): Statistics {
  const { length, longest, closed: hidden } = (totals?.aggregations ?? ZERO_TOTALS) as unknown as Totals;
  const [all, taken] = [countsIn(everywhere), countsIn(inClosed)];
  const byToken = new Map(tokens.map((token, at) => [token, Math.max(0, (all[at] ?? 0) - (taken[at] ?? 0))]));
  const total = (totals?.hits.total as estypes.SearchTotalHits).value;
  const documents = Math.max(total - hidden.doc_count, ...byToken.values());
  return {
    documents,
    averageLength: averageLengthOf(documents, length.value - hidden.length.value),
    longest: longest.value ?? 0,
    frequencyOf: (token) => byToken.get(token) ?? 0,
  };
}

const countsIn = (answer: estypes.SearchResponseBody | undefined): number[] =>
  ((answer?.aggregations?.['held'] as unknown as Frequencies | undefined)?.buckets ?? []).map(
    ({ doc_count }) => doc_count,
  );

/** Statistics of an index that does not exist. */
const ZERO_TOTALS: Totals = {
  length: { value: 0 },
  longest: { value: 0 },
  closed: { doc_count: 0, length: { value: 0 } },
};

/**
 * Lucene's own statistics of a field, from which Lucene computes its scores. They include replaced and removed
 * documents.
 */
interface LuceneFieldStatistics {
  readonly averageLength: number;
  /** Returns the idf of a token; 0 for a token without documents. */
  readonly idfOf: (token: string) => number;
}

/** Lucene's own statistics of both fields of a kind. */
export interface LuceneStatistics {
  readonly terms: LuceneFieldStatistics;
  readonly parts: LuceneFieldStatistics;
}

/**
 * Builds the request for Lucene's statistics of tokens. The request contains an artificial document with these tokens,
 * which is not stored.
 */
export function luceneStatisticsRequest(kind: ItemKind, tokens: readonly string[]) {
  const { terms, parts } = wordFields[kind];
  const text = tokens.join(' ');
  return {
    doc: { [terms]: text, [parts]: text },
    fields: [terms, parts],
    positions: false,
    offsets: false,
    payloads: false,
    term_statistics: true,
    field_statistics: true,
  };
}

export function luceneStatisticsFrom(
  kind: ItemKind,
  { term_vectors = {} }: estypes.TermvectorsResponse,
): LuceneStatistics {
  const { terms, parts } = wordFields[kind];
  return { terms: luceneFieldStatistics(term_vectors[terms]), parts: luceneFieldStatistics(term_vectors[parts]) };
}

function luceneFieldStatistics(field: estypes.TermvectorsTermVector | undefined): LuceneFieldStatistics {
  const { doc_count: documents = 0, sum_ttf: length = 0 } = field?.field_statistics ?? {};
  const frequencyOf = (token: string) => field?.terms[token]?.doc_freq ?? 0;
  return {
    averageLength: Math.max(1, length) / Math.max(1, documents),
    idfOf: (token) => (frequencyOf(token) > 0 ? inverseFrequency(documents, frequencyOf(token)) : 0),
  };
}
