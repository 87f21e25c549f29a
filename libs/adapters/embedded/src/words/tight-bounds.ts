import type { Bm25, Filter } from '@cairn/ports';
import type { Database } from '../sqlite/database.ts';
import { saturation } from './bm25.ts';
import type { Candidate } from './candidates.ts';
import type { QueryTerm } from './query-terms.ts';

interface Circumstances {
  /** The terms whose lists of `otherwise` are in the bounds. */
  readonly looseTerms: readonly QueryTerm[];
  readonly filter: Filter;
  readonly averageLength: number;
  readonly bm25: Bm25;
}

/**
 * The candidates of the filter's time with bounds that know how often each document holds what its lists do not say. For
 * nearly all of them the bound is the score then, so that few whole rows are read. A narrow index tells all of it.
 */
export function tightened(
  db: Database,
  candidates: readonly Candidate[],
  { looseTerms, filter, averageLength, bm25 }: Circumstances,
): Candidate[] {
  const { sinceMs = 0, untilMs = Number.MAX_SAFE_INTEGER } = filter;
  const isTimed = filter.sinceMs !== undefined || filter.untilMs !== undefined;
  const open = isTimed ? candidates : candidates.filter(({ isLoose }) => isLoose);
  const excessOf = (row: NarrowRow) =>
    looseTerms.reduce((excess, { weight, specialCountIn }) => {
      const count = specialCountIn(row);
      if (count === undefined) return excess;
      return excess + weight * (bm25.k1 + 1 - saturation(count, row.length, averageLength, bm25));
    }, 0);

  const boundBySeq = new Map(open.map(({ seq, bound }) => [seq, bound]));
  const rows = db.statement(NARROW_ROWS).all(JSON.stringify([...boundBySeq.keys()]), sinceMs, untilMs);
  const tight = (rows as unknown as NarrowRow[]).map((row) => ({
    seq: row.seq,
    bound: (boundBySeq.get(row.seq) as number) - excessOf(row),
    isLoose: false,
  }));
  return isTimed ? tight : [...candidates.filter(({ isLoose }) => !isLoose), ...tight];
}

interface NarrowRow {
  readonly seq: number;
  readonly length: number;
  readonly counts: string;
}

/** Without its name the engine would take the whole rows, which it finds as easily. */
const NARROW_ROWS = `
  select d.seq, d.length, d.counts from json_each(?) wanted
    cross join word_document d indexed by word_document_narrow
    where d.seq = wanted.value and d.effective_at between ? and ?`;
