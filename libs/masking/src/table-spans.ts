import { isPlaceholder, looksRandom } from './looks.ts';
import { classOf, KEY_WORD, type KeyClass } from './rules/keys.ts';
import type { Span } from './span.ts';

/** Header row of a Markdown table, with the line of dashes below it. */
const HEADER_ROW =
  /(?:^|\n)([ \t]{0,8}\|[^\n]{1,400}\|[ \t]{0,8})\r?\n[ \t]{0,8}\|[ \t:|-]{3,400}\|[ \t]{0,8}(?=\r?\n)/g;
const CELL = /\|([^|\n]{0,400})/g;
const ROW = /\r?\n[ \t]{0,8}\|[^\n]{1,2000}/y;

/** Finds secrets in the columns of a Markdown table whose headers name secrets. */
export function tableSpans(text: string): Span[] {
  const spans: Span[] = [];
  HEADER_ROW.lastIndex = 0;
  for (let match = HEADER_ROW.exec(text); match; match = HEADER_ROW.exec(text)) {
    const columns = Array.from(match[1]!.matchAll(CELL), ({ 1: cell }) => kindOf(cell!));
    if (columns.some((kind) => kind)) HEADER_ROW.lastIndex = readRows(text, HEADER_ROW.lastIndex, columns, spans);
  }
  return spans;
}

function kindOf(head: string): KeyClass | undefined {
  KEY_WORD.lastIndex = 0;
  const name = head.replace(/[*_`]/g, '').trim();
  const { 0: word, groups } = KEY_WORD.exec(name) ?? {};
  KEY_WORD.lastIndex = 0;
  if (word === undefined || !name.toLowerCase().endsWith(word.toLowerCase())) return undefined;
  return classOf(groups);
}

/** Adds the secrets in the cells of the rows to `spans`, and returns the end of the table. */
function readRows(text: string, start: number, columns: readonly (KeyClass | undefined)[], spans: Span[]): number {
  let from = start;
  ROW.lastIndex = start;
  for (let row = ROW.exec(text); row; row = ROW.exec(text)) {
    from = ROW.lastIndex;
    for (const [at, { 1: cell, index }] of [...row[0].matchAll(CELL)].entries()) {
      const value = cell!.replace(/[`*]/g, '').trim();
      const kind = columns[at];
      const begins = row.index + index + 1 + cell!.indexOf(value);
      if (kind !== undefined && isSecret(value, kind)) spans.push({ from: begins, to: begins + value.length, kind });
    }
  }
  return from;
}

function isSecret(value: string, kind: KeyClass): boolean {
  if (value.length < 4 || /\s/.test(value) || isPlaceholder(value)) return false;
  if (kind === 'pin') return /^\d{4,8}$/.test(value);
  return kind === 'secret' ? looksRandom(value, 12) : value.length >= 6 || /\d/.test(value);
}
