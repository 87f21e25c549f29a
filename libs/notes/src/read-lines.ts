import { CairnError } from '@cairn/contracts';
import { linesOf } from './lines.ts';

export interface LinesRequest {
  /** First line, counted from 1; default 1. */
  readonly from?: number;
  /** Number of lines; default 120. */
  readonly lines?: number;
}

export interface LinesPage {
  readonly text: string;
  readonly totalLines: number;
  /** True when the page ends before the note does. */
  readonly truncated: boolean;
  /** First line of the next page; only with `truncated`. */
  readonly nextFrom?: number;
}

export const LINES_DEFAULT = 120;
export const PAGE_CHARS_MAX = 12_000;

/**
 * Reads a page of a note's lines, joined by line feeds: the requested number of lines, but at most 12,000 characters and at
 * least one line. Throws `note/beyond-end` if `from` is after the last line. An empty note has one empty page.
 */
export function readLines(text: string, { from = 1, lines: wanted = LINES_DEFAULT }: LinesRequest = {}): LinesPage {
  const lines = linesOf(text);
  if (from > Math.max(1, lines.length)) throw beyondEndError(from, lines.length);
  const rest = lines.slice(from - 1, from - 1 + wanted);
  const page = rest.slice(0, Math.max(1, countFitting(rest)));
  const next = from + page.length;
  const truncated = next <= lines.length;
  return { text: page.join('\n'), totalLines: lines.length, truncated, ...(truncated ? { nextFrom: next } : {}) };
}

function countFitting(lines: readonly string[]): number {
  let length = -1;
  const end = lines.findIndex((line) => (length += line.length + 1) > PAGE_CHARS_MAX);
  return end < 0 ? lines.length : end;
}

function beyondEndError(from: number, totalLines: number): CairnError {
  const message = `The note has ${totalLines} lines; line ${from} is beyond its end.`;
  const issues = [{ field: 'from', message, value: from, allowed: `1 to ${totalLines}` }];
  return new CairnError('note/beyond-end', message, { issues });
}
