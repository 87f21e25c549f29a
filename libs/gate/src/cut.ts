/** The last good place to cut at or before `end`: after a paragraph, a line, a sentence or a word, if one is near; never inside a character. */
export function borderBefore(text: string, end: number): number {
  if (end >= text.length) return text.length;
  const floor = Math.floor(end * 0.6);
  const near = text.slice(floor, end);
  for (const border of BORDERS) {
    const at = lastEndOf(near, border);
    if (at > 0) return floor + at;
  }
  return isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end;
}

/** The nearest start of a line or a word at or before `from`, at most 200 characters away. */
export function startBefore(text: string, from: number): number {
  const floor = Math.max(0, from - 200);
  const near = text.slice(floor, from);
  const at = Math.max(near.lastIndexOf('\n'), floor === 0 ? -1 : near.indexOf(' '));
  if (at >= 0) return floor + at + 1;
  return floor > 0 && isHighSurrogate(text.charCodeAt(floor - 1)) ? floor - 1 : floor;
}

const BORDERS = [/\n[ \t]*\n/g, /\n/g, /[.!?。！？][)"'”’]?\s/g, /\s/g];

function lastEndOf(text: string, border: RegExp): number {
  let end = 0;
  for (const match of text.matchAll(border)) end = match.index + match[0].length;
  return end;
}

const isHighSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
