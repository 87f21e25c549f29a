import type { ItemKind } from '@cairn/contracts';
import { headerOf, requireBoundary } from './boundary.ts';

export interface ParsedItem {
  readonly kind: ItemKind;
  readonly id: string;
  /** `SEMANTIC`, `MESSAGE` and so on. */
  readonly shelf: string;
  /** The title of a memory; role and speaker of a message. */
  readonly title: string;
  readonly label: 'high' | 'low' | undefined;
  /** The fields of the line below the heading, by name. */
  readonly about: Readonly<Record<string, string | readonly string[]>>;
  readonly content: string;
  readonly cut: { readonly before: number; readonly after: number };
}

export interface ParsedEntry {
  readonly id: string;
  readonly about: string;
  readonly text: string;
}

export interface ParsedBlock {
  readonly heading: string;
  readonly notes: readonly string[];
  readonly items: readonly ParsedItem[];
  readonly entries: readonly ParsedEntry[];
  readonly leftOut: number;
}

/** Reads a block by its grammar alone: the proof that no stored text can change what is in it. A text that is no such block throws. */
export function parseBlock(text: string, boundary: string): ParsedBlock {
  const lines = text.split('\n');
  const header = headerOf(requireBoundary(boundary));
  if (header.some((line, at) => lines[at] !== line)) throw broken('header');
  const end = onlyIndexOf(lines, `[[cairn:${boundary} end]]`);
  const inside = lines.slice(header.length, end);
  const blank = inside.indexOf('');
  const [heading = '', ...notes] = inside.slice(0, blank);
  const rest = inside.slice(blank + 1);
  return {
    heading: captured(heading, /^## (.*)$/, 'heading')[0] ?? '',
    notes: notes.map((note) => captured(note, /^Note: (.*)$/, 'note')[0] ?? ''),
    ...(rest[0]?.startsWith('[[cairn:')
      ? { items: itemsOf(rest, boundary), entries: [] }
      : { items: [], entries: rest.map(entryOf) }),
    leftOut: leftOutOf(lines.slice(end + 1)),
  };
}

const broken = (what: string) => new Error(`This is no block of this boundary: its ${what} breaks the grammar.`);

function onlyIndexOf(lines: readonly string[], line: string): number {
  const at = lines.indexOf(line);
  if (at < 0 || lines.lastIndexOf(line) !== at) throw broken('end mark');
  return at;
}

function captured(line: string, shape: RegExp, what: string): (string | undefined)[] {
  const match = shape.exec(line);
  if (!match) throw broken(what);
  return match.slice(1);
}

function itemsOf(lines: readonly string[], boundary: string): ParsedItem[] {
  const starts = lines.flatMap((line, at) => (line.startsWith(`[[cairn:${boundary} item `) ? [at] : []));
  return starts.map((start, place) =>
    itemOf(lines.slice(start, starts[place + 1] ?? lines.length), { boundary, place: place + 1 }),
  );
}

function itemOf(lines: readonly string[], { boundary, place }: { boundary: string; place: number }): ParsedItem {
  const [marker = '', headline = '', about = '', blank, ...body] = lines;
  const [number, kind, id] = captured(
    marker,
    new RegExp(`^\\[\\[cairn:${boundary} item (\\d+) (memory|message) ([\\w.:-]+)\\]\\]$`),
    'item mark',
  );
  if (Number(number) !== place || blank !== '' || body.at(-1) !== '') throw broken(`item ${place}`);
  const [shelf = '', title = '', label] = captured(
    headline,
    /^### ([A-Z]+): (.*?)( \[(?:HIGH|LOW) CONFIDENCE\])?$/,
    'item heading',
  );
  return {
    kind: kind as ItemKind,
    id: id ?? '',
    shelf,
    title,
    label: label === undefined ? undefined : label.includes('HIGH') ? 'high' : 'low',
    about: fieldsOf(about),
    ...textOf(body.slice(0, -1), id ?? ''),
  };
}

export const FIELD = /([a-z]+) (\[(?:"(?:[^"\\]|\\.)*",?)*\]|"(?:[^"\\]|\\.)*"|[^|"\s]+)( \| |$)/y;

function fieldsOf(line: string): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = {};
  for (FIELD.lastIndex = 0; FIELD.lastIndex < line.length;) {
    const [, name, value = ''] = FIELD.exec(line) ?? [];
    if (name === undefined || name in fields) throw broken('line of fields');
    fields[name] = /^["[]/.test(value) ? (JSON.parse(value) as string | string[]) : value;
  }
  return fields;
}

function textOf(lines: readonly string[], id: string): Pick<ParsedItem, 'content' | 'cut'> {
  const before = cutCount(lines[0], new RegExp(`^… cut, (\\d+) characters before this; id ${id}$`));
  const after = cutCount(lines.at(-1), new RegExp(`^… cut, (\\d+) more characters; id ${id}, from \\d+$`));
  const text = lines.slice(before > 0 ? 1 : 0, after > 0 ? -1 : undefined);
  if (text.some((line) => line.startsWith('… cut,'))) throw broken('note of a cut');
  return { content: text.join('\n'), cut: { before, after } };
}

const cutCount = (line: string | undefined, note: RegExp): number => Number(note.exec(line ?? '')?.[1] ?? 0);

const ENTRY = /^\d+\. \(id ([\w.:-]+)\) ((?:"(?:[^"\\]|\\.)*"|[^"])*?): (.*)$/;

function entryOf(line: string): ParsedEntry {
  const [id = '', about = '', text = ''] = captured(line, ENTRY, 'entry');
  return { id, about, text };
}

function leftOutOf(lines: readonly string[]): number {
  if (lines.length === 0) return 0;
  if (lines.length > 1) throw broken('last line');
  return Number(captured(lines[0] ?? '', /^(\d+) more items? left out: /, 'last line')[0]);
}
