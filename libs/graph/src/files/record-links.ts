import { isRecordFile } from './asciidoc.ts';
import { cellsOf, headingAt, isTableDivider, NEGATED_STATUS_PREFIX, proseLines } from './record-lines.ts';

/**
 * Words for a relation between two records, and the type of the relation. With `back`, the relation goes from the named
 * record to the record that contains the text.
 */
interface LinkType {
  readonly words: RegExp;
  readonly type: 'replaces' | 'amends' | 'depends_on' | 'relates_to';
  readonly back?: true;
}

/**
 * The words for relations between records, in the languages seen in real records. Front matter joins the words by a hyphen, an underscore
 * or a capital.
 */
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

/** A reference in the text of a record to a second record, given by one or more of these fields. */
export interface RecordName {
  /** The text of the link as written. */
  readonly text: string;
  /** A path or an address of a Markdown file. */
  readonly link?: string;
  readonly number?: string;
}

export interface RecordLink extends Pick<LinkType, 'type' | 'back'> {
  readonly to: RecordName;
  /** The line of the link, from 1. */
  readonly line: number;
}

type LinkMeaning = Pick<LinkType, 'type' | 'back'>;

/** Characters of a line that are read. */
const LINE_CHARS_MAX = 2_000;

/**
 * Finds the links of a decision record to other records: words such as `replaces` before a link, a number, a file name or a title, in
 * a line, a heading, a list, a table or front matter. Comments and code are skipped.
 */
export function recordLinksOf(text: string): RecordLink[] {
  const lines = proseLines(text).map((line) => line.slice(0, LINE_CHARS_MAX));
  const found: RecordLink[] = [];
  /** The meaning of the link words in a heading or label above, for the paragraph or list below it. */
  let above: LinkMeaning | undefined;
  let isInList = false;
  for (const at of lines.keys()) {
    const line = lines[at]!;
    if (line.trim() === '' || isTableDivider(line)) continue;
    const isItem = /^\s*(?:[-*+]|\d+\.)\s/u.test(line);
    if (isInList && !isItem) above = undefined;
    const links = line.includes('|') ? linksInRow(lines, at) : linksInLine(line, above);
    found.push(...links.map((link) => ({ ...link, line: at + 1 })));
    const isLabel = headingAt(lines, at) !== undefined || /[:：][^\w:]*$/u.test(line) || endsWithLinkWords(line);
    if (isLabel || !isItem) above = isLabel && links.length === 0 ? findLinkMeaning(line) : undefined;
    isInList = isItem && !isLabel;
  }
  return found;
}

/** Whether the line ends with link words, so that the names follow in the next lines. */
const endsWithLinkWords = (line: string): boolean =>
  linkTypes.some(({ words }) => new RegExp(`(?:${words.source})[^\\p{L}\\p{N}]*$`, 'iu').test(line));

type FoundLink = Omit<RecordLink, 'line'>;

/** Finds the names after each of the link words of a line, up to the next link words. */
function linksInLine(line: string, above: LinkMeaning | undefined): FoundLink[] {
  const words = findLinkWords(line);
  const before = line.slice(0, words[0]?.at ?? line.length);
  const first = above ? namesIn(before, true).map((to): FoundLink => ({ ...above, to })) : [];
  const rest = words.flatMap(({ end, type, isOfLabel }, place): FoundLink[] => {
    const names = namesIn(line.slice(end, words[place + 1]?.at), isOfLabel);
    return names.map((to) => ({ ...type, to }));
  });
  return [...first, ...rest];
}

/** Finds names in a row of a table: in the cell with the link words, the next cell, or the cell below if the row is the head. */
function linksInRow(lines: readonly string[], at: number): FoundLink[] {
  const cells = cellsOf(lines[at]!);
  return cells.flatMap((cell, column): FoundLink[] => {
    const [words] = findLinkWords(cell);
    if (!words) return [];
    const inCell = linksInLine(cell, undefined);
    if (inCell.length > 0) return inCell;
    const below = isTableDivider(lines[at + 1] ?? '') ? cellsOf(lines[at + 2] ?? '')[column] : undefined;
    const values = [cells[column + 1] ?? '', below ?? ''];
    const value = values.find((each) => namesIn(each, false).length > 0) ?? (below ? '' : values[0]!);
    return namesIn(value, true).map((to) => ({ ...words.type, to }));
  });
}

interface LinkWords {
  readonly at: number;
  readonly end: number;
  readonly type: LinkMeaning;
  /**
   * Whether only marks, a label or a status precede the link words, so that all the text after these words may be a
   * title.
   */
  readonly isOfLabel: boolean;
}

function findLinkWords(line: string): LinkWords[] {
  const found = linkTypes.flatMap(({ words, type, back }) =>
    [...line.matchAll(new RegExp(words.source, 'giu'))].map(({ index, 0: said }): LinkWords => {
      const before = line.slice(0, index);
      const isOfLabel = /^[^\p{L}\p{N}]*(?:status\b[^\p{L}\p{N}]*)?(?:\p{L}+[^\p{L}\p{N}]+)?$/iu.test(before);
      return { at: index, end: index + said.length, type: { type, ...(back && { back }) }, isOfLabel };
    }),
  );
  const holding = found.filter(({ at }) => !NEGATED_STATUS_PREFIX.test(line.slice(0, at)));
  const outer = holding.filter(
    (one) => !holding.some((other) => other !== one && other.at <= one.at && other.end > one.end),
  );
  return outer.toSorted((one, other) => one.at - other.at);
}

const findLinkMeaning = (line: string): LinkMeaning | undefined => findLinkWords(line).at(-1)?.type;

/** Finds names in a text: links anywhere, or else numbers and file names at its beginning, or else the whole text as a title. */
function namesIn(text: string, mayBeTitle: boolean): RecordName[] {
  const links = linkNamesIn(text);
  if (links.length > 0) return links;
  const numbered = numberedNamesIn(text);
  if (numbered.length > 0) return numbered;
  const title = text.replace(/^[\s:：*_"'`>-]+|[\s*_"'`.,;-]+$/gu, '');
  return mayBeTitle && /^\p{L}.*\p{L}/u.test(title) ? [{ text: title }] : [];
}

function linkNamesIn(text: string): RecordName[] {
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

const NUMBERED_NAME =
  /^(?:adr|rfc|dr|pep|kep|decision(?: record)?|record|no\.?|nr\.?)?[-_ #:]*0*(\d{1,8})(?![\d.]*\d)/iu;

function nameOf(words: string, link?: string): RecordName {
  const text = words.trim() === '' && link !== undefined ? link : words.trim();
  const number = NUMBERED_NAME.exec(words.replace(/^[*_`"\s]+/u, ''))?.[1];
  return { text, ...(link !== undefined && { link }), ...(number !== undefined && { number }) };
}

const PREFIXED_NUMBER = /^(?:adr|rfc|dr|pep|kep|decision|record|#|0)/iu;
const FILE_NAME =
  /^[\w./-]*[a-z\d][\w./-]*\.(?:md|markdown|adoc|asciidoc|asc)\b|^(?:[\w.-]*\/){0,20}(?:adr|rfc|dr)?[-_]?\d{1,8}[-_][\w.-]*[a-z]\w*/iu;
const NAME_PREFIX =
  /^[\s:：*_"'`([>|-]*(?:(?:the )?(?:records?|decisions?|adrs?|rfcs?) (?=(?:adr|rfc|dr|no\.?|#)?[-_ ]?\d))?/iu;
const NAME_SEPARATOR = /^["'`*_)\]]*(?:\s*(?:,|;|&|\+|\/)\s*(?:and\s+)?|\s+and\s+)["'`*_([]*/iu;
/** A lower-case word after a bare number, which makes the number an amount (`3 services`). */
const COUNTED_WORD = /^["'`*_)\]]*\s+(?!(?:on|in|at|as|since|because|by|from|and|for|due|with|see)\b)\p{Ll}/u;

/** Finds the numbers and file names that a text begins with, separated by commas or `and`. */
function numberedNamesIn(text: string): RecordName[] {
  const names: RecordName[] = [];
  let rest: string | undefined = text.slice(NAME_PREFIX.exec(text)?.[0].length ?? 0);
  while (rest !== undefined) {
    const found = nameAtStart(rest);
    if (!found) break;
    names.push(found.name);
    const between = NAME_SEPARATOR.exec(found.rest)?.[0];
    rest = between === undefined ? undefined : found.rest.slice(between.length);
  }
  return names;
}

function nameAtStart(text: string): { readonly name: RecordName; readonly rest: string } | undefined {
  const [file] = FILE_NAME.exec(text) ?? [];
  if (file !== undefined) {
    const link = isRecordFile(file) ? file : `${file}.md`;
    return { name: { text: file, link }, rest: text.slice(file.length) };
  }
  const [written, number] = NUMBERED_NAME.exec(text) ?? [];
  if (written === undefined || number === undefined) return undefined;
  const rest = text.slice(written.length);
  const isAmount = !PREFIXED_NUMBER.test(written) && COUNTED_WORD.test(rest);
  return isAmount ? undefined : { name: { text: written, number }, rest };
}
