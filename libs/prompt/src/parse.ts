import type { ItemKind } from '@cairn/contracts';
import { headerOf, requireBoundary } from './boundary.ts';

export interface ParsedItem {
  readonly kind: ItemKind;
  readonly id: string;
  /** Title of a memory or a note; for a message, its channel. */
  readonly title: string;
  readonly label: 'high' | undefined;
  /** Header fields between the title and the id. */
  readonly about: readonly string[];
  /** Speaker, role and time of a message. */
  readonly said?: string;
  readonly content: string;
  readonly cut: { readonly before: number; readonly after: number };
}

/** Entry of a list; a message in it has no id. */
interface ParsedEntry {
  readonly id?: string;
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

/**
 * Parses a block by its grammar alone, to prove that no stored text can change its structure. Throws on a text that is no
 * block.
 */
export function parseBlock(text: string, boundary: string): ParsedBlock {
  const lines = text.split('\n');
  const header = headerOf(requireBoundary(boundary));
  if (header.some((line, at) => lines[at] !== line)) throw grammarError('header');
  const end = onlyIndexOf(lines, `[[cairn:${boundary} end]]`);
  const inside = lines.slice(header.length, end);
  const blank = inside.indexOf('');
  const [heading = '', ...notes] = inside.slice(0, blank);
  const rest = inside.slice(blank + 1);
  return {
    heading: requireMatch(heading, /^## (.*)$/, 'heading')[0] ?? '',
    notes: notes.map((note) => requireMatch(note, /^Note: (.*)$/, 'note')[0] ?? ''),
    ...(ITEM_LINE.test(rest[0] ?? '')
      ? { items: itemsOf(rest), entries: [] }
      : { items: [], entries: rest.filter((line) => !line.startsWith('### ')).map(entryOf) }),
    leftOut: leftOutOf(lines.slice(end + 1)),
  };
}

const grammarError = (what: string) => new Error(`This is no block of this boundary: its ${what} breaks the grammar.`);

function onlyIndexOf(lines: readonly string[], line: string): number {
  const at = lines.indexOf(line);
  if (at < 0 || lines.lastIndexOf(line) !== at) throw grammarError('end mark');
  return at;
}

function requireMatch(line: string, shape: RegExp, what: string): (string | undefined)[] {
  const match = shape.exec(line);
  if (!match) throw grammarError(what);
  return match.slice(1);
}

/** Header of an item. No other line of a block has this form. */
const ITEM_LINE = /^(\d+)\. ([^\n]*) · id ([\w.:-]+)$/;

/** Beginning of a message: time and speaker. */
const SPEAKER_PREFIX = /^(?:\* )?\[(?:unknown|(?:saved )?[\d-]{10,13} \d\d:\d\d)\] ((?:"(?:[^"\\]|\\.)*"|[^"])*?): /;
/** Beginning of a message in a list, where an earlier message may have given the day or the time. */
const LISTED_ITEM =
  /^(?:[*>] |(?:\* )?\[(?:unknown|(?:saved )?(?:[\d-]{10,13} )?\d\d:\d\d)\] )((?:"(?:[^"\\]|\\.)*"|[^"])*?): /;

function itemsOf(lines: readonly string[]): ParsedItem[] {
  const starts = lines.flatMap((line, at) => (ITEM_LINE.test(line) ? [at] : []));
  return starts.map((start, place) => itemOf(lines.slice(start, starts[place + 1] ?? lines.length), place + 1));
}

const CONFIDENCE_LABEL = ' [HIGH CONFIDENCE]';
const LINK_LINE = /^- (?:(?:supersedes|superseded by|same subject) "|graph: |former memory, )/;

function itemOf([header = '', ...body]: readonly string[], place: number): ParsedItem {
  const [number, headerText = '', id = ''] = requireMatch(header, ITEM_LINE, 'item header');
  const [title = '', ...about] = headerText.split(' · ');
  if (Number(number) !== place || body.at(-1) !== '') throw grammarError(`item ${place}`);
  const links = body.slice(0, -1).filter((line) => LINK_LINE.test(line)).length;
  const { text, spoken } = parseSpoken(body.slice(0, -1 - links), about.length);
  return {
    kind: spoken === undefined ? (about.includes('note') ? 'note' : 'memory') : 'message',
    id,
    title: title.endsWith(CONFIDENCE_LABEL) ? title.slice(0, -CONFIDENCE_LABEL.length) : title,
    label: title.endsWith(CONFIDENCE_LABEL) ? 'high' : undefined,
    about,
    ...(spoken !== undefined && { said: spoken }),
    ...textOf(text),
  };
}

/**
 * Separates the speaker from the text of a message. A header with more than one field after the position belongs to an
 * item that is no message.
 */
function parseSpoken(lines: readonly string[], fields: number): { text: readonly string[]; spoken?: string } {
  const [first = '', ...rest] = lines;
  const begins = fields > 1 ? undefined : SPEAKER_PREFIX.exec(first);
  if (!begins) return { text: lines };
  return { text: [first.slice(begins[0].length), ...rest], spoken: begins[1] ?? '' };
}

function textOf(lines: readonly string[]): Pick<ParsedItem, 'content' | 'cut'> {
  const before = cutCount(lines[0], /^… cut, (\d+) characters before this$/);
  const after = cutCount(lines.at(-1), /^… cut, (\d+) more characters, from \d+$/);
  const text = lines.slice(before > 0 ? 1 : 0, after > 0 ? -1 : undefined);
  if (text.some((line) => line.startsWith('… cut,'))) throw grammarError('note of a cut');
  return { content: text.join('\n'), cut: { before, after } };
}

const cutCount = (line: string | undefined, note: RegExp): number => Number(note.exec(line ?? '')?.[1] ?? 0);

const ENTRY_LINE = /^\d+\. \(id ([\w.:-]+)\) ((?:"(?:[^"\\]|\\.)*"|[^"])*?): (.*)$/;

function entryOf(line: string): ParsedEntry {
  const match = LISTED_ITEM.exec(line);
  if (match) return { about: match[1] ?? '', text: line.slice(match[0].length) };
  const [id = '', about = '', text = ''] = requireMatch(line, ENTRY_LINE, 'entry');
  return { id, about, text };
}

function leftOutOf(lines: readonly string[]): number {
  if (lines.length === 0) return 0;
  if (lines.length > 1) throw grammarError('last line');
  return Number(requireMatch(lines[0] ?? '', /^(\d+) more left out: /, 'last line')[0]);
}
