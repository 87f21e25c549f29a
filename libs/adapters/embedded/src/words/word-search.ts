import type { ItemId, ItemKind } from '@cairn/contracts';
import type { Filter } from '@cairn/domain';
import { lengthNorm, saturateCount, type Bm25, type GroupCoverage, type WordHit, type WordQuery } from '@cairn/ports';
import type { ReaderFields } from '../generations/filtered-fields.ts';
import type { Database } from '../sqlite/database.ts';
import { GreatestNumbers } from '../generations/best.ts';
import type { Documents } from './documents.ts';
import { runsIn } from './listing.ts';
import { contains, rowsOf, type PostingList } from './postings.ts';
import { readElements, type QueryElements, type QueryPhrase } from './query-terms.ts';
import { wordIndexOf } from './word-index.ts';
import { findSpace } from './word-space.ts';

interface WordQuestion {
  readonly generation: number;
  readonly scope: ReaderFields;
  readonly query: WordQuery;
}

export interface WordSearch extends WordQuestion {
  readonly filter: Filter;
  readonly limit: number;
  readonly bm25: Bm25;
}

/** Finds the best documents exactly: adds up the scores of all documents on the lists of the query's words. */
export function searchDocuments(db: Database, { filter, limit, bm25, ...question }: WordSearch): WordHit[] {
  const opened = limit < 1 ? undefined : open(db, question, filter.kind);
  if (!opened) return [];
  const scorer = new Scorer(opened, bm25);
  try {
    scorer.addRuns(runsFound(db, opened, { scope: question.scope, filter }));
    return scorer.best(question.scope, filter, limit);
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
  const opened = ids.length === 0 ? undefined : open(db, question, kind);
  if (!opened) return [];
  const { documents } = opened;
  const known = [...new Set(ids)].map((id) => documents.rowOf(id)).filter((row) => row >= 0);
  const rows = documents.columns.rowsFor(question.scope, { kind, includeArchived: true }, Uint32Array.from(known));
  const runs = runsOf(db, opened, rows);
  const scored = [...rows].map((row) => ({ row, score: scoreOf(row, opened, runs, bm25) }));
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
  const opened = groups.length === 0 ? undefined : open(db, question, kind);
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
  { documents, elements }: Opened,
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
    for (const row of rowsOf(postings)) {
      const group = groups[row] as number;
      if (isNew[group] === 0 || !isVisible(row)) continue;
      isNew[group] = 0;
      covered[group] = (covered[group] as number) + weight;
    }
  }
  return covered;
}

interface Opened {
  readonly documents: Documents;
  readonly elements: QueryElements;
}

function open(db: Database, { generation, scope, query }: WordQuestion, kind: ItemKind): Opened | undefined {
  const space = findSpace(db, { generation, orgId: scope.orgId, kind });
  if (!space) return undefined;
  const documents = wordIndexOf(db).documentsOf(db, space);
  return { documents, elements: readElements({ db, documents, space, scope }, query) };
}

interface Scored {
  readonly row: number;
  readonly score: number;
}

/** Scores by row, and the rows that have one. The arrays are reused: a thread runs one search at a time and clears them. */
let scores = new Float64Array(1024);
let found = new Uint32Array(1024);
/** For each scored row, a bit for each of the first terms that its document contains. */
let marks = new Uint32Array(1024);
const MARKED_TERMS = 32;

/** Gain of the documents of a list. */
interface ListGain {
  readonly weight: number;
  readonly count: number;
  /** The bit of the term in `marks`; 0 if it has none. */
  readonly bit: number;
}

/** Adds up the scores of the documents on the lists of a query, in the order of its elements. */
class Scorer {
  private readonly opened: Opened;
  private readonly bm25: Bm25;
  private count = 0;

  constructor(opened: Opened, bm25: Bm25) {
    this.opened = opened;
    this.bm25 = bm25;
    const { size } = opened.documents;
    if (scores.length < size) {
      scores = new Float64Array(2 * size);
      [found, marks] = [new Uint32Array(2 * size), new Uint32Array(2 * size)];
    }
    for (const [index, { lists, weight }] of opened.elements.terms.entries()) {
      const bit = index < MARKED_TERMS ? 1 << index : 0;
      for (const { list, count } of lists) this.addList(list, { weight, count, bit });
    }
  }

  addRuns(runs: Runs): void {
    for (const [index, { weight }] of this.opened.elements.phrases.entries())
      for (const [row, count] of runs[index]!)
        this.add(row, weight * saturateCount(count, this.normOf(row), this.bm25));
  }

  best(scope: ReaderFields, filter: Filter, limit: number): WordHit[] {
    const { documents } = this.opened;
    const rows = documents.columns.rowsFor(scope, filter, found.slice(0, this.count));
    const greatest = new GreatestNumbers(Math.min(limit, rows.length));
    for (const row of rows) greatest.offer(scores[row] as number);
    const best: Scored[] = [];
    for (const row of rows) {
      const score = scores[row] as number;
      if (score >= greatest.least) best.push({ row, score });
    }
    return toHits(best, this.opened, this.bm25, { limit, areMarked: true });
  }

  clear(): void {
    for (let at = 0; at < this.count; at++) {
      const row = found[at] as number;
      scores[row] = 0;
      marks[row] = 0;
    }
  }

  private addList({ rows, size }: PostingList, { weight, count, bit }: ListGain): void {
    const { bm25 } = this;
    const { lengths } = this.opened.documents;
    const { averageLength } = this.opened.elements;
    for (let at = 0; at < size; at++) {
      const row = rows[at] as number;
      const norm = lengthNorm(lengths[row] as number, averageLength, bm25);
      this.add(row, weight * saturateCount(count, norm, bm25));
      marks[row] = (marks[row] as number) | bit;
    }
  }

  private add(row: number, gain: number): void {
    const before = scores[row] as number;
    if (before === 0) found[this.count++] = row;
    scores[row] = before + gain;
  }

  private normOf(row: number): number {
    const { documents, elements } = this.opened;
    return lengthNorm(documents.lengths[row] as number, elements.averageLength, this.bm25);
  }
}

function scoreOf(row: number, { documents, elements }: Opened, runs: Runs, bm25: Bm25): number {
  const norm = lengthNorm(documents.lengths[row] as number, elements.averageLength, bm25);
  let score = 0;
  for (const { lists, weight } of elements.terms) {
    const count = lists.find(({ list }) => contains(list, row))?.count ?? 0;
    score += weight * saturateCount(count, norm, bm25);
  }
  for (const [index, { weight }] of elements.phrases.entries())
    score += weight * saturateCount(runs[index]!.get(row) ?? 0, norm, bm25);
  return score;
}

/** Counts the occurrences of the phrases in the documents that a search may find. */
function runsFound(db: Database, opened: Opened, { scope, filter }: Pick<WordSearch, 'scope' | 'filter'>): Runs {
  const { phrases } = opened.elements;
  if (phrases.length === 0) return [];
  const rows = new Set<number>();
  for (const phrase of phrases)
    for (const row of rowsOf({ lists: phrase.lists[0]! })) if (containsWords(phrase, row)) rows.add(row);
  const ascending = Uint32Array.from(rows).sort();
  return runsOf(db, opened, opened.documents.columns.rowsFor(scope, filter, ascending));
}

/** For each phrase of a query, the number of its occurrences in each row that contains it. */
type Runs = readonly ReadonlyMap<number, number>[];

/**
 * Counts the occurrences of the phrases in some documents. Reads the texts one after another, since all of them may take more
 * memory than the index, and each of them once for all phrases.
 */
function runsOf(db: Database, { documents, elements: { phrases } }: Opened, rows: Uint32Array): Runs {
  const runs = phrases.map(() => new Map<number, number>());
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

interface HitOptions {
  readonly limit?: number;
  /** Whether `marks` tells which terms the documents contain. */
  readonly areMarked?: boolean;
}

function toHits(
  scored: Scored[],
  { documents, elements }: Opened,
  { k1 }: Bm25,
  { limit = scored.length, areMarked = false }: HitOptions = {},
): WordHit[] {
  const { terms, phrases } = elements;
  const all = sumOfWeights(terms);
  /** The score of a document with infinitely many occurrences of every element. */
  const most = (k1 + 1) * sumOfWeights([...terms, ...phrases]);
  const best = scored.sort((one, other) => other.score - one.score || documents.ids.compare(one.row, other.row));
  return best.slice(0, limit).map(({ row, score }) => {
    const held = terms.filter(({ lists }, index) =>
      areMarked && index < MARKED_TERMS
        ? ((marks[row] as number) & (1 << index)) !== 0
        : lists.some(({ list }) => contains(list, row)),
    );
    return {
      id: documents.ids.at(row),
      share: Math.min(1, score / most),
      covered: sumOfWeights(held) / (all || 1),
      matched: held.flatMap(({ term }) => (term === undefined ? [] : [term])),
    };
  });
}

const sumOfWeights = (elements: readonly { readonly weight: number }[]): number =>
  elements.reduce((sum, { weight }) => sum + weight, 0);
