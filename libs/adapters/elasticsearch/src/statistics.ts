import type { estypes } from '@elastic/elasticsearch';
import type { ItemKind, OrgId } from '@cairn/contracts';
import { inverseFrequency } from '@cairn/ports';
import { ofOrganisation, type Condition } from './conditions.ts';
import { wordFields } from './index-body.ts';

/** What BM25 knows of an organisation's items of one kind, hidden and archived ones included. */
export interface Statistics {
  readonly documents: number;
  readonly averageLength: number;
  /** Terms of the longest. */
  readonly longest: number;
  /** How many documents hold an encoded token, in their text or among their parts. */
  readonly frequencyOf: (token: string) => number;
}

/**
 * Two searches that count the documents themselves. Lucene's own frequencies go on counting what was replaced or removed
 * until a merge, and in a shared index they are everybody's: an answer must depend on neither. Totals are apart, since the
 * server keeps the answer to that until something is written.
 */
export const countRequests = (orgId: OrgId, kind: ItemKind, tokens: readonly string[]): SearchBody[] => [
  totalsRequest(orgId, kind),
  frequenciesRequest(orgId, kind, tokens),
];

type SearchBody = estypes.SearchSearchRequestBody;

const totalsRequest = (orgId: OrgId, kind: ItemKind): SearchBody => ({
  size: 0,
  track_total_hits: true,
  query: { bool: { filter: ofOrganisation({ orgId }, kind) } },
  aggs: { length: { sum: { field: 'length' } }, longest: { max: { field: 'length' } } },
});

/** Asks for no kind, which the field says: where an organisation is alone in its index, Lucene need not look at a document. */
const frequenciesRequest = (orgId: OrgId, kind: ItemKind, tokens: readonly string[]): SearchBody => ({
  size: 0,
  track_total_hits: false,
  query: { term: { org: orgId } },
  aggs: { held: { filters: { filters: tokens.map((token) => holds(kind, token)) } } },
});

/** Documents that hold a token anywhere. */
export const holds = (kind: ItemKind, token: string): Condition => ({ term: { [wordFields[kind].words]: token } });

interface Totals {
  readonly length: { readonly value: number };
  readonly longest: { readonly value: number | null };
}

interface Frequencies {
  readonly buckets: readonly { readonly doc_count: number }[];
}

/**
 * Reads the answers to both. What was found by a refresh between them is in the later one only: no token is in more documents
 * than there are, or its idf, which a search is boosted by, would fall below 0, and the server refuses that.
 */
export function statisticsFrom(
  [totals, frequencies]: readonly estypes.SearchResponseBody[],
  tokens: readonly string[],
): Statistics {
  const { length, longest } = (totals?.aggregations ?? NOTHING) as unknown as Totals;
  const held = frequencies?.aggregations?.['held'] as unknown as Frequencies | undefined;
  const byToken = new Map(tokens.map((token, at) => [token, held?.buckets[at]?.doc_count ?? 0]));
  const documents = Math.max((totals?.hits.total as estypes.SearchTotalHits).value, ...byToken.values());
  return {
    documents,
    averageLength: Math.max(1, length.value) / Math.max(1, documents),
    longest: longest.value ?? 0,
    frequencyOf: (token) => byToken.get(token) ?? 0,
  };
}

/** Of an index that is not there. */
const NOTHING: Totals = { length: { value: 0 }, longest: { value: 0 } };

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
