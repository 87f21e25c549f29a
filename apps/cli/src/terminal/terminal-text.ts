import { neutraliseLine, newBoundary } from '@cairn/prompt';

// Any mark will do: frames are for models, and a terminal only needs the neutralising.
const boundary = newBoundary();

/** Neutralises foreign text for one line of a terminal: controls, escapes and hidden characters are shown by name. */
export const plain = (text: string): string => neutraliseLine(text, boundary);

const NAME_COLUMNS = 80;

/** Quotes and cuts a foreign name within our sentence, so that it cannot pass for part of the sentence. */
export const quoted = (name: string): string => JSON.stringify(cutToWidth(plain(name), NAME_COLUMNS));

const PLAIN_WORDS = /^[\p{L}\p{N}_./:@#+-]+(?: [\p{L}\p{N}_./:@#+-]+)*$/u;

/** Formats a foreign name in a list of facts, where plain words need no quotes. */
export const fact = (name: string): string =>
  name.length <= NAME_COLUMNS && PLAIN_WORDS.test(name) ? name : quoted(name);

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60\u3000-\u303e]/u;

const lettersOf = (text: string) =>
  Array.from(segmenter.segment(text), ({ segment }) => ({ segment, width: WIDE.test(segment) ? 2 : 1 }));

/** Width of a text without controls, in columns. */
export const widthOf = (text: string): number => lettersOf(text).reduce((sum, { width }) => sum + width, 0);

/** Cuts a line to a width; an ellipsis shows the cut. */
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

/** Breaks a text into lines of this width, between words if possible; after `linesMax` comes an ellipsis. */
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
