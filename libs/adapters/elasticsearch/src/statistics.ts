import type { estypes } from '@elastic/elasticsearch';
import type { ItemKind, Scope } from '@cairn/contracts';
import { averageLengthOf, inverseFrequency } from '@cairn/ports';
import { ofOrganisation, uncountedIn, type Condition, type Uncounted } from './conditions.ts';
import { wordFields } from './index-body.ts';

/** What BM25 knows of an organisation's items of one kind that everyone may read, archived ones included, but for channels that are closed to who asks. */
export interface Statistics {
  readonly documents: number;
  readonly averageLength: number;
  /** Terms of the longest, seen or not: it only bounds what may be looked for. */
  readonly longest: number;
  /** How many documents hold an encoded token, in their text or among their parts. */
  readonly frequencyOf: (token: string) => number;
}

/**
 * Three searches that count the documents themselves. Lucene's own frequencies go on counting what was replaced or removed
 * until a merge, and in a shared index they are everybody's: an answer must depend on neither. Totals are apart, since the
 * server keeps the answer to that until something is written. What is closed is counted and taken off again: mostly it is
 * little, and counting the rest would look at each document.
 */
export const countRequests = (
  { orgId, closedChannels }: CountedFor,
  kind: ItemKind,
  { tokens, layout }: { readonly tokens: readonly string[]; readonly layout: number },
): SearchBody[] => {
  const uncounted = uncountedIn(layout, { closedChannels });
  return [
    totalsRequest({ orgId }, kind, uncounted),
    frequenciesRequest({ term: { org: orgId } }, kind, tokens),
    frequenciesRequest({ bool: { filter: [{ term: { org: orgId } }, uncounted] } }, kind, tokens),
  ];
};

/** For whom is counted: two scopes of one organisation differ in the channels that are closed to them. */
export type CountedFor = Pick<Scope, 'orgId' | 'closedChannels'>;

type SearchBody = estypes.SearchSearchRequestBody;

const totalsRequest = (of: Pick<Scope, 'orgId'>, kind: ItemKind, uncounted: Uncounted): SearchBody => ({
  size: 0,
  track_total_hits: true,
  query: { bool: { filter: ofOrganisation(of, kind) } },
  aggs: {
    length: { sum: { field: 'length' } },
    longest: { max: { field: 'length' } },
    closed: { filter: uncounted, aggs: { length: { sum: { field: 'length' } } } },
  },
});

/** Asks for no kind, which the field says: where an organisation is alone in its index, Lucene need not look at a document. */
const frequenciesRequest = (
  query: NonNullable<SearchBody['query']>,
  kind: ItemKind,
  tokens: readonly string[],
): SearchBody => ({
  size: 0,
  track_total_hits: false,
  query,
  aggs: { held: { filters: { filters: tokens.map((token) => holds(kind, token)) } } },
});

/** Documents that hold a token anywhere. */
export const holds = (kind: ItemKind, token: string): Condition => ({ term: { [wordFields[kind].words]: token } });

interface Totals {
  readonly length: { readonly value: number };
  readonly longest: { readonly value: number | null };
  readonly closed: { readonly doc_count: number; readonly length: { readonly value: number } };
}

interface Frequencies {
  readonly buckets: readonly { readonly doc_count: number }[];
}

/**
 * Reads the answers to all. What was found by a refresh between them is in the later ones only: no token is in more documents
 * than there are, or its idf, which a search is boosted by, would fall below 0, and the server refuses that.
 */
export function statisticsFrom(
  [totals, everywhere, inClosed]: readonly estypes.SearchResponseBody[],
  tokens: readonly string[],
): Statistics {
  const { length, longest, closed: hidden } = (totals?.aggregations ?? NOTHING) as unknown as Totals;
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

/** The statistics of an index that does not exist. */
const NOTHING: Totals = {
  length: { value: 0 },
  longest: { value: 0 },
  closed: { doc_count: 0, length: { value: 0 } },
};

/** What Lucene itself believes of a field, replaced and removed documents included: what its scores are made of. */
export interface BelievedField {
  readonly averageLength: number;
  /** 0 for a token that it does not hold. */
  readonly idfOf: (token: string) => number;
}

/** Both fields of a kind. */
export interface Believed {
  readonly terms: BelievedField;
  readonly parts: BelievedField;
}

/** Asks for Lucene's own numbers by a document that holds the tokens and is not stored. */
export function beliefsRequest(kind: ItemKind, tokens: readonly string[]) {
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

export function beliefsFrom(kind: ItemKind, { term_vectors = {} }: estypes.TermvectorsResponse): Believed {
  const { terms, parts } = wordFields[kind];
  return { terms: believedField(term_vectors[terms]), parts: believedField(term_vectors[parts]) };
}

function believedField(field: estypes.TermvectorsTermVector | undefined): BelievedField {
  const { doc_count: documents = 0, sum_ttf: length = 0 } = field?.field_statistics ?? {};
  const frequencyOf = (token: string) => field?.terms[token]?.doc_freq ?? 0;
  return {
    averageLength: Math.max(1, length) / Math.max(1, documents),
    idfOf: (token) => (frequencyOf(token) > 0 ? inverseFrequency(documents, frequencyOf(token)) : 0),
  };
}
