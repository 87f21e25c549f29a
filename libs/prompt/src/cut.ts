/**
 * Finds the best position at or before `end` to cut a text: after a paragraph, a line, a sentence or a word, if one ends
 * nearby; never inside a character.
 */
function borderBefore(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const floor = Math.floor(end * 0.6);
  const near = text.slice(floor, end);
  for (const border of CUT_BORDERS) {
    const at = lastEndOf(near, border);
    if (at > 0) return floor + at;
  }
  return isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
}

/** Finds the nearest start of a line or a word at or before `from`, at most 200 characters away. */
function startBefore(text: string, from: number): number {
  const floor = Math.max(0, from - 200);
  const near = text.slice(floor, from);
  const at = Math.max(near.lastIndexOf('\n'), floor === 0 ? -1 : near.indexOf(' '));
  if (at >= 0) return floor + at + 1;
  return floor > 0 && isHighSurrogate(text.charCodeAt(floor - 1)) ? floor - 1 : floor;
}

/** Part of a text: its range, in characters of the text, and its rendering. */
export interface Passage {
  readonly from: number;
  readonly to: number;
  readonly shown: string;
}

/**
 * Takes as much text as renders in `textMax` characters, beginning at `from`. Rendering can lengthen a text, so the range
 * shrinks until it fits.
 */
export function passageFrom(
  content: string,
  { from, textMax }: { readonly from: number; readonly textMax: number },
  show: (text: string) => string,
): Passage {
  let length = Math.min(textMax, content.length - from);
  for (;;) {
    const to = from + borderBefore(content.slice(from, from + length + 1), length);
    const shown = show(content.slice(from, to));
    if (shown.length <= textMax || length <= 1) return { from, to, shown };
    length = Math.floor(Math.min(length - 1, (length * textMax) / shown.length));
  }
}

/**
 * Chooses the part of a text that is shown in `textMax` characters: the whole text, its beginning, or the surroundings of the
 * found passage.
 */
export function passageOf(
  { content, excerpt }: { readonly content: string; readonly excerpt?: { from: number; to: number } | undefined },
  textMax: number,
  show: (text: string) => string,
): Passage {
  const isAround = content.length > textMax && excerpt !== undefined && excerpt.to > textMax;
  const from = isAround ? startBefore(content, Math.max(0, Math.min(excerpt.from, content.length - textMax))) : 0;
  return passageFrom(content, { from, textMax }, show);
}

/** Beginning of a text, with an ellipsis when it is cut. */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text
    .slice(0, max)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
}

const CUT_BORDERS = [/\n[ \t]*\n/g, /\n/g, /[.!?。！？][)"'”’]?\s/g, /\s/g];

function lastEndOf(text: string, border: RegExp): number {
  let end = 0;
  for (const match of text.matchAll(border)) end = match.index + match[0].length;
  return end;
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
