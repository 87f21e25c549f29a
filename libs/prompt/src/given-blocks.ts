import { headerOf } from './boundary.ts';
import { FIELD } from './parse.ts';
import { holdsSome, plainOf, type GivenSpan, type StoredTexts } from './given-texts.ts';

interface Line {
  readonly from: number;
  /** Behind its line break. */
  readonly to: number;
  readonly text: string;
}

const MARK = /\[\[cairn:([\w-]{22}) (?:item \d+ \w+ [\w.:-]+|end)\]\]/g;
const ITEM = /\[\[cairn:[\w-]{22} item \d+ \w+ ([\w.:-]+)\]\]/;
const ENTRY = /^\d+\. \(id ([\w.:-]+)\) /;
const LEFT_OUT = /^\d+ more items? left out: /;
const HEAD = /^### [A-Z]+: /;
/** It may end anywhere behind its first fact. */
const FACTS = /^[a-z]+ [^|\s]+ \| /;
const FURNITURE = /^(?:\s*|### [A-Z]+: .*|… cut, .*|---|## .*|Note: .*)$/;

/** The blocks of a text, each by the mark that only it has; one without an end goes as far as it says what is stored. */
export function blockSpans(text: string, stored: StoredTexts, taken: readonly GivenSpan[]): GivenSpan[] {
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

function spanOf(lines: readonly Line[], boundary: string, stored: StoredTexts): GivenSpan[] {
  const first = lines.findIndex(({ text }) => text.includes(`[[cairn:${boundary} `));
  if (first < 0) return [];
  const end = lines.findIndex(({ text }) => text.trim() === `[[cairn:${boundary} end]]`);
  const start = startOf(lines, first, boundary);
  const last = end < 0 ? lastOfCut(lines, first, stored) : LEFT_OUT.test(lines[end + 1]?.text ?? '') ? end + 1 : end;
  if (last < start) return [];
  const inside = lines.slice(start, last + 1);
  const passage = plainOf(inside.map(({ text }) => text).join('\n'));
  const named = inside.flatMap(({ text }) => ITEM.exec(text)?.[1] ?? ENTRY.exec(text)?.[1] ?? []);
  const ids = named.filter((id) => holdsSome(passage, stored.get(id) ?? ''));
  return ids.length > 0 ? [{ from: lines[start]!.from, to: lines[last]!.to, ids }] : [];
}

/** The lines of the header that stand before the one that names the mark. */
function startOf(lines: readonly Line[], first: number, boundary: string): number {
  const header = headerOf(boundary);
  const named = header.findIndex((line) => line.includes(boundary));
  let start = first;
  for (let back = 1; back <= named; back += 1) {
    if (lines[first - back]?.text !== header[named - back]) break;
    start = first - back;
  }
  return start;
}

/** The last line from there on that is of a block, heads one of its items, or says what that says. */
function lastOfCut(lines: readonly Line[], first: number, stored: StoredTexts): number {
  let id: string | undefined;
  let last = first - 1;
  for (let at = first; at < lines.length; at += 1) {
    const { text } = lines[at]!;
    id = ITEM.exec(text)?.[1] ?? ENTRY.exec(text)?.[1] ?? id;
    const isMark = text.includes('[[cairn:') || ENTRY.test(text);
    const isSaid = !isMark && isPartOf(text, stored.get(id ?? '') ?? '');
    if (isMark || isSaid || isHead(lines, at)) last = at;
    else if (!FURNITURE.test(text) && !isFacts(text)) break;
  }
  return last;
}

/** Whether a line is the title of an item, right behind its mark, or its facts, right behind that. */
function isHead(lines: readonly Line[], at: number): boolean {
  const textOf = (back: number) => lines[at - back]?.text ?? '';
  if (HEAD.test(textOf(0))) return ITEM.test(textOf(1));
  return FACTS.test(textOf(0)) && HEAD.test(textOf(1)) && ITEM.test(textOf(2));
}

/** Whether a line says facts alone, one after the other. */
function isFacts(line: string): boolean {
  let at = 0;
  while (at < line.length) {
    FIELD.lastIndex = at;
    if (!FIELD.test(line)) return false;
    at = FIELD.lastIndex;
  }
  return at > 0;
}

/** A last line may end within a word. */
function isPartOf(line: string, said: string): boolean {
  const plain = plainOf(line);
  return plain.trim() !== '' && (said.includes(plain) || said.includes(plain.trimEnd()));
}
