import { blocksOf } from './markdown-blocks.ts';

/** A link to another note: `[[target#heading|label]]`. */
export interface WikiLink {
  readonly target: string;
  readonly heading?: string;
  readonly label?: string;
  /** The line that it stands on, counted from 1. */
  readonly line: number;
}

const LINK = /(?<!\\)\[\[([^[\]|#\n]+)(?:#([^[\]|\n]+))?(?:\|([^[\]\n]+))?\]\]/g;
const INLINE_CODE = /(`+)(?!`).*?(?<!`)\1(?!`)/g;

/** The wiki links of a note outside code, in their order. */
export function wikiLinksOf(lines: readonly string[]): WikiLink[] {
  const code = blocksOf(lines).filter(({ isCode }) => isCode);
  const isCode = (line: number) => code.some(({ from, to }) => line >= from && line < to);
  return lines.flatMap((line, index) => (isCode(index) ? [] : linksOfLine(line, index + 1)));
}

const linksOfLine = (text: string, line: number): WikiLink[] =>
  [...text.replace(INLINE_CODE, '').matchAll(LINK)].map(([, target = '', heading, label]) => ({
    target: target.trim(),
    ...(heading ? { heading: heading.trim() } : {}),
    ...(label ? { label: label.trim() } : {}),
    line,
  }));
