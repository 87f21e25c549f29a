import type { Item, ItemId, ItemKind } from '@cairn/contracts';
import { isClosedTo, matchesFilter, type Filter } from '@cairn/domain';
import {
  averageLengthOf,
  lengthNorm,
  saturateCount,
  type Bm25,
  type GroupCoverage,
  type WordHit,
  type WordQuery,
} from '@cairn/ports';
import type { FilteredFields, ReaderFields } from '../generations/filtered-fields.ts';
import type { Database } from '../sqlite/database.ts';
import { LENGTH_CODES, shortestWith } from './length-codes.ts';
import { openVisibleSpace } from './closed-words.ts';
import { Candidates, postingsFrom, type Candidate, type ScoreGains, type Postings } from './candidates.ts';
import { cachedLists, type CachedLists, type TermFrequencies } from './cached-lists.ts';
import { listFilter } from './list-filter.ts';
import { key, type Listing } from './listing.ts';
import { scoreLimit, queryTerms, scoreOf, type PostingList, type QueryTerm } from './query-terms.ts';
import { coverageOf } from './word-groups.ts';
import { findSpace, frequenciesOf, listsOf, type WordSpace } from './word-space.ts';

export interface WordSearch {
  readonly generation: number;
  readonly scope: ReaderFields;
  readonly query: WordQuery;
  readonly filter: Filter;
  readonly limit: number;
  readonly bm25: Bm25;
}

/**
 * Finds the best documents exactly. Lists give candidates with upper bounds of their scores. The candidates are then
 * scored in the order of the bounds, highest first, until no remaining candidate can be among the best.
 */
export function searchDocuments(db: Database, search: WordSearch): WordHit[] {
  const { generation, scope, filter } = search;
  const found = findSpace(db, { generation, orgId: scope.orgId, kind: filter.kind });
  if (!found || search.limit < 1) return [];
  const kept = cachedLists(db);
  const space = openVisibleSpace(db, kept, found, scope);
  const terms = queryTerms(db, kept, space, search.query);
  return toHits(new DocumentSearch(db, kept, space, search, terms).seek(), terms, search.bm25);
}

export interface WordScoring {
  readonly generation: number;
  readonly scope: ReaderFields;
  readonly query: WordQuery;
  readonly kind: ItemKind;
  readonly ids: readonly ItemId[];
  readonly bm25: Bm25;
}

/** Computes the same score as `searchDocuments` for given documents. */
export function scoreDocuments(db: Database, { generation, scope, query, kind, ids, bm25 }: WordScoring): WordHit[] {
  const found = findSpace(db, { generation, orgId: scope.orgId, kind });
  if (!found || ids.length === 0) return [];
  const kept = cachedLists(db);
  const space = openVisibleSpace(db, kept, found, scope);
  const terms = queryTerms(db, kept, space, query);
  const filter: Filter = { kind, includeArchived: true };
  const rows = rowsOfItems(db, space, columnsFor(query, filter), ids);
  const scored = rows.filter((row) => mayShow(row, scope, filter)).map((row) => scoredRow(row, terms, space, bm25));
  return toHits(scored.filter(({ score }) => score > 0).sort(compareByScore), terms, bm25);
}

export interface CoverageQuestion {
  readonly generation: number;
  readonly scope: ReaderFields;
  readonly query: WordQuery;
  readonly kind: ItemKind;
  readonly groups: readonly string[];
}

/** Computes how much of a query each session or document covers. */
export function computeCoverageOfGroups(
  db: Database,
  { generation, scope, query, kind, groups }: CoverageQuestion,
): GroupCoverage[] {
  const found = findSpace(db, { generation, orgId: scope.orgId, kind });
  if (!found) return [];
  const kept = cachedLists(db);
  const space = openVisibleSpace(db, kept, found, scope);
  return coverageOf(db, scope, space, queryTerms(db, kept, space, query), groups);
}

interface Row extends Listing, Omit<FilteredFields, 'tags'> {
  readonly itemId: ItemId;
  readonly tags: string;
}

/** Lists only the columns that scoring and the filter need, since a row with fewer columns is read faster. */
function columnsFor({ phrases }: WordQuery, filter: Filter): string {
  const ifAsked = (column: string, asked: unknown) => (asked ? `d.${column}` : 'null');
  const ofMemory = (column: string, asked: unknown) =>
    ifAsked(column, filter.kind !== 'message' && asked !== undefined);
  const isAsOf = filter.asOf !== undefined;
  const isTimed = isAsOf || filter.holdsAt !== undefined || undefined;
  return `d.item_id as itemId, d.length, d.listed, d.reader, d.channel, d.state,
    d.effective_at as effectiveAt, ${ifAsked('run', phrases.length > 0)} as run,
    ${ifAsked('subchannel', filter.subchannel ?? filter.workspaceId)} as subchannel, ${ifAsked('session_key', filter.sessionKey ?? filter.noteIds)} as sessionKey,
    ${ofMemory('store', filter.stores)} as store, ${ofMemory('category', filter.categories)} as category,
    ${ofMemory('tags', filter.tags)} as tags, ${ofMemory('knowledge_base', filter.knowledgeBases)} as knowledgeBase,
    ${ofMemory('subject', filter.subject)} as subject, ${ofMemory('attribute', filter.attribute)} as attribute,
    ${ofMemory('valid_from', isTimed)} as validFrom, ${ofMemory('valid_to', isTimed)} as validTo,
    ${ifAsked('active_from', isAsOf)} as activeFrom, ${ifAsked('active_to', isAsOf)} as activeTo`;
}

/**
 * Tells whether the filter accepts a row and the scope may see it. The rules of the contracts decide, so that the index
 * cannot hide or show anything else.
 */
const mayShow = (row: Row, scope: ReaderFields, filter: Filter): boolean =>
  scope.readers.includes(row.reader) &&
  !isClosedTo(scope, row.channel) &&
  matchesFilter(filter, filteredItem(row, filter));

/** Adds the item fields that a row lacks to the row itself, since there are many rows and copies would cost time. */
const filteredItem = (row: Row, { kind, tags }: Filter) =>
  Object.assign(row, {
    kind,
    workspaceId: row.subchannel,
    noteId: row.sessionKey,
    tags: tags?.length ? (JSON.parse(row.tags) as string[]) : [],
    timestamp: row.effectiveAt,
    createdAt: row.effectiveAt,
  }) as unknown as Item;

function rowsOfItems(db: Database, { id }: WordSpace, columns: string, ids: readonly ItemId[]): Row[] {
  const wanted = 'select distinct value from json_each(?)';
  const sql = `select ${columns} from (${wanted}) wanted cross join word_document d on d.space_id = ? and d.item_id = wanted.value`;
  return db.rows(sql, JSON.stringify(ids), id) as Row[];
}

interface ScoredRow {
  readonly row: Row;
  /**
   * Count of each term in the document. The counts are computed once, since this takes as long as all other work on the
   * document.
   */
  readonly counts: readonly number[];
  readonly score: number;
}

function scoredRow(row: Row, terms: readonly QueryTerm[], space: WordSpace, bm25: Bm25): ScoredRow {
  const counts = terms.map(({ countIn }) => countIn(row));
  return { row, counts, score: scoreOf(terms, counts, row.length, averageLength(space), bm25) };
}

const averageLength = ({ length, documents }: WordSpace): number => averageLengthOf(documents, length);

const compareByScore = (a: ScoredRow, b: ScoredRow): number =>
  b.score - a.score || (a.row.itemId < b.row.itemId ? -1 : 1);

function toHits(scored: readonly ScoredRow[], terms: readonly QueryTerm[], bm25: Bm25): WordHit[] {
  const most = scoreLimit(terms, bm25);
  const allWeights = sumOfWeights(terms);
  return scored.map(({ row, counts, score }) => {
    const held = terms.filter((_, index) => (counts[index] as number) > 0);
    return {
      id: row.itemId,
      share: Math.min(1, score / most),
      covered: sumOfWeights(held) / (allWeights || 1),
      matched: held.flatMap(({ term }) => (term === undefined ? [] : [term])),
    };
  });
}

/** Sums the weights of words. Phrases do not count, since the words of a phrase are counted already. */
const sumOfWeights = (terms: readonly QueryTerm[]): number =>
  terms.reduce((sum, { encoded, weight }) => (encoded === undefined ? sum : sum + weight), 0);

/** Number of rows that are read at a time, highest bounds first. */
const BATCH_ROWS = 64;
/**
 * Maximum number of terms that find documents for a long query; in addition, up to as many terms without public
 * documents. All terms count for the score.
 */
const FINDING_TERMS_MAX = 96;
/** Tolerance for comparing a bound with a score. Both are sums of the same numbers, added in different orders. */
const SCORE_TOLERANCE = 1e-9;

interface OpenList extends PostingList {
  readonly gains: ScoreGains;
  readonly term: QueryTerm;
}

class DocumentSearch {
  private readonly db: Database;
  private readonly kept: CachedLists;
  private readonly space: WordSpace;
  private readonly search: WordSearch;
  private readonly terms: readonly QueryTerm[];
  private readonly candidates = new Candidates();
  private readonly filtered: (expression: string) => string;
  /** Documents in the filter's time range; undefined if there are too many to list. */
  private readonly inTime: ReadonlySet<number> | undefined;

  constructor(db: Database, kept: CachedLists, space: WordSpace, search: WordSearch, terms: readonly QueryTerm[]) {
    this.db = db;
    this.kept = kept;
    this.space = space;
    this.search = search;
    this.terms = terms;
    this.filtered = listFilter(search.scope, search.filter, {
      hasClosed: this.holdsSome(key.closed),
      hasInactive: this.holdsSome(key.inactive),
    });
    this.inTime = findDocumentsInTime(db, space, search.filter);
  }

  seek(): ScoredRow[] {
    const finding = selectRarestTerms(this.terms);
    const lists = this.openLists(this.terms.filter((term) => finding.has(term)));
    const unsought = mostOf(this.openLists(this.terms.filter((term) => !finding.has(term))));
    try {
      for (const { expression, gains } of lists) this.candidates.add(this.postingsOf(this.filtered(expression)), gains);
      return this.best(unsought);
    } finally {
      this.candidates.clear();
    }
  }

  private openLists(terms: readonly QueryTerm[]): OpenList[] {
    const gainsOf = this.gainsByCount();
    const lists = terms.flatMap((term) => term.lists.map((list) => ({ ...list, term, gains: gainsOf(term, list) })));
    return lists.filter(({ frequency }) => frequency > 0);
  }

  private gainsByCount(): (term: QueryTerm, list: PostingList) => ScoreGains {
    const known = new Map<number, Float64Array>();
    return ({ weight }, { count }) => {
      const saturations = known.get(count) ?? this.saturations(count);
      known.set(count, saturations);
      return { weight, saturations };
    };
  }

  /** Saturations by length code. Each value is the saturation of the shortest document with the code. */
  private saturations(count: number): Float64Array {
    const { bm25 } = this.search;
    const average = averageLength(this.space);
    const byCode = new Float64Array(LENGTH_CODES);
    for (let code = 0; code < LENGTH_CODES; code++) {
      byCode[code] = saturateCount(count, lengthNorm(shortestWith(code), average, bm25), bm25);
    }
    return byCode;
  }

  /**
   * Returns the best candidates. The score of each may exceed its bound by up to `unsought`, from terms that were not
   * used to find documents.
   */
  private best(unsought: number): ScoredRow[] {
    let best: ScoredRow[] = [];
    for (const { candidates, bound } of this.candidates.descending(BATCH_ROWS)) {
      if (this.isFull(best, bound + unsought)) break;
      best = this.merge(best, candidates);
    }
    return best;
  }

  /**
   * Tells whether no document with a score of at most `bound` can enter the result, even if its id decides between
   * equal scores.
   */
  private isFull(best: readonly ScoredRow[], bound: number): boolean {
    const last = best[this.search.limit - 1];
    return last !== undefined && last.score > bound * (1 + SCORE_TOLERANCE);
  }

  private merge(best: readonly ScoredRow[], candidates: readonly Candidate[]): ScoredRow[] {
    const { scope, filter, bm25, limit } = this.search;
    const seqs = candidates.map(({ seq }) => seq).filter((seq) => this.inTime?.has(seq) ?? true);
    if (seqs.length === 0) return [...best];
    const shown = this.rowsOf(seqs).filter((row) => mayShow(row, scope, filter));
    const scored = shown.map((row) => scoredRow(row, this.terms, this.space, bm25)).filter(({ score }) => score > 0);
    return [...best, ...scored].sort(compareByScore).slice(0, limit);
  }

  private rowsOf(seqs: readonly number[]): Row[] {
    const { query, filter } = this.search;
    const { sinceMs = 0, untilMs = Number.MAX_SAFE_INTEGER } = filter;
    const sql = `select ${columnsFor(query, filter)} from json_each(?) wanted
      cross join word_document d on d.seq = wanted.value where d.effective_at between ? and ?`;
    return this.db.rows(sql, JSON.stringify(seqs), sinceMs, untilMs) as Row[];
  }

  private postingsOf(expression: string): Postings {
    const lists = listsOf(this.space);
    const sql = `select group_concat(rowid) from ${lists} where ${lists} match ?`;
    return this.kept.postingsOf(this.space, expression, () =>
      postingsFrom(this.db.value<string | null>(sql, expression) ?? ''),
    );
  }

  /** The result is cached under a name that contains a space, so that it cannot equal the name of a term. */
  private holdsSome(token: string): boolean {
    const sql = `select term as token, doc as frequency, 0 as inTerms, 0 as inParts from ${frequenciesOf(this.space)} where term = ?`;
    const read = () => this.db.statement(sql).all(token) as unknown as TermFrequencies;
    return this.kept.frequenciesOf(this.space, ` ${token}`, read).length > 0;
  }
}

/** Returns the terms that are rarest among public documents. Hidden documents have no influence on the choice. */
function selectRarestTerms(terms: readonly QueryTerm[]): ReadonlySet<QueryTerm> {
  const rarestFirst = terms.toSorted((a, b) => b.weight - a.weight);
  const open = rarestFirst.filter(({ isOpen }) => isOpen).slice(0, FINDING_TERMS_MAX);
  const others = terms.filter(({ isOpen }) => !isOpen).slice(0, FINDING_TERMS_MAX);
  return new Set([...open, ...others]);
}

/**
 * Maximum number of documents in a time range for which the documents are listed first, so that no rows outside the
 * range are read.
 */
const DOCUMENTS_IN_TIME_MAX = 6000;

function findDocumentsInTime(db: Database, { id }: WordSpace, { sinceMs, untilMs }: Filter): Set<number> | undefined {
  if (sinceMs === undefined && untilMs === undefined) return undefined;
  const inTime = 'select seq from word_document where space_id = ? and effective_at between ? and ? limit ?';
  const sql = `select group_concat(seq) from (${inTime})`;
  const until = untilMs ?? Number.MAX_SAFE_INTEGER;
  const seqs = (db.value<string | null>(sql, id, sinceMs ?? 0, until, DOCUMENTS_IN_TIME_MAX + 1) ?? '').split(',');
  return seqs.length > DOCUMENTS_IN_TIME_MAX ? undefined : new Set(seqs.map(Number));
}

/**
 * Returns the maximum gain of a document that is on some of these lists. A document is on at most one list of each
 * term.
 */
function mostOf(lists: readonly OpenList[]): number {
  const mostByTerm = new Map<QueryTerm, number>();
  for (const { term, gains } of lists) {
    const most = gains.weight * (gains.saturations[0] as number);
    mostByTerm.set(term, Math.max(mostByTerm.get(term) ?? 0, most));
  }
  return [...mostByTerm.values()].reduce((sum, most) => sum + most, 0);
}
