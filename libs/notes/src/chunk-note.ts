import { blocksOf, type Block } from './markdown-blocks.ts';

/** Consecutive lines of a note, with the headings above them. */
export interface NoteChunk {
  /** First and last line, counted from 1. */
  readonly startLine: number;
  readonly endLine: number;
  /** Headings above the chunk, from the outermost to the chunk's own. */
  readonly headings: readonly string[];
  /** The chunk's lines, joined by line feeds. */
  readonly text: string;
}

export interface ChunkOptions {
  /** First line of the body, counted from 1; lines before it are front matter. Default: 1. */
  readonly fromLine?: number;
  /** Blocks of the body, if the caller has already parsed them. */
  readonly blocks?: readonly Block[];
  /** Maximum length of a chunk in UTF-16 code units; a single line that is longer stays whole. */
  readonly charsMax: number;
}

/** Lines of a section, counted from 0, `from` inclusive and `to` exclusive, with the headings above them. */
interface Section {
  readonly from: number;
  readonly to: number;
  readonly headings: readonly string[];
}

/**
 * Splits the body of a note at its headings. A section that is too long is split between blocks, and a block that is
 * too long between lines. Every line that is not blank is in exactly one chunk. A heading without text of its own joins
 * the section that follows.
 */
export function chunkNote(lines: readonly string[], options: ChunkOptions): NoteChunk[] {
  const { fromLine = 1, charsMax, blocks: known } = options;
  const start = fromLine - 1;
  const blocks = (known ?? blocksOf(lines.slice(start))).map((block) => moveBlock(block, start));
  const isBorder = new Set(blocks.map(({ from }) => from));
  return sectionsOf(blocks, start, lines.length)
    .flatMap((section) => splitSection(section, { lines, isBorder, charsMax }))
    .flatMap(({ from, to, headings }) => trimmedChunk(lines, from, to, headings));
}

const moveBlock = (block: Block, by: number): Block => ({ ...block, from: block.from + by, to: block.to + by });

function sectionsOf(blocks: readonly Block[], start: number, end: number): Section[] {
  const sections: Section[] = [];
  let from = start;
  let path: { readonly level: number; readonly text: string }[] = [];
  let hasText = false;
  const close = (to: number) => {
    if (to > from) sections.push({ from, to, headings: path.map(({ text }) => text) });
    from = to;
  };
  for (const { from: at, heading } of blocks) {
    if (!heading) {
      hasText = true;
      continue;
    }
    const isDeeper = heading.level > (path.at(-1)?.level ?? 0);
    if (hasText || !isDeeper) close(at);
    path = [...path.filter(({ level }) => level < heading.level), heading];
    hasText = false;
  }
  close(end);
  return sections;
}

interface SplitOptions {
  readonly lines: readonly string[];
  /** Numbers of the lines at which a block begins, counted from 0. */
  readonly isBorder: ReadonlySet<number>;
  readonly charsMax: number;
}

/** Splits a section into chunks of whole blocks; a block that is too long is split between lines. */
function splitSection(section: Section, { lines, isBorder, charsMax }: SplitOptions): Section[] {
  if (lengthOf(lines, section.from, section.to) <= charsMax) return [section];
  const parts: Section[] = [];
  let { from } = section;
  while (from < section.to) {
    const reach = endOfFitting(lines, from, section.to, charsMax);
    const to = reach === section.to ? reach : lastBlockStart(isBorder, from, reach);
    parts.push({ ...section, from, to });
    from = to;
  }
  return parts;
}

/** Returns the last line up to `reach` at which a block begins, or `reach` if there is none. */
function lastBlockStart(isBorder: ReadonlySet<number>, from: number, reach: number): number {
  for (let at = reach; at > from; at -= 1) if (isBorder.has(at)) return at;
  return reach;
}

/** Returns the line after the last line that fits; at least one line is taken. */
function endOfFitting(lines: readonly string[], from: number, to: number, charsMax: number): number {
  let length = lines[from]?.length ?? 0;
  let reach = from + 1;
  while (reach < to && length + 1 + (lines[reach]?.length ?? 0) <= charsMax) {
    length += 1 + (lines[reach]?.length ?? 0);
    reach += 1;
  }
  return reach;
}

const lengthOf = (lines: readonly string[], from: number, to: number): number =>
  lines.slice(from, to).reduce((length, line) => length + line.length + 1, -1);

function trimmedChunk(lines: readonly string[], from: number, to: number, headings: readonly string[]): NoteChunk[] {
  const isText = (line: string) => line.trim() !== '';
  const first = lines.slice(from, to).findIndex(isText);
  if (first < 0) return [];
  const last = lines.slice(from, to).findLastIndex(isText);
  const text = lines.slice(from + first, from + last + 1).join('\n');
  return [{ startLine: from + first + 1, endLine: from + last + 1, headings, text }];
}
