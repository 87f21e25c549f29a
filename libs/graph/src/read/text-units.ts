import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';

/** A sentence, a heading or a list item of a text. */
export interface Unit {
  readonly text: string;
  /** `heading`: names the topic of the lines below it; `item`: a list item. */
  readonly is: 'heading' | 'sentence' | 'item';
}

const CONTENT_CHARS_MAX = 20_000;
const UNITS_MAX = 400;
const UNIT_CHARS_MAX = 1000;
const HEADING_CHARS_MAX = 80;
const titles = wordsOf(english.titles);

/** Splits a text into sentences, headings and list items, without code and emphasis. */
export function unitsOf(content: string): Unit[] {
  const lines = unwrapLines(removeCode(content.slice(0, CONTENT_CHARS_MAX)).split('\n'));
  return lines
    .flatMap((line, at) => (isRow(line) ? unitsOfRow(lines, at) : unitsOfLine(line, lines[at + 1])))
    .filter(({ text }) => text.length <= UNIT_CHARS_MAX && /\p{L}/u.test(text))
    .slice(0, UNITS_MAX);
}

const isRow = (line: string): boolean => /^\s*\|.*\|\s*$/u.test(line);
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .slice(1, -1)
    .split('|')
    .map((cell) => stripMarks(cell).trim());
const ROWS_ABOVE_MAX = 200;

/**
 * Turns a row of a table into units: the first cell becomes a heading, and each further cell a sentence that is
 * labelled with the head of its column.
 */
function unitsOfRow(lines: readonly string[], at: number): Unit[] {
  let head = at;
  while (at - head < ROWS_ABOVE_MAX && isRow(lines[head - 1] ?? '')) head--;
  const [about, ...cells] = cellsOf(lines[at]!);
  if (at === head || !about || /^[\s:-]*$/u.test(cells.join(''))) return [];
  const labels = cellsOf(lines[head]!).slice(1);
  const items = cells.flatMap((cell, index): Unit[] =>
    cell && labels[index] ? [{ text: `${labels[index]}: ${cell}`, is: 'sentence' }] : [],
  );
  return [{ text: about, is: 'heading' }, ...items];
}

const FENCE = /^\s*(?:```|~~~)/u;

function removeCode(content: string): string {
  let isCode = false;
  return content
    .split('\n')
    .filter((line) => {
      if (FENCE.test(line)) isCode = !isCode;
      return !isCode && !FENCE.test(line);
    })
    .join('\n');
}

const LIST_MARKER = /^\s*(?:[-*•+]|\d{1,3}[.)])\s+/u;

/** Joins wrapped lines: a line that begins in lower case continues the long line before it. */
function unwrapLines(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    const isWrapped =
      before !== undefined &&
      before.length > 40 &&
      /[\p{L}\p{N},)]$/u.test(before.trimEnd()) &&
      /^\s{0,3}[\p{Ll}(]/u.test(line) &&
      !/^\s*[^\s:]+:/u.test(line);
    if (isWrapped) joined[joined.length - 1] = `${before.trimEnd()} ${line.trim()}`;
    else joined.push(line);
  }
  return joined;
}

function unitsOfLine(line: string, next: string | undefined): Unit[] {
  const isPoint = LIST_MARKER.test(line);
  const text = stripMarks(line.replace(LIST_MARKER, '')).trim();
  if (text === '') return [];
  const [heading] = /(?<=^#{1,6} +)\S.*/u.exec(line) ?? [];
  if (heading !== undefined) return [{ text: stripMarks(heading).trim(), is: 'heading' }];
  if (!isPoint && isHeading(line, text, next)) return [{ text: text.replace(/:$/u, ''), is: 'heading' }];
  return sentencesIn(text).map((sentence) => ({ text: sentence, is: isPoint ? 'item' : 'sentence' }));
}

/** Whether a line is a heading: a short line above a list or an indented line, or a line that is all bold. */
function isHeading(line: string, text: string, next: string | undefined): boolean {
  if (text.length > HEADING_CHARS_MAX || /[.!?]$/u.test(text)) return false;
  const isAboveList = next !== undefined && (LIST_MARKER.test(next) || (/:$/u.test(text) && /^\s+\S/u.test(next)));
  return isAboveList || /^\s*(\*\*|__)[^*_]+\1:?\s*$/u.test(line);
}

/** Removes emphasis, links and the brackets of a list in YAML. */
const stripMarks = (text: string): string =>
  text
    .replace(/\[([^\][]{1,200})\]\([^()\s]{1,500}\)/gu, '$1')
    .replace(/(?<![\w*/])(\*{1,2}|_{1,2})(?=[\p{L}\p{N}`@/])([^*_]{1,300})\1(?![\w*/])/gu, '$2')
    .replace(/^(\s*[\w ./-]{1,60}:\s*)\[([^\][]*)\]\s*$/u, '$1$2');

/** Splits a text into sentences. Text in brackets stays in the sentence around it. */
function sentencesIn(text: string): string[] {
  const sentences: string[] = [];
  let open = 0;
  for (const piece of text.split(/(?<=[.!?]["”)]?)\s+(?=[^\s\p{Ll}]|\p{Ll}+['’]?\p{L}* )/u)) {
    const last = sentences.at(-1);
    if (last !== undefined && (open > 0 || isAbbreviated(last))) sentences[sentences.length - 1] = `${last} ${piece}`;
    else sentences.push(piece);
    open = Math.max(0, open + piece.split('(').length - piece.split(')').length);
  }
  return sentences;
}

const isAbbreviated = (text: string): boolean =>
  titles.has(/(\p{L}+)\.$/u.exec(text)?.[1]?.toLowerCase() ?? '') ||
  /(?:^|\s)(?:\p{Lu}|e\.g|i\.e|etc|no|vs|cf|approx|ext|tel)\.$/iu.test(text);
