import { neutraliseLine, newBoundary } from '@cairn/prompt';

// The frame of the output gate is for models; on a terminal only its neutralising is needed, so any boundary does.
const boundary = newBoundary();

/** Foreign text for one line of a terminal: controls, escapes and hidden characters are shown by name and do nothing. */
export const plain = (text: string): string => neutraliseLine(text, boundary);

const NAME_COLUMNS = 80;

/** A name that others chose, within a sentence of ours: quoted and cut, so that it cannot go on as that sentence. */
export const quoted = (name: string): string => JSON.stringify(cutToWidth(plain(name), NAME_COLUMNS));

const PLAIN_WORDS = /^[\p{L}\p{N}_./:@#+-]+(?: [\p{L}\p{N}_./:@#+-]+)*$/u;

/** The same for one of a list of facts, where plain words need no quotes. */
export const fact = (name: string): string =>
  name.length <= NAME_COLUMNS && PLAIN_WORDS.test(name) ? name : quoted(name);

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60\u3000-\u303e]/u;

const lettersOf = (text: string) =>
  Array.from(segmenter.segment(text), ({ segment }) => ({ segment, width: WIDE.test(segment) ? 2 : 1 }));

/** Columns that a text without controls takes. */
export const widthOf = (text: string): number => lettersOf(text).reduce((sum, { width }) => sum + width, 0);

/** A text of one line, cut to so many columns; what is cut shows as an ellipsis. */
export function cutToWidth(text: string, columns: number): string {
  if (text.length <= columns && widthOf(text) <= columns) return text;
  let kept = '';
  let used = 1;
  for (const { segment, width } of lettersOf(text.slice(0, columns * 20))) {
    if (used + width > columns) break;
    kept += segment;
    used += width;
  }
  return `${kept.trimEnd()}…`;
}

/** Lines of at most so many columns, broken between words where that is possible; after `linesMax` an ellipsis. */
export function wrap(text: string, { columns, linesMax }: { columns: number; linesMax: number }): string[] {
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
