import { isRecordFile } from './asciidoc.ts';
import { cellsOf, headingAt, isRuleOfTable, NOT_YET, proseLines } from './record-lines.ts';

/** Relations between records. `back` says that the record that is named is the one that acts. */
interface LinkType {
  readonly words: RegExp;
  readonly type: 'replaces' | 'amends' | 'depends_on' | 'relates_to';
  readonly back?: true;
}

/** The words by which records name one another, in the languages that were seen. Front matter joins them by a hyphen, an underscore or a capital. */
const linkTypes: readonly LinkType[] = [
  { words: /\b(?:super[sc]eded|replaced|obsoleted)[-_ (]*(?:by|with)\b/iu, type: 'replaces', back: true },
  {
    words: /\b(?:deprecated|retired|superseded|replaced)\b[^.|]{0,40}? in favou?r of\b/iu,
    ...{ type: 'replaces', back: true },
  },
  {
    words: /\b(?:super[sc]eded|obsolete|deprecated|retired|replaced)\b[\s:,;(–—-]{1,5}(?:please )?(?:see|use)\b:?/iu,
    ...{ type: 'replaces', back: true },
  },
  {
    words: /\b(?:(?:ersetzt|abgel[öo]st) durch|remplac[ée]e? par|(?:reemplazad|sustituid)[oa] por)\b/iu,
    type: 'replaces',
    back: true,
  },
  { words: /\b(?:super[sc]edes|replaces|obsoletes|ersetzt|remplace|reemplaza|sustituye)\b/iu, type: 'replaces' },
  { words: /\bamended[-_ ]?by\b/iu, type: 'amends', back: true },
  { words: /\bamends\b/iu, type: 'amends' },
  { words: /\bdepends[-_ ]?on\b/iu, type: 'depends_on' },
  { words: /\b(?:relates|related)[-_ ]?to\b/iu, type: 'relates_to' },
];

/** Another record as a text names it: by one or more of these. */
export interface RecordName {
  /** The text of the link as written. */
  readonly text: string;
  /** A path or an address of a Markdown file. */
  readonly link?: string;
  readonly number?: string;
}

export interface RecordLink extends Pick<LinkType, 'type' | 'back'> {
  readonly to: RecordName;
  /** From 1. */
  readonly line: number;
}

type Typed = Pick<LinkType, 'type' | 'back'>;

/** A longer line is read so far. */
const LINE_CHARS_MAX = 2_000;

/**
 * Links of a decision record to others: by the words before a link, a number, a file name or a title, in a line, a heading, a list, a
 * table or front matter. Comments and code say nothing.
 */
export function recordLinksOf(text: string): RecordLink[] {
  const lines = proseLines(text).map((line) => line.slice(0, LINE_CHARS_MAX));
  const found: RecordLink[] = [];
  /** The words that stand above, for the paragraph or the list below them. */
  let above: Typed | undefined;
  let isInList = false;
  for (const at of lines.keys()) {
    const line = lines[at]!;
    if (line.trim() === '' || isRuleOfTable(line)) continue;
    const isItem = /^\s*(?:[-*+]|\d+\.)\s/u.test(line);
    if (isInList && !isItem) above = undefined;
    const links = line.includes('|') ? linksInRow(lines, at) : linksInLine(line, above);
    found.push(...links.map((link) => ({ ...link, line: at + 1 })));
    const isLabel = headingAt(lines, at) !== undefined || /[:：][^\w:]*$/u.test(line) || endsOpen(line);
    if (isLabel || !isItem) above = isLabel && links.length === 0 ? typeSaid(line) : undefined;
    isInList = isItem && !isLabel;
  }
  return found;
}

/** Whether the line ends with the words themselves. */
const endsOpen = (line: string): boolean =>
  linkTypes.some(({ words }) => new RegExp(`(?:${words.source})[^\\p{L}\\p{N}]*$`, 'iu').test(line));

type Found = Omit<RecordLink, 'line'>;

/** The text behind each of the words of a line, up to the next ones. */
function linksInLine(line: string, above: Typed | undefined): Found[] {
  const words = wordsIn(line);
  const before = line.slice(0, words[0]?.at ?? line.length);
  const first = above ? namesIn(before, true).map((to): Found => ({ ...above, to })) : [];
  const rest = words.flatMap(({ end, type, isOfLabel }, place): Found[] => {
    const names = namesIn(line.slice(end, words[place + 1]?.at), isOfLabel);
    return names.map((to) => ({ ...type, to }));
  });
  return [...first, ...rest];
}

/** A cell behind the one with the words, or the one below it where they are in the head. */
function linksInRow(lines: readonly string[], at: number): Found[] {
  const cells = cellsOf(lines[at]!);
  return cells.flatMap((cell, column): Found[] => {
    const [words] = wordsIn(cell);
    if (!words) return [];
    const inCell = linksInLine(cell, undefined);
    if (inCell.length > 0) return inCell;
    const below = isRuleOfTable(lines[at + 1] ?? '') ? cellsOf(lines[at + 2] ?? '')[column] : undefined;
    const values = [cells[column + 1] ?? '', below ?? ''];
    const value = values.find((each) => namesIn(each, false).length > 0) ?? (below ? '' : values[0]!);
    return namesIn(value, true).map((to) => ({ ...words.type, to }));
  });
}

interface Words {
  readonly at: number;
  readonly end: number;
  readonly type: Typed;
  /** Nothing stands before them but marks, a label or a status: all behind them is a name. */
  readonly isOfLabel: boolean;
}

function wordsIn(line: string): Words[] {
  const found = linkTypes.flatMap(({ words, type, back }) =>
    [...line.matchAll(new RegExp(words.source, 'giu'))].map(({ index, 0: said }): Words => {
      const before = line.slice(0, index);
      const isOfLabel = /^[^\p{L}\p{N}]*(?:status\b[^\p{L}\p{N}]*)?(?:\p{L}+[^\p{L}\p{N}]+)?$/iu.test(before);
      return { at: index, end: index + said.length, type: { type, ...(back && { back }) }, isOfLabel };
    }),
  );
  const holding = found.filter(({ at }) => !NOT_YET.test(line.slice(0, at)));
  const outer = holding.filter(
    (one) => !holding.some((other) => other !== one && other.at <= one.at && other.end > one.end),
  );
  return outer.toSorted((one, other) => one.at - other.at);
}

const typeSaid = (line: string): Typed | undefined => wordsIn(line).at(-1)?.type;

/** Links wherever they stand, else numbers and file names right at the beginning, else the text as a title. */
function namesIn(text: string, mayBeTitle: boolean): RecordName[] {
  const links = linkedIn(text);
  if (links.length > 0) return links;
  const numbered = numberedIn(text);
  if (numbered.length > 0) return numbered;
  const title = text.replace(/^[\s:：*_"'`>-]+|[\s*_"'`.,;-]+$/gu, '');
  return mayBeTitle && /^\p{L}.*\p{L}/u.test(title) ? [{ text: title }] : [];
}

function linkedIn(text: string): RecordName[] {
  const markdown = [...text.matchAll(/\[([^\][]*)\][ \t]?\(<?([^()[\]\s>]+)[^()]*\)/gu)].flatMap(
    ([, words = '', target = '']) => {
      const link = target.replace(/[#?].*$/u, '');
      const isRecord = isRecordFile(link) || !/^[a-z]+:/iu.test(link);
      return isRecord ? [nameOf(words, link)] : [nameOf(words)].filter(({ number }) => number !== undefined);
    },
  );
  const wiki = [...text.matchAll(/\[\[([^\][|#]+)(?:[#|][^\][]*)?\]\]/gu)].map(([, target = '']) =>
    nameOf(target, `${target.trim()}.md`),
  );
  return [...markdown, ...wiki];
}

const NUMBERED = /^(?:adr|rfc|dr|pep|kep|decision(?: record)?|record|no\.?|nr\.?)?[-_ #:]*0*(\d{1,8})(?![\d.]*\d)/iu;

function nameOf(words: string, link?: string): RecordName {
  const text = words.trim() === '' && link !== undefined ? link : words.trim();
  const number = NUMBERED.exec(words.replace(/^[*_`"\s]+/u, ''))?.[1];
  return { text, ...(link !== undefined && { link }), ...(number !== undefined && { number }) };
}

const PREFIXED = /^(?:adr|rfc|dr|pep|kep|decision|record|#|0)/iu;
const FILE =
  /^[\w./-]*[a-z\d][\w./-]*\.(?:md|markdown|adoc|asciidoc|asc)\b|^(?:[\w.-]*\/){0,20}(?:adr|rfc|dr)?[-_]?\d{1,8}[-_][\w.-]*[a-z]\w*/iu;
const BEFORE =
  /^[\s:：*_"'`([>|-]*(?:(?:the )?(?:records?|decisions?|adrs?|rfcs?) (?=(?:adr|rfc|dr|no\.?|#)?[-_ ]?\d))?/iu;
const BETWEEN = /^["'`*_)\]]*(?:\s*(?:,|;|&|\+|\/)\s*(?:and\s+)?|\s+and\s+)["'`*_([]*/iu;
/** A word that goes on behind a bare number makes it an amount. */
const COUNTED = /^["'`*_)\]]*\s+(?!(?:on|in|at|as|since|because|by|from|and|for|due|with|see)\b)\p{Ll}/u;

/** Numbers and names of files, one behind the other, from the beginning of a text on. */
function numberedIn(text: string): RecordName[] {
  const names: RecordName[] = [];
  let rest: string | undefined = text.slice(BEFORE.exec(text)?.[0].length ?? 0);
  while (rest !== undefined) {
    const found = nameAtStart(rest);
    if (!found) break;
    names.push(found.name);
    const between = BETWEEN.exec(found.rest)?.[0];
    rest = between === undefined ? undefined : found.rest.slice(between.length);
  }
  return names;
}

function nameAtStart(text: string): { readonly name: RecordName; readonly rest: string } | undefined {
  const [file] = FILE.exec(text) ?? [];
  if (file !== undefined) {
    const link = isRecordFile(file) ? file : `${file}.md`;
    return { name: { text: file, link }, rest: text.slice(file.length) };
  }
  const [written, number] = NUMBERED.exec(text) ?? [];
  if (written === undefined || number === undefined) return undefined;
  const rest = text.slice(written.length);
  const isAmount = !PREFIXED.test(written) && COUNTED.test(rest);
  return isAmount ? undefined : { name: { text: written, number }, rest };
}
