import type { estypes } from '@elastic/elasticsearch';
import type { ItemKind } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';
import { averageLengthOf, inverseFrequency } from '@cairn/ports';
import { uncountedCondition, type Condition, type UncountedConditions } from './conditions.ts';
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

/** Tokens of one kind of item, each once. */
export interface TokensOfKind {
  readonly kind: ItemKind;
  readonly tokens: readonly string[];
}

/**
 * Builds two searches that count documents of these kinds. Lucene's own frequencies include replaced and removed
 * documents until a merge and, in a shared index, documents of other organisations; answers must depend on neither.
 * Totals are a separate request, whose answer the server caches until the next write. Restricted documents are counted
 * and subtracted: they are usually few, and counting all others would read each document.
 */
export const countRequests = (
  { orgId, closedChannels }: StatisticsScope,
  asked: readonly TokensOfKind[],
): [totals: SearchBody, frequencies: SearchBody] => {
  const uncounted = uncountedCondition({ closedChannels });
  return [totalsRequest({ orgId }, asked, uncounted), frequenciesRequest({ orgId }, asked, uncounted)];
};

/** Merges what is asked for into one entry a kind. */
export function mergeKinds(asked: readonly TokensOfKind[]): TokensOfKind[] {
  const byKind = Map.groupBy(asked, ({ kind }) => kind);
  return [...byKind].map(([kind, some]) => ({ kind, tokens: [...new Set(some.flatMap(({ tokens }) => tokens))] }));
}

/** Reader for whom statistics are counted. Scopes of one organisation differ only in the channels that are closed to them. */
export type StatisticsScope = Pick<Scope, 'orgId' | 'closedChannels'>;

type SearchBody = estypes.SearchSearchRequestBody;

const totalsRequest = (
  { orgId }: Pick<Scope, 'orgId'>,
  asked: readonly TokensOfKind[],
  uncounted: UncountedConditions,
): SearchBody => ({
  size: 0,
  track_total_hits: false,
  query: { bool: { filter: [{ term: { org: orgId } }, { terms: { kind: asked.map(({ kind }) => kind) } }] } },
  aggs: Object.fromEntries(
    asked.map(({ kind }) => [
      kind,
      {
        filter: { term: { kind } },
        aggs: {
          length: { sum: { field: 'length' } },
          longest: { max: { field: 'length' } },
          closed: { filter: uncounted, aggs: { length: { sum: { field: 'length' } } } },
        },
      },
    ]),
  ),
});

/**
 * Counts each token among all documents, then each among the uncounted ones. There is no condition on the kind, since
 * the field implies it. Lucene then need not read documents.
 */
const frequenciesRequest = (
  { orgId }: Pick<Scope, 'orgId'>,
  asked: readonly TokensOfKind[],
  uncounted: UncountedConditions,
): SearchBody => {
  const held = asked.flatMap(({ kind, tokens }) => tokens.map((token) => tokenCondition(kind, token)));
  const withheld = held.map((condition): Condition => ({ bool: { filter: [condition, uncounted] } }));
  return {
    size: 0,
    track_total_hits: false,
    query: { term: { org: orgId } },
    aggs: { held: { filters: { filters: [...held, ...withheld] } } },
  };
};

/** Matches documents that have a token in their text or among their parts. */
export const tokenCondition = (kind: ItemKind, token: string): Condition => ({
  term: { [wordFields[kind].words]: token },
});

interface Totals {
  readonly doc_count: number;
  readonly length: { readonly value: number };
  readonly longest: { readonly value: number | null };
  readonly closed: { readonly doc_count: number; readonly length: { readonly value: number } };
}

interface Frequencies {
  readonly buckets: readonly { readonly doc_count: number }[];
}

/**
 * Combines the two answers for one of the kinds. Documents that a refresh added between the answers are only in the
 * later one, so frequencies are limited to the number of documents. Otherwise an idf could be negative, and the server
 * refuses negative boosts.
 */
export function statisticsFrom(
  [totals, frequencies]: readonly estypes.SearchResponseBody[],
  asked: readonly TokensOfKind[],
  kind: ItemKind,
): Statistics {
  const ofKind = (totals?.aggregations?.[kind] ?? ZERO_TOTALS) as unknown as Totals;
  const { length, longest, closed: hidden } = ofKind;
  const byToken = frequenciesIn(frequencies, asked, kind);
  const documents = Math.max(ofKind.doc_count - hidden.doc_count, ...byToken.values());
  return {
    documents,
    averageLength: averageLengthOf(documents, length.value - hidden.length.value),
    longest: longest.value ?? 0,
    frequencyOf: (token) => byToken.get(token) ?? 0,
  };
}

/** Reads how many counted documents have each token of a kind. */
function frequenciesIn(
  answer: estypes.SearchResponseBody | undefined,
  asked: readonly TokensOfKind[],
  kind: ItemKind,
): Map<string, number> {
  const { buckets } = (answer?.aggregations?.['held'] ?? { buckets: [] }) as unknown as Frequencies;
  const all = asked.flatMap((one) => one.tokens.map((token) => ({ kind: one.kind, token })));
  const counted = (at: number) => (buckets[at]?.doc_count ?? 0) - (buckets[all.length + at]?.doc_count ?? 0);
  return new Map(all.flatMap((one, at) => (one.kind === kind ? [[one.token, Math.max(0, counted(at))] as const] : [])));
}

/** Statistics of an index that does not exist. */
const ZERO_TOTALS: Totals = {
  doc_count: 0,
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
export function luceneStatisticsRequest(asked: readonly TokensOfKind[]) {
  const texts = asked.flatMap(({ kind, tokens }) => {
    const { terms, parts } = wordFields[kind];
    const text = tokens.join(' ');
    return [[terms, text] as const, [parts, text] as const];
  });
  return {
    doc: Object.fromEntries(texts),
    fields: texts.map(([field]) => field),
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
