import { BOUNDARY, headerOf } from './boundary.ts';
import { containsPart, plainOf, type RecalledSpan, type StoredTexts } from './recalled-texts.ts';

interface Line {
  readonly from: number;
  /** End of the line, after its line break. */
  readonly to: number;
  readonly text: string;
}

const MARK = new RegExp(`\\[\\[cairn:(${BOUNDARY}) end\\]\\]`, 'g');
/** Lines that name an id: the header of an item, the first message of a list, or a message that is cut. */
const NAMED = [/^\d+\. .* · id ([\w.:-]+)$/, /^\d+\. \(id ([\w.:-]+)\) /, /^## .* · first id ([\w.:-]+)$/];
const ITEM = NAMED[0]!;
/** Line of a message in a block, or its beginning. */
const SAID =
  /^(?:\* )?\[(?:saved )?(?:(?:\d{4}-|\d\d:)[\d: -]*\] |[\d: -]{0,16}$|unknown\] )|^> (?:"|\p{L})[^:\n]{0,120}: /u;
const LEFT_OUT = /^\d+ more left out: /;
const FURNITURE = /^(?:\s*|### .*|… cut, .*|---|## .*|Note: .*|- (?:supersedes|superseded by) ".*)$/;

const namedBy = (line: string): string | undefined => NAMED.map((form) => form.exec(line)?.[1]).find(Boolean);

/** Finds the blocks in a text by their unique marks; a block without an end extends as far as its lines repeat stored texts. */
export function blockSpans(text: string, stored: StoredTexts, taken: readonly RecalledSpan[]): RecalledSpan[] {
  const isTaken = (at: number) => taken.some(({ from, to }) => from <= at && at < to);
  const marks = [...text.matchAll(MARK)].filter(({ index }) => !isTaken(index));
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
  const start = opening === end ? firstItemBefore(lines, end) : startOf(lines, opening, boundary);
  const last = end < 0 ? lastOfCut(lines, opening, stored) : lastBehind(lines, end);
  if (last < start) return [];
  const inside = lines.slice(start, last + 1);
  const passage = plainOf(inside.map(({ text }) => text).join('\n'));
  const ids = inside
    .flatMap(({ text }) => namedBy(text) ?? [])
    .filter((id) => containsPart(passage, stored.get(id) ?? ''));
  return ids.length > 0 ? [{ from: lines[start]!.from, to: lines[last]!.to, ids }] : [];
}

/** Start of a block whose header was cut off: its first item after an earlier block. */
function firstItemBefore(lines: readonly Line[], end: number): number {
  const earlier = lines.findLastIndex(({ text }, at) => at < end && text.includes('[[cairn:'));
  const first = lines.findIndex(({ text }, at) => at > earlier && at < end && ITEM.test(text));
  return first < 0 ? end : first;
}

const FIELD_LINE = /^"\w+": .*$/;

/** Last line of a whole block: the count of items left out, and the numeric fields of the tool after it. */
function lastBehind(lines: readonly Line[], end: number): number {
  const lastFrameLine = LEFT_OUT.test(lines[end + 1]?.text ?? '') ? end + 1 : end;
  let at = lastFrameLine + 1;
  while (lines[at]?.text.trim() === '') at += 1;
  if (lines[at]?.text !== '{') return lastFrameLine;
  at += 1;
  while (FIELD_LINE.test(lines[at]?.text ?? '')) at += 1;
  return lines[at]?.text === '}' ? at : lastFrameLine;
}

/** First header line before the line that names the mark. */
function startOf(lines: readonly Line[], first: number, boundary: string): number {
  const header = headerOf(boundary);
  const markLine = header.findIndex((line) => line.includes(boundary));
  let start = first;
  for (let back = 1; back <= markLine; back += 1) {
    if (lines[first - back]?.text !== header[markLine - back]) break;
    start = first - back;
  }
  return start;
}

/** Last line that belongs to a cut block: a header of an item, a line of the block's frame, or a repetition of the item's stored text. */
function lastOfCut(lines: readonly Line[], first: number, stored: StoredTexts): number {
  let id: string | undefined;
  let place = 0;
  let last = first - 1;
  for (let at = first; at < lines.length; at += 1) {
    const { text } = lines[at]!;
    const isHead = text.startsWith(`${place + 1}. `) && (at === first || isHeadroom(lines[at - 1]!.text));
    if (isHead) place += 1;
    id = namedBy(text) ?? id;
    const isOurs = isHead || text.includes('[[cairn:') || SAID.test(text);
    if (isOurs || isPartOf(text, stored.get(id ?? '') ?? '')) last = at;
    else if (!FURNITURE.test(text)) break;
  }
  return last;
}

/** Tells whether an item of a block can follow a line: an empty line, or another entry of a list. */
const isHeadroom = (line: string) => line === '' || namedBy(line) !== undefined;

/** Tells whether a line repeats part of a stored text; the last line may end within a word. */
function isPartOf(line: string, storedText: string): boolean {
  const plain = plainOf(line);
  return plain.trim() !== '' && (storedText.includes(plain) || storedText.includes(plain.trimEnd()));
}
