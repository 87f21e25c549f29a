import type { estypes } from '@elastic/elasticsearch';
import type { ItemId, ItemKind } from '@cairn/contracts';
import { weightOf, type QueryElement } from './query-elements.ts';
import { PART_WEIGHT } from '@cairn/ports';
import type { Condition } from './conditions.ts';
import { indexedBm25, partsK1, wordFields } from './index-body.ts';
import type { Believed, Statistics } from './statistics.ts';

/** A query clause that finds candidates for one element, in one of the two fields. */
export interface Clause {
  readonly asked: QueryElement;
  readonly field: 'terms' | 'parts';
  /** The factor for Lucene's saturation of this clause, chosen so that the product is hardly ever below the true saturation. */
  readonly guess: number;
}

/** The clauses of elements; a term is searched in both fields. No true score of a document exceeds the sum of its gains in both. */
export function clausesOf(asked: readonly QueryElement[], kind: ItemKind): Clause[] {
  const { k1, b } = indexedBm25[kind];
  const inParts = (each: QueryElement): Clause => ({
    asked: each,
    field: 'parts',
    guess: excessInParts(each, kind, k1 * (1 - b)),
  });
  return asked.flatMap((each): Clause[] => {
    if (each.form === 'part') return [inParts(each)];
    const inTerms: Clause = { asked: each, field: 'terms', guess: 1 };
    return each.form === 'phrase' ? [inTerms] : [inTerms, inParts(each)];
  });
}

/**
 * The greatest ratio of the true saturation in identifier parts to Lucene's, which does not know the length of the text there: reached
 * by a single occurrence in the shortest text. An occurrence of a term among parts counts half.
 */
export const excessInParts = ({ form }: QueryElement, kind: ItemKind, shortestNorm: number): number =>
  (1 + partsK1(kind)) / (1 + (form === 'part' ? 1 : 2) * shortestNorm);

/** A clause with the factor for Lucene's score. */
export interface BoostedClause extends Clause {
  readonly boost: number;
}

/** Boosts by Lucene's own idf, before the statistics of the organisation are known. */
export const withUsualBoosts = (clauses: readonly Clause[]): BoostedClause[] =>
  clauses.map((clause) => ({ ...clause, boost: clause.guess * (clause.asked.form === 'part' ? PART_WEIGHT : 1) }));

/** Boosts that cancel Lucene's idf, which counts deleted and foreign documents. Drops clauses without documents in Lucene. */
export function withExactBoosts(
  clauses: readonly Clause[],
  statistics: Statistics,
  believed: Believed,
): BoostedClause[] {
  return clauses.flatMap((clause) => {
    const idf = believedIdf(clause, believed);
    return idf > 0 ? [{ ...clause, boost: (clause.guess * weightOf(clause.asked, statistics)) / idf }] : [];
  });
}

/** The idf that Lucene uses for a clause; 0 if no document can match. */
export function believedIdf({ asked, field }: Clause, believed: Believed): number {
  const idfs = asked.run.map((token) => believed[field].idfOf(token));
  return idfs.every((idf) => idf > 0) ? idfs.reduce((sum, idf) => sum + idf, 0) : 0;
}

export interface Candidate {
  readonly id: ItemId;
  /** Lucene's score, in its own unit, with the boosts of the query. */
  readonly found: number;
  readonly terms: string;
  readonly parts: string;
  /** The number of its terms. */
  readonly length: number;
}

export interface CandidateQuestion {
  readonly kind: ItemKind;
  readonly filter: readonly Condition[];
  readonly clauses: readonly BoostedClause[];
  readonly size: number;
  /** The least score of Lucene that a candidate must have. */
  readonly least?: number | undefined;
}

/** A request for the documents with Lucene's best scores, ties by id, with the fields for an exact score. */
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

/** A clause as a boosted condition of Elasticsearch. */
export function conditionOf({ asked, field, boost }: BoostedClause, kind: ItemKind): Condition {
  const name = wordFields[kind][field];
  const k1 = field === 'parts' ? partsK1(kind) : indexedBm25[kind].k1;
  // Elasticsearch multiplies every BM25 score by k1 + 1.
  const scaled = boost / (k1 + 1);
  if (asked.form === 'phrase') return { match_phrase: { [name]: { query: asked.run.join(' '), boost: scaled } } };
  return { term: { [name]: { value: asked.run[0] as string, boost: scaled } } };
}

export function candidatesFrom(kind: ItemKind, { hits }: estypes.SearchResponseBody): Candidate[] {
  const names = wordFields[kind];
  return hits.hits.map(({ fields = {}, sort }) => ({
    id: fields['id'][0] as ItemId,
    found: Number(sort?.[0] ?? 0),
    terms: fields[names.terms]?.[0] ?? '',
    parts: fields[names.parts]?.[0] ?? '',
    length: fields['length'][0] as number,
  }));
}
