import { removeEnding } from './asciidoc.ts';
import {
  cellsOf as rawCellsOf,
  FRONT_MATTER,
  headingAt,
  isTableDivider,
  NEGATED_STATUS_PREFIX,
  stripMarkdown,
  proseLines,
} from './record-lines.ts';
import { findValue, readYaml } from './yaml-nodes.ts';

/** Facts that a decision record states about itself. */
export interface RecordFacts {
  /** The status as one word in lower case: proposed, accepted, superseded ... */
  readonly status?: string;
  /** Whether the record is no longer followed or never was. */
  readonly isRetired: boolean;
  /** Whether the record is only a proposal. The record that a proposal would replace is still in force. */
  readonly isProposed: boolean;
  /** The day of the decision, `YYYY-MM-DD`. */
  readonly date?: string;
}

/** Maps words that say that a record is no longer followed to the status of the record. */
const retiredWords: readonly { readonly words: RegExp; readonly status: string }[] = [
  {
    words: /\b(?:super[sc]eded|replaced|ersetzt|abgel[öo]st|remplac[ée]e?|reemplazad[oa]|sustituid[oa])(?![\p{L}])/iu,
    status: 'superseded',
  },
  { words: /\bdeprecated\b/iu, status: 'deprecated' },
  { words: /\b(?:rejected|declined|withdrawn|abandoned)\b/iu, status: 'rejected' },
  { words: /\b(?:retired|obsolete|outdated)\b/iu, status: 'retired' },
];
const PROPOSED_STATUS = /^(?:proposed|proposal|draft|pending|open|rfc)/u;

/** Names of Markdown files that lie next to decision records but are not records. */
const NON_RECORD_FILES =
  /^(?:readme|index|toc|template|glossary|agents|claude(?:\.local)?|changelog|contributing|[\w-]*template[\w-]*)\.\w+$/iu;
const NUMBERED_FILE = /^(?:adr|rfc|dr|decision)?[-_ ]?\d{1,8}(?:[-_. ]|$)/iu;
const RECORD_SECTIONS = [
  'context',
  'decision',
  'consequences',
  'decision outcome',
  'considered options',
  'decision drivers',
];

/** Whether a Markdown file is a decision record: it has a numbered or dated name, a status, or at least two sections of a record. */
export function isDecisionRecord(path: string, text: string): boolean {
  const name = path.split('/').at(-1) ?? path;
  if (NON_RECORD_FILES.test(name)) return false;
  if (NUMBERED_FILE.test(name)) return true;
  const lines = linesOf(text);
  const titles = new Set(lines.flatMap((_, at) => headingAt(lines, at)?.text.toLowerCase() ?? []));
  return (
    readLabel(text, 'status') !== undefined || RECORD_SECTIONS.filter((section) => titles.has(section)).length >= 2
  );
}

/** Headings of sections, in lower case. Such a heading is not a title, even if it is the first. */
const PART_HEADINGS = new Set([
  ...RECORD_SECTIONS,
  'status',
  'summary',
  'abstract',
  'overview',
  'introduction',
  'motivation',
  'background',
  'proposal',
]);

/**
 * The title of a record: its heading. If that is the heading of a section, the title is a field `title` or `feature name`, or else the
 * name of the file.
 */
export function recordTitleOf(path: string, text: string, heading: string): string {
  if (!PART_HEADINGS.has(heading.toLowerCase())) return heading;
  const file = removeEnding(path.split('/').at(-1) ?? path);
  return readLabel(text, 'title') ?? readLabel(text, 'feature name') ?? file;
}

/** Reads status and date from front matter, a heading, a line or a table. */
export function recordFactsOf(text: string): RecordFacts {
  const said = readLabel(text, 'status');
  const status = said === undefined ? undefined : readStatus(said);
  const date = readLabelledDate(text) ?? (said === undefined ? undefined : readStatusDate(said));
  return {
    ...(status !== undefined && { status }),
    isRetired: retiredWords.some((retired) => retired.status === status),
    isProposed: status !== undefined && PROPOSED_STATUS.test(status),
    ...(date !== undefined && { date }),
  };
}

/** Labels of the day of a decision, the most reliable first. */
const DATE_LABELS = ['date', 'decided', 'decision date', 'accepted', 'start date', 'created'] as const;

const readLabelledDate = (text: string): string | undefined =>
  DATE_LABELS.flatMap((label) => readDate(readLabel(text, label) ?? '') ?? [])[0];

const STATUS_WORDS =
  /\b(?:proposed|draft|accepted|approved|adopted|decided|implemented|super[sc]eded|replaced|deprecated|rejected|declined|withdrawn|retired|obsolete)\b/giu;
const DECIDED_STATUS = /^(?:accepted|approved|adopted|decided|implemented)$/iu;

/**
 * The day next to the word that says that the record was decided. For a retired record without such a word the result
 * is undefined, since the day would be the day on which the record was retired.
 */
function readStatusDate(said: string): string | undefined {
  const words = [...said.matchAll(STATUS_WORDS)];
  const at = words.findIndex(([word]) => DECIDED_STATUS.test(word));
  if (at < 0) return findRetiredStatus(said) ? undefined : readDate(said);
  const [begin, end] = [words[at]!.index, words[at]!.index + words[at]![0].length];
  const before = said.slice(at === 0 ? 0 : words[at - 1]!.index + words[at - 1]![0].length, begin);
  const behind = said.slice(end, words[at + 1]?.index);
  const isDateFirst = readDate(said.slice(0, words[0]!.index)) !== undefined;
  return isDateFirst ? (readDate(before) ?? readDate(behind)) : (readDate(behind) ?? readDate(before));
}

const findRetiredStatus = (said: string): string | undefined =>
  retiredWords.find(({ words }) => {
    const at = said.search(words);
    return at >= 0 && !NEGATED_STATUS_PREFIX.test(said.slice(0, at));
  })?.status;

/**
 * The status in a text. Undefined if the text begins with a word such as `will` or `until`, since the status does not
 * apply yet.
 */
function readStatus(said: string): string | undefined {
  const first = /\p{L}+/u.exec(said)?.[0].toLowerCase();
  return (
    findRetiredStatus(said) ??
    (first !== undefined && /^(?:will|to|may|not|if|until)$/u.test(first) ? undefined : first)
  );
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Reads a day that is written unambiguously: 2026-05-01, 1 May 2026, May 1, 2026. */
function readDate(text: string): string | undefined {
  const [, year, month, day] = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/u.exec(text) ?? [];
  if (year !== undefined) return formatDay(year, Number(month), Number(day));
  const [, dayFirst, named] = /\b(\d{1,2})(?:st|nd|rd|th)?\.? ([A-Za-z]{3,9})\.?,? (?=\d{4}\b)/u.exec(text) ?? [];
  const [, namedFirst, dayAfter] = /\b([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (?=\d{4}\b)/u.exec(text) ?? [];
  const number = MONTHS.indexOf((named ?? namedFirst ?? '').slice(0, 3).toLowerCase()) + 1;
  const inYear = /\b\d{4}\b/u.exec(text)?.[0];
  return number === 0 || inYear === undefined ? undefined : formatDay(inYear, number, Number(dayFirst ?? dayAfter));
}

function formatDay(year: string, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(Number(year), month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined;
}

type Label = 'status' | 'feature name' | 'title' | (typeof DATE_LABELS)[number];

/** Reads the value of a label as plain text: without comments, struck text, links, emphasis and emoji. */
function readLabel(text: string, label: Label): string | undefined {
  const lines = linesOf(text);
  const said =
    readFrontMatter(text, label) ??
    readUnderHeading(lines, label) ??
    readLabelledLine(lines, label) ??
    readTable(lines, label);
  const plain = said === undefined ? '' : stripMarkdown(said);
  return plain === '' ? undefined : plain;
}

function readFrontMatter(text: string, label: Label): string | undefined {
  const yaml = FRONT_MATTER.exec(text)?.[1];
  if (yaml === undefined) return undefined;
  try {
    return findValue(readYaml(yaml), label)?.text;
  } catch {
    return readLabelledLine(yaml.split(/\r?\n/u), label);
  }
}

/** The lines of the body. Lines of comments and of code are blank. */
const linesOf = (text: string): string[] => proseLines(text.replace(FRONT_MATTER, ''));

const SECTION_LINES_MAX = 20;

function readUnderHeading(lines: readonly string[], label: Label): string | undefined {
  for (const at of lines.keys()) {
    const heading = headingAt(lines, at);
    if (!heading) continue;
    const value = stripMarkdown(heading.text).toLowerCase() === label ? '' : textBehindLabel(heading.text, label);
    if (value === undefined) continue;
    if (value.trim() !== '') return value;
    const below = lines.slice(at + heading.lines, at + heading.lines + SECTION_LINES_MAX);
    const end = below.findIndex((_, place) => headingAt(below, place) !== undefined);
    return readTable(below, label) ?? below.slice(0, end < 0 ? below.length : end).join('\n');
  }
  return undefined;
}

function readLabelledLine(lines: readonly string[], label: Label): string | undefined {
  for (const line of lines) {
    const value = textBehindLabel(line.replace(/^[\s>+-]+/u, ''), label);
    if (value !== undefined && value.trim() !== '') return value;
  }
  return undefined;
}

/** The text after a label and its colon. Undefined if the line does not begin with the label. */
function textBehindLabel(line: string, label: Label): string | undefined {
  const colon = line.search(/[:：]/u);
  const isLabel = colon >= 0 && stripMarkdown(line.slice(0, colon)).toLowerCase() === label;
  return isLabel ? line.slice(colon + 1) : undefined;
}

/**
 * Labels of fields, in lower case. If a cell below a label is such a label too, the column lists labels, and the values
 * are to the right.
 */
const FIELD_LABELS = new Set([
  'status',
  'date',
  'author',
  'authors',
  'deciders',
  'decider',
  'owner',
  'id',
  'title',
  'tags',
]);

const cellsOf = (line: string): string[] => rawCellsOf(line).map(stripMarkdown);

/**
 * Reads the value of a label in a table: the cell to the right of the label, or the cell below if the label is in the
 * head of the table.
 */
function readTable(lines: readonly string[], label: Label): string | undefined {
  for (const [at, line] of lines.entries()) {
    if (!line.includes('|')) continue;
    const cells = cellsOf(line);
    const column = cells.findIndex((cell) => cell.toLowerCase() === label);
    if (column < 0) continue;
    const isHead = isTableDivider(lines[at + 1] ?? '');
    const below = isHead ? cellsOf(lines[at + 2] ?? '')[column] : undefined;
    return below === undefined || FIELD_LABELS.has(below.toLowerCase()) ? cells[column + 1] : below;
  }
  return undefined;
}
