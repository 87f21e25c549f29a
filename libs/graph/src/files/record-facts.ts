import { withoutEnding } from './asciidoc.ts';
import {
  cellsOf as rawCellsOf,
  FRONT_MATTER,
  headingAt,
  isRuleOfTable,
  NOT_YET,
  plainly,
  proseLines,
} from './record-lines.ts';
import { under, readYaml } from './yaml-nodes.ts';

/** Facts that a decision record states about itself. */
export interface RecordFacts {
  /** The status in one word of lower case: proposed, accepted, superseded ... */
  readonly status?: string;
  /** Nobody follows the record any more, or nobody ever did. */
  readonly isRetired: boolean;
  /** Its text is a proposal, so that what it replaces still holds. */
  readonly isProposed: boolean;
  /** `YYYY-MM-DD`. */
  readonly date?: string;
}

/** Statuses of records that nobody follows, by the words that say so. */
const retiredWords: readonly { readonly words: RegExp; readonly status: string }[] = [
  {
    words: /\b(?:super[sc]eded|replaced|ersetzt|abgel[öo]st|remplac[ée]e?|reemplazad[oa]|sustituid[oa])(?![\p{L}])/iu,
    status: 'superseded',
  },
  { words: /\bdeprecated\b/iu, status: 'deprecated' },
  { words: /\b(?:rejected|declined|withdrawn|abandoned)\b/iu, status: 'rejected' },
  { words: /\b(?:retired|obsolete|outdated)\b/iu, status: 'retired' },
];
const PROPOSED = /^(?:proposed|proposal|draft|pending|open|rfc)/u;

/** Names of Markdown files that stand beside decision records and are none. */
const OTHER_FILES =
  /^(?:readme|index|toc|template|glossary|agents|claude(?:\.local)?|changelog|contributing|[\w-]*template[\w-]*)\.\w+$/iu;
const NUMBERED = /^(?:adr|rfc|dr|decision)?[-_ ]?\d{1,8}(?:[-_. ]|$)/iu;
const SECTIONS = ['context', 'decision', 'consequences', 'decision outcome', 'considered options', 'decision drivers'];

/** Whether a Markdown file is a decision record: by a numbered or dated name, a status, or the sections of one. */
export function isDecisionRecord(path: string, text: string): boolean {
  const name = path.split('/').at(-1) ?? path;
  if (OTHER_FILES.test(name)) return false;
  if (NUMBERED.test(name)) return true;
  const lines = linesOf(text);
  const titles = new Set(lines.flatMap((_, at) => headingAt(lines, at)?.text.toLowerCase() ?? []));
  return labelled(text, 'status') !== undefined || SECTIONS.filter((section) => titles.has(section)).length >= 2;
}

/** Headings of parts, which are no title though they stand first. */
const PARTS = new Set([
  ...SECTIONS,
  'status',
  'summary',
  'abstract',
  'overview',
  'introduction',
  'motivation',
  'background',
  'proposal',
]);

/** The title of a record: its heading, or where that is of a part, its name in a field, else that of its file. */
export function recordTitleOf(path: string, text: string, heading: string): string {
  if (!PARTS.has(heading.toLowerCase())) return heading;
  const file = withoutEnding(path.split('/').at(-1) ?? path);
  return labelled(text, 'title') ?? labelled(text, 'feature name') ?? file;
}

/** Reads status and date from front matter, a heading, a line or a table. */
export function recordFactsOf(text: string): RecordFacts {
  const said = labelled(text, 'status');
  const status = said === undefined ? undefined : statusIn(said);
  const date = labelledDate(text) ?? (said === undefined ? undefined : dateOfStatus(said));
  return {
    ...(status !== undefined && { status }),
    isRetired: retiredWords.some((retired) => retired.status === status),
    isProposed: status !== undefined && PROPOSED.test(status),
    ...(date !== undefined && { date }),
  };
}

/** Labels of the day of a decision, the surest first. */
const DATE_LABELS = ['date', 'decided', 'decision date', 'accepted', 'start date', 'created'] as const;

const labelledDate = (text: string): string | undefined =>
  DATE_LABELS.flatMap((label) => dateIn(labelled(text, label) ?? '') ?? [])[0];

const STATUS_WORDS =
  /\b(?:proposed|draft|accepted|approved|adopted|decided|implemented|super[sc]eded|replaced|deprecated|rejected|declined|withdrawn|retired|obsolete)\b/giu;
const DECIDED = /^(?:accepted|approved|adopted|decided|implemented)$/iu;

/** The day beside the word that says that it was decided; of a record that is retired, another day is that of its end. */
function dateOfStatus(said: string): string | undefined {
  const words = [...said.matchAll(STATUS_WORDS)];
  const at = words.findIndex(([word]) => DECIDED.test(word));
  if (at < 0) return retiredIn(said) ? undefined : dateIn(said);
  const [begin, end] = [words[at]!.index, words[at]!.index + words[at]![0].length];
  const before = said.slice(at === 0 ? 0 : words[at - 1]!.index + words[at - 1]![0].length, begin);
  const behind = said.slice(end, words[at + 1]?.index);
  const isDateFirst = dateIn(said.slice(0, words[0]!.index)) !== undefined;
  return isDateFirst ? (dateIn(before) ?? dateIn(behind)) : (dateIn(behind) ?? dateIn(before));
}

const retiredIn = (said: string): string | undefined =>
  retiredWords.find(({ words }) => {
    const at = said.search(words);
    return at >= 0 && !NOT_YET.test(said.slice(0, at));
  })?.status;

/** A word before another status says that this one does not hold yet: then nothing is said of now. */
function statusIn(said: string): string | undefined {
  const first = /\p{L}+/u.exec(said)?.[0].toLowerCase();
  return retiredIn(said) ?? (first !== undefined && /^(?:will|to|may|not|if|until)$/u.test(first) ? undefined : first);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A day that is written so that it can be read in one way only: 2026-05-01, 1 May 2026, May 1, 2026. */
function dateIn(text: string): string | undefined {
  const [, year, month, day] = /\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/u.exec(text) ?? [];
  if (year !== undefined) return validDay(year, Number(month), Number(day));
  const [, dayFirst, named] = /\b(\d{1,2})(?:st|nd|rd|th)?\.? ([A-Za-z]{3,9})\.?,? (?=\d{4}\b)/u.exec(text) ?? [];
  const [, namedFirst, dayAfter] = /\b([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (?=\d{4}\b)/u.exec(text) ?? [];
  const number = MONTHS.indexOf((named ?? namedFirst ?? '').slice(0, 3).toLowerCase()) + 1;
  const inYear = /\b\d{4}\b/u.exec(text)?.[0];
  return number === 0 || inYear === undefined ? undefined : validDay(inYear, number, Number(dayFirst ?? dayAfter));
}

function validDay(year: string, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(Number(year), month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined;
}

type Label = 'status' | 'feature name' | 'title' | (typeof DATE_LABELS)[number];

/** The text behind a label, plainly: without comments, struck text, links, emphasis and signs. */
function labelled(text: string, label: Label): string | undefined {
  const lines = linesOf(text);
  const said =
    inFrontMatter(text, label) ?? underHeading(lines, label) ?? inLine(lines, label) ?? inTable(lines, label);
  const plain = said === undefined ? '' : plainly(said);
  return plain === '' ? undefined : plain;
}

function inFrontMatter(text: string, label: Label): string | undefined {
  const yaml = FRONT_MATTER.exec(text)?.[1];
  if (yaml === undefined) return undefined;
  try {
    return under(readYaml(yaml), label)?.text;
  } catch {
    return inLine(yaml.split(/\r?\n/u), label);
  }
}

/** Lines of the body, those of comments and of code blank. */
const linesOf = (text: string): string[] => proseLines(text.replace(FRONT_MATTER, ''));

const SECTION_LINES_MAX = 20;

function underHeading(lines: readonly string[], label: Label): string | undefined {
  for (const at of lines.keys()) {
    const heading = headingAt(lines, at);
    if (!heading) continue;
    const value = plainly(heading.text).toLowerCase() === label ? '' : behindLabel(heading.text, label);
    if (value === undefined) continue;
    if (value.trim() !== '') return value;
    const below = lines.slice(at + heading.lines, at + heading.lines + SECTION_LINES_MAX);
    const end = below.findIndex((_, place) => headingAt(below, place) !== undefined);
    return inTable(below, label) ?? below.slice(0, end < 0 ? below.length : end).join('\n');
  }
  return undefined;
}

function inLine(lines: readonly string[], label: Label): string | undefined {
  for (const line of lines) {
    const value = behindLabel(line.replace(/^[\s>+-]+/u, ''), label);
    if (value !== undefined && value.trim() !== '') return value;
  }
  return undefined;
}

/** The text behind a label and its colon; undefined where the line has none. */
function behindLabel(line: string, label: Label): string | undefined {
  const colon = line.search(/[:：]/u);
  const isLabel = colon >= 0 && plainly(line.slice(0, colon)).toLowerCase() === label;
  return isLabel ? line.slice(colon + 1) : undefined;
}

/** Labels of other fields: below one, a column holds labels and not values. */
const LABELS = new Set(['status', 'date', 'author', 'authors', 'deciders', 'decider', 'owner', 'id', 'title', 'tags']);

const cellsOf = (line: string): string[] => rawCellsOf(line).map(plainly);

/** The cell right of the label, or below it where the label is in the head of the table. */
function inTable(lines: readonly string[], label: Label): string | undefined {
  for (const [at, line] of lines.entries()) {
    if (!line.includes('|')) continue;
    const cells = cellsOf(line);
    const column = cells.findIndex((cell) => cell.toLowerCase() === label);
    if (column < 0) continue;
    const isHead = isRuleOfTable(lines[at + 1] ?? '');
    const below = isHead ? cellsOf(lines[at + 2] ?? '')[column] : undefined;
    return below === undefined || LABELS.has(below.toLowerCase()) ? cells[column + 1] : below;
  }
  return undefined;
}
