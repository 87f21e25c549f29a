import type { ItemId, ItemKind } from '@cairn/contracts';
import type { Filter, Scope } from '@cairn/domain';
import type { Bm25, WordHit } from '@cairn/ports';
import { tokensOf, weightOf, type QueryElement } from './query-elements.ts';
import {
  candidatesFrom,
  candidatesRequest,
  clausesOf,
  conditionOf,
  setExactBoosts,
  setUsualBoosts,
  type BoostedClause,
  type Candidate,
  type CandidateQuestion,
  type Clause,
} from './candidates.ts';
import {
  negateCondition,
  filterConditions,
  anyOfConditions,
  visibilityConditions,
  type Condition,
} from './conditions.ts';
import { documentId } from './documents.ts';
import { FLOAT_ROUNDING, isPageSufficient, lowestLuceneScoreFor, ratesOf, type Rates } from './proof.ts';
import type { Reader } from './reader.ts';
import { Scoring, type ScoredCandidate } from './scoring.ts';
import type { LuceneStatistics, Statistics } from './statistics.ts';

export interface WordSearch {
  readonly scope: Scope;
  readonly asked: readonly QueryElement[];
  readonly filter: Filter;
  readonly limit: number;
  readonly bm25: Bm25;
}

/**
 * Maximum number of clauses that find candidates for a long query: its rarest clauses, and in addition up to as many
 * clauses without public documents. All clauses count for the score.
 */
const CLAUSES_MAX = 256;
/** If a query has more clauses than this, the frequencies are read first, to find the rare clauses. */
const ONE_ROUND_CLAUSES_MAX = 64;
/** Maximum number of candidates in a second request. Beyond it, the documents that Lucene scores best are taken as the best. */
const SECOND_REQUEST_SIZE_MAX = 1000;
/** Maximum number of hits that the server allows in one search. */
const SEARCH_WINDOW_HITS_MAX = 10_000;

/**
 * Finds the best documents. One round trip reads the statistics and the documents that Lucene scores best. These
 * documents are then scored exactly. If the last of them proves that no other document can be better, they are the
 * answer. Otherwise a second request reads the documents that can be better.
 */
export async function searchDocuments(reader: Reader, search: WordSearch): Promise<WordHit[]> {
  const round = await searchFirst(reader, search);
  const scoring = new Scoring(search.asked, round.statistics, search.bm25);
  const first = scoring.best(round.page).slice(0, search.limit);
  const others = await searchAgain(reader, search, round, first);
  const best = others.length === 0 ? first : scoring.best([...round.page, ...others]).slice(0, search.limit);
  return best.map((each) => scoring.hit(each));
}

interface FirstRound {
  readonly clauses: readonly Clause[];
  readonly statistics: Statistics;
  readonly believed: LuceneStatistics;
  /** Request for candidates that was sent with the first round; undefined for a long query. */
  readonly opening: CandidateQuestion | undefined;
  readonly page: readonly Candidate[];
}

async function searchFirst(reader: Reader, search: WordSearch): Promise<FirstRound> {
  const { asked, filter } = search;
  const { kind } = filter;
  const tokens = tokensOf(asked);
  const clauses = clausesOf(asked, kind);
  const opening = clauses.length > ONE_ROUND_CLAUSES_MAX ? undefined : questionOf(search, setUsualBoosts(clauses));
  const [statistics, believed, page] = await Promise.all([
    reader.statistics(search.scope, kind, tokens),
    reader.beliefs(kind, tokens),
    opening ? candidatesOf(reader, opening) : [],
  ]);
  return { clauses, statistics, believed, opening, page };
}

async function candidatesOf(reader: Reader, question: CandidateQuestion): Promise<Candidate[]> {
  return candidatesFrom(question.kind, await reader.ask(candidatesRequest(question)));
}

/** Builds the request for candidates. It asks for more candidates than wanted, since Lucene overrates some. */
const questionOf = ({ scope, filter, limit }: WordSearch, clauses: readonly BoostedClause[]): CandidateQuestion => ({
  kind: filter.kind,
  filter: [...visibilityConditions(scope, filter.kind), ...filterConditions(filter)],
  clauses,
  size: Math.min(SEARCH_WINDOW_HITS_MAX, 2 * limit + 10),
});

/**
 * Reads documents beyond the first page that can be better than the worst of the best documents. Usually there are
 * none, and no request is needed.
 */
async function searchAgain(
  reader: Reader,
  search: WordSearch,
  { clauses, statistics, believed, opening, page }: FirstRound,
  best: readonly ScoredCandidate[],
): Promise<Candidate[]> {
  const { filter, limit, bm25 } = search;
  if (opening && page.length < opening.size) return [];
  const rates = ratesOf(filter.kind, bm25, statistics, believed);
  const wanted = (best[limit - 1]?.score ?? 0) / (bm25.k1 + 1);
  const loose =
    opening && selectUndervaluedClauses(opening.clauses, page.at(-1)!, { id: best.at(-1)!.id, wanted }, rates);
  const exact = setExactBoosts(selectRarestClauses(clauses, statistics), statistics, believed);
  const least = lowestLuceneScoreFor(wanted, exact, rates);
  if (loose?.length === 0 || exact.length === 0 || least === Infinity) return [];

  const question = questionOf(search, exact);
  return candidatesOf(reader, {
    ...question,
    filter: [...question.filter, ...excludePageCondition(search, page), ...(loose ? [anyOf(loose, filter.kind)] : [])],
    size: Math.min(SEARCH_WINDOW_HITS_MAX, Math.max(SECOND_REQUEST_SIZE_MAX, 2 * limit)),
    least: least * (1 - FLOAT_ROUNDING),
  });
}

function excludePageCondition({ scope, filter: { kind } }: WordSearch, page: readonly Candidate[]): Condition[] {
  const values = page.map(({ id }) => documentId({ orgId: scope.orgId, kind, id }));
  return values.length > 0 ? [negateCondition({ ids: { values } })] : [];
}

const anyOf = (clauses: readonly BoostedClause[], kind: ItemKind): Condition =>
  anyOfConditions(clauses.map((clause) => conditionOf(clause, kind)));

/**
 * Returns the smallest set of clauses such that every document beyond the page that can be better than the worst of the
 * best documents matches one of them. These are clauses that Lucene undervalues. Empty if no such document can exist.
 */
function selectUndervaluedClauses(
  clauses: readonly BoostedClause[],
  lastFound: Candidate,
  last: { readonly id: ItemId; readonly wanted: number },
  rates: Rates,
): BoostedClause[] {
  const byRate = clauses.toSorted((a, b) => rates(b).rate - rates(a).rate);
  const enough = byRate.findIndex((_, at) =>
    isPageSufficient(lastFound, last, lowestLuceneScoreFor(last.wanted, byRate.slice(at), rates)),
  );
  return enough < 0 ? byRate : byRate.slice(0, enough);
}

/** Returns the clauses that are rarest among public documents. Hidden documents have no influence on the choice. */
function selectRarestClauses(clauses: readonly Clause[], statistics: Statistics): Clause[] {
  const weight = ({ asked }: Clause) => weightOf(asked, statistics);
  const isOpen = ({ asked }: Clause) => asked.run.every((token) => statistics.frequencyOf(token) > 0);
  const rarestFirst = clauses.toSorted((a, b) => weight(b) - weight(a));
  const open = rarestFirst.filter(isOpen).slice(0, CLAUSES_MAX);
  return [...open, ...clauses.filter((clause) => !isOpen(clause)).slice(0, CLAUSES_MAX)];
}

export interface WordScoring {
  readonly scope: Scope;
  readonly asked: readonly QueryElement[];
  readonly kind: ItemKind;
  readonly ids: readonly ItemId[];
  readonly bm25: Bm25;
}

/** Computes the same score as `searchDocuments` for given documents, in one round trip. */
export async function scoreDocuments(reader: Reader, search: WordScoring): Promise<WordHit[]> {
  const { scope, asked, kind, bm25 } = search;
  const ids = new Set(search.ids);
  const [statistics, { documents }] = await Promise.all([
    reader.statistics(scope, kind, tokensOf(asked)),
    reader.lookUp(scope, { kind, ids: [...ids], groups: [], tokens: [] }),
  ]);
  const scoring = new Scoring(asked, statistics, bm25);
  const mine = (documents.get(kind) ?? []).filter(({ id }) => ids.has(id));
  return scoring.best(mine).map((each) => scoring.hit(each));
}
