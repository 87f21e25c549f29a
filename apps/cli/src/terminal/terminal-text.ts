import { neutraliseLine, newBoundary } from '@cairn/prompt';

// Mark of a frame, which neutralising requires. Any mark will do, since a terminal shows no frames.
const boundary = newBoundary();

/** Neutralises foreign text for one line of a terminal. Control characters, escapes and hidden characters are shown by name. */
export const neutraliseForTerminal = (text: string): string => neutraliseLine(text, boundary);

const NAME_COLUMNS = 80;

/** Quotes and cuts a foreign name for use in one of our sentences, so that it cannot pass for part of the sentence. */
export const quoteName = (name: string): string =>
  JSON.stringify(cutToWidth(neutraliseForTerminal(name), NAME_COLUMNS));

const PLAIN_WORDS = /^[\p{L}\p{N}_./:@#+-]+(?: [\p{L}\p{N}_./:@#+-]+)*$/u;

/** Formats a foreign name for a list of facts. A name of plain words is not quoted. */
export const formatName = (name: string): string =>
  name.length <= NAME_COLUMNS && PLAIN_WORDS.test(name) ? name : quoteName(name);

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const WIDE_CHARACTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60\u3000-\u303e]/u;

const lettersOf = (text: string) =>
  Array.from(segmenter.segment(text), ({ segment }) => ({ segment, width: WIDE_CHARACTER.test(segment) ? 2 : 1 }));

/** Number of terminal columns that a text without control characters takes. */
export const widthOf = (text: string): number => lettersOf(text).reduce((sum, { width }) => sum + width, 0);

/** Cuts a line to a number of columns; a cut line ends in an ellipsis. */
export function cutToWidth(text: string, columns: number): string {
  if (text.length <= columns && widthOf(text) <= columns) return text;
  let shown = '';
  let used = 1;
  for (const { segment, width } of lettersOf(text.slice(0, columns * 20))) {
    if (used + width > columns) break;
    shown += segment;
    used += width;
  }
  return `${shown.trimEnd()}…`;
}

/**
 * Breaks a text into lines of at most `columns` columns, between words if possible. After `linesMax` lines, an ellipsis shows
 * the cut.
 */
export function wrapText(text: string, { columns, linesMax }: { columns: number; linesMax: number }): string[] {
  const lines: string[] = [];
  let rest = text.slice(0, columns * linesMax * 20).trim();
  while (rest !== '') {
    if (lines.length === linesMax - 1) return [...lines, cutToWidth(rest, columns)];
    const line = firstLine(rest, columns);
    lines.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return lines;
}

function firstLine(text: string, columns: number): string {
  let line = '';
  let used = 0;
  for (const { segment, width } of lettersOf(text.slice(0, columns * 20))) {
    if (used + width > columns) break;
    line += segment;
    used += width;
  }
  const space = line.length < text.length ? line.lastIndexOf(' ') : -1;
  return space > 0 && text[line.length] !== ' ' ? line.slice(0, space) : line || text.slice(0, 1);
}
