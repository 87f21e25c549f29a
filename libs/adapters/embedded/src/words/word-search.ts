import type { ItemId, ItemKind } from '@cairn/contracts';
import type { Filter } from '@cairn/domain';
import type { Bm25, GroupCoverage, WordHit } from '@cairn/ports';
import type { Database } from '../sqlite/database.ts';
import { runsIn } from './listing.ts';
import { openQuery, type OpenedQuery, type WordQuestion } from './opened-query.ts';
import { contains, rowsOf } from './postings.ts';
import type { QueryPhrase } from './query-terms.ts';
import { holds, scoreRow, Scorer, type Runs, type Scored } from './scorer.ts';

export interface WordSearch extends WordQuestion {
  readonly filter: Filter;
  readonly limit: number;
  readonly bm25: Bm25;
}

/** Finds the best documents exactly: adds up the scores of all documents on the lists of the query's words. */
export function searchDocuments(db: Database, { filter, limit, bm25, ...question }: WordSearch): WordHit[] {
  const opened = limit < 1 ? undefined : openQuery(db, question, filter.kind);
  if (!opened) return [];
  const scorer = new Scorer(opened, bm25);
  try {
    scorer.addRuns(runsFound(db, opened, { scope: question.scope, filter }));
    const isWanted = opened.documents.columns.testFor(question.scope, filter);
    return toHits(scorer.best(limit, isWanted), opened, bm25, limit);
  } finally {
    scorer.clear();
  }
}

export interface WordScoring extends WordQuestion {
  readonly kind: ItemKind;
  readonly ids: readonly ItemId[];
  readonly bm25: Bm25;
}

/** Computes the same score as `searchDocuments` for given documents. */
export function scoreDocuments(db: Database, { ids, kind, bm25, ...question }: WordScoring): WordHit[] {
  const opened = ids.length === 0 ? undefined : openQuery(db, question, kind);
  if (!opened) return [];
  const { documents } = opened;
  const known = [...new Set(ids)].map((id) => documents.rowOf(id)).filter((row) => row >= 0);
  const rows = documents.columns.rowsFor(question.scope, { kind, includeArchived: true }, Uint32Array.from(known));
  const runs = runsOf(db, opened, rows);
  const scored = Array.from(rows, (row) => scoreRow(row, opened, runs, bm25));
  return toHits(
    scored.filter(({ score }) => score > 0),
    opened,
    bm25,
  );
}

export interface CoverageQuestion extends WordQuestion {
  readonly kind: ItemKind;
  readonly groups: readonly string[];
}

/**
 * Computes how much of a query each session or document covers: the fraction of the idf of the query's words that falls on
 * words in active documents of the group. Only documents that the scope may see count.
 */
export function computeCoverageOfGroups(
  db: Database,
  { kind, groups, ...question }: CoverageQuestion,
): GroupCoverage[] {
  const opened = groups.length === 0 ? undefined : openQuery(db, question, kind);
  if (!opened) return [];
  const { documents, elements } = opened;
  const covered = coveredWeights(opened, groups, documents.columns.visibleTest(question.scope));
  const all = sumOfWeights(elements.terms);
  return [...new Set(groups)].flatMap((group) => {
    const weight = covered[documents.groupOf(group)] as number;
    return weight > 0 ? [{ group, covered: Math.min(1, weight / all) }] : [];
  });
}

/** Adds up the weights of the words that visible documents of each group contain, by the number of the group. */
function coveredWeights(
  { documents, elements }: OpenedQuery,
  wanted: readonly string[],
  isVisible: (row: number) => boolean,
): Float64Array {
  const { groups, groupCount } = documents;
  const isWanted = new Uint8Array(groupCount + 1);
  for (const name of wanted) isWanted[documents.groupOf(name)] = 1;
  isWanted[0] = 0;
  const covered = new Float64Array(isWanted.length);
  for (const { postings, weight } of elements.terms) {
    const isNew = isWanted.slice();
    const cover = (row: number) => {
      const group = groups[row] as number;
      if (isNew[group] === 0 || !isVisible(row)) return;
      isNew[group] = 0;
      covered[group] = (covered[group] as number) + weight;
    };
    for (const { rows, size } of postings.lists) for (let at = 0; at < size; at++) cover(rows[at] as number);
  }
  return covered;
}

/** Counts the occurrences of the phrases in the documents that a search may find. */
function runsFound(db: Database, opened: OpenedQuery, { scope, filter }: Pick<WordSearch, 'scope' | 'filter'>): Runs {
  const { phrases } = opened.elements;
  if (phrases.length === 0) return [];
  const rows = new Set<number>();
  for (const phrase of phrases)
    for (const row of rowsOf({ lists: phrase.lists[0]! })) if (containsWords(phrase, row)) rows.add(row);
  const ascending = Uint32Array.from(rows).sort();
  return runsOf(db, opened, opened.documents.columns.rowsFor(scope, filter, ascending));
}

/**
 * Counts the occurrences of the phrases in some documents. Reads the texts one after another, since all of them may take more
 * memory than the index, and each of them once for all phrases.
 */
function runsOf(db: Database, { documents, elements: { phrases } }: OpenedQuery, rows: Uint32Array): Runs {
  const runs = phrases.map(() => new Map<number, number>());
  if (phrases.length === 0) return runs;
  const wanted = rows.filter((row) => phrases.some((phrase) => containsWords(phrase, row)));
  if (wanted.length === 0) return runs;
  const texts = db.arrays(SELECT_RUNS).iterate(JSON.stringify(Array.from(wanted, (row) => documents.seqOf(row))));
  for (const [at, text] of texts as Iterable<unknown> as Iterable<[number, string]>) {
    for (const [index, { run }] of phrases.entries()) {
      const count = runsIn(text, run);
      if (count > 0) runs[index]!.set(wanted[at] as number, count);
    }
  }
  return runs;
}

const SELECT_RUNS =
  'select wanted.key, d.run from json_each(?) wanted cross join word_document d on d.seq = wanted.value';

/** Tells whether a document contains all words of a phrase, in any order. */
const containsWords = ({ lists }: QueryPhrase, row: number): boolean =>
  lists.every((some) => some.some((list) => contains(list, row)));

function toHits(scored: Scored[], opened: OpenedQuery, { k1 }: Bm25, limit = scored.length): WordHit[] {
  const { ids } = opened.documents;
  const { terms, phrases } = opened.elements;
  const all = sumOfWeights(terms);
  /** The score of a document with infinitely many occurrences of every element. */
  const most = (k1 + 1) * sumOfWeights([...terms, ...phrases]);
  const best = scored.sort((one, other) => other.score - one.score || ids.compare(one.row, other.row));
  return best.slice(0, limit).map((document) => {
    const held = terms.filter((_, index) => holds(document, index, opened));
    return {
      id: ids.at(document.row),
      share: Math.min(1, document.score / most),
      covered: sumOfWeights(held) / (all || 1),
      matched: held.flatMap(({ term }) => (term === undefined ? [] : [term])),
    };
  });
}

const sumOfWeights = (elements: readonly { readonly weight: number }[]): number =>
  elements.reduce((sum, { weight }) => sum + weight, 0);
