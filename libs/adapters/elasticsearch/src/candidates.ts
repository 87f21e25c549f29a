import type { estypes } from '@elastic/elasticsearch';
import type { ItemId, ItemKind } from '@cairn/contracts';
import { weightOf, type QueryElement } from './query-elements.ts';
import { PART_WEIGHT } from '@cairn/ports';
import type { Condition } from './conditions.ts';
import { indexedBm25, k1OfParts, wordFields } from './index-body.ts';
import type { LuceneStatistics, Statistics } from './statistics.ts';

/** Query clause that finds candidates for one element of the query in one of the two fields. */
export interface Clause {
  readonly asked: QueryElement;
  readonly field: 'terms' | 'parts';
  /**
   * Estimate of the ratio of the clause's true saturation to Lucene's saturation. It is hardly ever below the real
   * ratio.
   */
  readonly guess: number;
}

/**
 * Builds the clauses for elements of a query. A term gets one clause for each field. The true score of a document never
 * exceeds the sum of its gains in both fields.
 */
export function clausesOf(asked: readonly QueryElement[], kind: ItemKind): Clause[] {
  const { k1, b } = indexedBm25[kind];
  const inParts = (each: QueryElement): Clause => ({
    asked: each,
    field: 'parts',
    guess: boostRatioInParts(each, kind, k1 * (1 - b)),
  });
  return asked.flatMap((each): Clause[] => {
    if (each.form === 'part') return [inParts(each)];
    const inTerms: Clause = { asked: each, field: 'terms', guess: 1 };
    return each.form === 'phrase' ? [inTerms] : [inTerms, inParts(each)];
  });
}

/**
 * Maximum ratio of the true saturation of an element in identifier parts to Lucene's saturation. Lucene does not know
 * the length of the text in the field for parts. The ratio is greatest for a single occurrence in the shortest text. A
 * term's occurrence among parts counts half.
 */
export const boostRatioInParts = ({ form }: QueryElement, kind: ItemKind, shortestNorm: number): number =>
  (1 + k1OfParts(kind)) / (1 + (form === 'part' ? 1 : 2) * shortestNorm);

/** Clause with the factor for its score in Lucene. */
export interface BoostedClause extends Clause {
  readonly boost: number;
}

/** Sets the boosts without the organisation's statistics, so that Lucene's own idf remains in the score. */
export const setUsualBoosts = (clauses: readonly Clause[]): BoostedClause[] =>
  clauses.map((clause) => ({ ...clause, boost: clause.guess * (clause.asked.form === 'part' ? PART_WEIGHT : 1) }));

/**
 * Sets boosts that replace Lucene's idf by the true idf. Lucene's idf also counts deleted documents and documents of
 * other organisations. Drops clauses for which Lucene has no documents.
 */
export function setExactBoosts(
  clauses: readonly Clause[],
  statistics: Statistics,
  believed: LuceneStatistics,
): BoostedClause[] {
  return clauses.flatMap((clause) => {
    const idf = luceneIdf(clause, believed);
    return idf > 0 ? [{ ...clause, boost: (clause.guess * weightOf(clause.asked, statistics)) / idf }] : [];
  });
}

/** Returns the idf that Lucene uses for a clause; 0 if no document can match. */
export function luceneIdf({ asked, field }: Clause, believed: LuceneStatistics): number {
  const idfs = asked.run.map((token) => believed[field].idfOf(token));
  return idfs.every((idf) => idf > 0) ? idfs.reduce((sum, idf) => sum + idf, 0) : 0;
}

export interface Candidate {
  readonly id: ItemId;
  /** Score that Lucene gave, in Lucene's own unit, with the boosts of the query. */
  readonly found: number;
  readonly terms: string;
  readonly parts: string;
  /** Number of terms in the text. */
  readonly length: number;
}

export interface CandidateQuestion {
  readonly kind: ItemKind;
  readonly filter: readonly Condition[];
  readonly clauses: readonly BoostedClause[];
  readonly size: number;
  /** Minimum score in Lucene of a candidate. */
  readonly least?: number | undefined;
}

/** Builds the request for the documents with Lucene's best scores, ties by id, and the fields that an exact score needs. */
export function candidatesRequest(question: CandidateQuestion): estypes.SearchSearchRequestBody {
  const { kind, filter, clauses, size, least } = question;
  const should = clauses.map((clause) => conditionOf(clause, kind));
  return {
    size,
    track_total_hits: false,
    query: { bool: { filter: [...filter], should, minimum_should_match: 1 } },
    sort: ['_score', { id: 'asc' }],
    ...documentFields(kind),
    ...(least === undefined ? {} : { min_score: least }),
  };
}

export const documentFields = (kind: ItemKind) => ({
  stored_fields: [wordFields[kind].terms, wordFields[kind].parts],
  docvalue_fields: ['id', 'length'],
});

/** Converts a clause to a boosted condition of Elasticsearch. */
export function conditionOf({ asked, field, boost }: BoostedClause, kind: ItemKind): Condition {
  const name = wordFields[kind][field];
  const k1 = field === 'parts' ? k1OfParts(kind) : indexedBm25[kind].k1;
  // The boost is divided by k1 + 1, since Elasticsearch multiplies every BM25 score by this factor.
  const scaled = boost / (k1 + 1);
  if (asked.form === 'phrase') return { match_phrase: { [name]: { query: asked.run.join(' '), boost: scaled } } };
  return { term: { [name]: { value: asked.run[0] as string, boost: scaled } } };
}

/** Reads the candidates of a kind from the hits of an answer. */
export function candidatesFrom(kind: ItemKind, { hits }: Pick<estypes.SearchResponseBody, 'hits'>): Candidate[] {
  const names = wordFields[kind];
  return hits.hits.map(({ fields = {}, sort }) => ({
    id: fields['id'][0] as ItemId,
    found: Number(sort?.[0] ?? 0),
    terms: fields[names.terms]?.[0] ?? '',
    parts: fields[names.parts]?.[0] ?? '',
    length: fields['length'][0] as number,
  }));
}
