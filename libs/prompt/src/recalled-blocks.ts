import { BOUNDARY_DIGITS, headerOf } from './boundary.ts';
import { containsPart, wordsForComparison, type RecalledSpan, type StoredTexts } from './recalled-texts.ts';

interface Line {
  readonly from: number;
  /** Offset after the line and its line break. */
  readonly to: number;
  readonly text: string;
}

const END_MARK = new RegExp(`\\[\\[cairn:(${BOUNDARY_DIGITS}) end\\]\\]`, 'g');
/**
 * Forms of the lines that name an id: the header of an item, a cut message, the heading of a list with the id of its first
 * message.
 */
const ID_LINES = [/^\d+\. .* · id ([\w.:-]+)$/, /^\d+\. \(id ([\w.:-]+)\) /, /^## .* · first id ([\w.:-]+)$/];
const ITEM_LINE = ID_LINES[0]!;
/** Beginning of a message's line in a block. The line itself may be cut. */
const MESSAGE_HEAD =
  /^(?:\* )?\[(?:saved )?(?:(?:\d{4}-|\d\d:)[\d: -]*\] |[\d: -]{0,16}$|unknown\] )|^> (?:"|\p{L})[^:\n]{0,120}: /u;
const LEFT_OUT = /^\d+ more left out: /;
const FRAME_LINE =
  /^(?:\s*|### .*|… cut, .*|---|## .*|Note: .*|- (?:supersedes|superseded by) ".*|- former memory, .*)$/;

const idIn = (line: string): string | undefined => ID_LINES.map((form) => form.exec(line)?.[1]).find(Boolean);

/**
 * Finds the blocks in a text by their unique marks. A block without an end mark extends as far as its lines repeat stored
 * texts.
 */
export function blockSpans(text: string, stored: StoredTexts, taken: readonly RecalledSpan[]): RecalledSpan[] {
  const isTaken = (at: number) => taken.some(({ from, to }) => from <= at && at < to);
  const marks = [...text.matchAll(END_MARK)].filter(({ index }) => !isTaken(index));
  const lines = marks.length > 0 ? linesOf(text) : [];
  return [...new Set(marks.map(([, boundary]) => boundary!))].flatMap((boundary) => spanOf(lines, boundary, stored));
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end + 1;
    lines.push({ from, to, text: text.slice(from, to).replace(/\r?\n$/, '') });
    from = to;
  }
  return lines;
}

function spanOf(lines: readonly Line[], boundary: string, stored: StoredTexts): RecalledSpan[] {
  const opening = lines.findIndex(({ text }) => text.includes(`[[cairn:${boundary} `));
  if (opening < 0) return [];
  const end = lines.findIndex(({ text }) => text.trim() === `[[cairn:${boundary} end]]`);
  const start = opening === end ? firstItemLineBefore(lines, end) : firstLineOf(lines, opening, boundary);
  const last = end < 0 ? lastLineOfCut(lines, opening, stored) : lastLineOfWhole(lines, end);
  if (last < start) return [];
  const inside = lines.slice(start, last + 1);
  const passage = wordsForComparison(inside.map(({ text }) => text).join('\n'));
  const ids = inside
    .flatMap(({ text }) => idIn(text) ?? [])
    .filter((id) => containsPart(passage, stored.get(id) ?? ''));
  return ids.length > 0 ? [{ from: lines[start]!.from, to: lines[last]!.to, ids }] : [];
}

/**
 * Index of the first line of a block whose header was cut off: the block's first item after the end of any earlier
 * block.
 */
function firstItemLineBefore(lines: readonly Line[], end: number): number {
  const earlier = lines.findLastIndex(({ text }, at) => at < end && text.includes('[[cairn:'));
  const first = lines.findIndex(({ text }, at) => at > earlier && at < end && ITEM_LINE.test(text));
  return first < 0 ? end : first;
}

const FIELD_LINE = /^"\w+": .*$/;

/**
 * Index of the last line of a whole block. The count of omitted items and the numeric fields of the tool belong to the
 * block, although they follow its end mark.
 */
function lastLineOfWhole(lines: readonly Line[], end: number): number {
  const lastFrameLine = LEFT_OUT.test(lines[end + 1]?.text ?? '') ? end + 1 : end;
  let at = lastFrameLine + 1;
  while (lines[at]?.text.trim() === '') at += 1;
  if (lines[at]?.text !== '{') return lastFrameLine;
  at += 1;
  while (FIELD_LINE.test(lines[at]?.text ?? '')) at += 1;
  return lines[at]?.text === '}' ? at : lastFrameLine;
}

/** Index of the first header line of a block; `first` is the line with the mark. */
function firstLineOf(lines: readonly Line[], first: number, boundary: string): number {
  const header = headerOf(boundary);
  const markLine = header.findIndex((line) => line.includes(boundary));
  let start = first;
  for (let back = 1; back <= markLine; back += 1) {
    if (lines[first - back]?.text !== header[markLine - back]) break;
    start = first - back;
  }
  return start;
}

/**
 * Index of the last line of a cut block. Lines belong to the block if they are an item's header, a line of the frame,
 * or part of the item's stored text.
 */
function lastLineOfCut(lines: readonly Line[], first: number, stored: StoredTexts): number {
  let id: string | undefined;
  let place = 0;
  let last = first - 1;
  for (let at = first; at < lines.length; at += 1) {
    const { text } = lines[at]!;
    const isHead = text.startsWith(`${place + 1}. `) && (at === first || canPrecedeItem(lines[at - 1]!.text));
    if (isHead) place += 1;
    id = idIn(text) ?? id;
    const isOurs = isHead || text.includes('[[cairn:') || MESSAGE_HEAD.test(text);
    if (isOurs || isPartOf(text, stored.get(id ?? '') ?? '')) last = at;
    else if (!FRAME_LINE.test(text)) break;
  }
  return last;
}

/** Tells whether an item of a block can follow this line: the line is empty, or is itself an entry of a list. */
const canPrecedeItem = (line: string) => line === '' || idIn(line) !== undefined;

/** Tells whether a line repeats part of a stored text; the last line may end within a word. */
function isPartOf(line: string, storedText: string): boolean {
  const plain = wordsForComparison(line);
  return plain.trim() !== '' && (storedText.includes(plain) || storedText.includes(plain.trimEnd()));
}
