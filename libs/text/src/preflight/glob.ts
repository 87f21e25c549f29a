const WORD = /[\p{L}\p{N}_]/u;
const IN_NAME = /[\p{L}\p{N}_-]/u;

/**
 * Whether a trigger matches a text: letters of either case, `*` for any characters, at word bounds (`npm i*` is not in `pnpm i`),
 * and open where a star begins or ends it. The earliest place of each piece leaves the most room for those behind it, so each
 * piece is sought once, from left to right.
 */
export const matchesTrigger = (trigger: string, text: string): boolean => triggerMatcher([text])(trigger);

/** The same for any of some texts, which are brought into their form once for all triggers. */
export function triggerMatcher(texts: readonly string[]): (trigger: string) => boolean {
  // The blank before a last star may be the end of the text: `git push *` matches `git push`.
  const inTexts = [...new Set(texts)].map((text) => `${spaced(text)} `);
  const whole = inTexts.join('\n');
  return (trigger) => {
    const pieces = spaced(trigger.trim()).split(/\*+/);
    if (pieces.every((piece) => piece.trim() === '') || !pieces.every((piece) => whole.includes(piece))) return false;
    return inTexts.some((inText) => holdsPieces(inText, pieces));
  };
}

function holdsPieces(inText: string, pieces: readonly string[]): boolean {
  const [first = '', ...rest] = pieces;
  const last = rest.pop();
  const endsWord = (piece: string) => (at: number) => isEnd(inText, at + piece.length);
  const beginsWord = (at: number) => first === '' || isBound(inText, at, first[0]!);
  if (last === undefined) return placeOf(first, inText, 0, (at) => beginsWord(at) && endsWord(first)(at)) !== undefined;
  const start = placeOf(first, inText, 0, beginsWord);
  const end = start === undefined ? undefined : endOf(rest, inText, start + first.length);
  if (end === undefined) return false;
  return last === '' || placeOf(last, inText, end, endsWord(last)) !== undefined;
}

const spaced = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ');

/** First place of a piece at or behind `from` that is right. */
function placeOf(piece: string, text: string, from: number, isRight: (at: number) => boolean): number | undefined {
  let at = text.indexOf(piece, from);
  while (at >= 0 && !isRight(at)) at = text.indexOf(piece, at + 1);
  return at >= 0 ? at : undefined;
}

/** End of pieces that follow each other from a place. */
function endOf(pieces: readonly string[], text: string, from: number): number | undefined {
  let end = from;
  for (const piece of pieces) {
    const at = text.indexOf(piece, end);
    if (at < 0) return undefined;
    end = at + piece.length;
  }
  return end;
}

const isBound = (text: string, at: number, first: string): boolean =>
  at === 0 || !WORD.test(first) || !IN_NAME.test(text[at - 1]!);

const isEnd = (text: string, end: number): boolean =>
  end >= text.length || !WORD.test(text[end]!) || !WORD.test(text[end - 1]!);
/** A text with a star for each `<placeholder>`, `{placeholder}` and `...`. One placeholder alone, and JSX, stand for themselves. */
export const starred = (text: string): string =>
  /^<[^<>]*>$/.test(text) ? text : text.replace(/<(?![A-Z])[^<>]*>|\{\w+\}|\.{3}/g, '*');

/** Whether a glob is a whole word: `*` stands for any characters. */
export const fitsWord = (glob: string, word: string): boolean =>
  isIn(`\n${glob.toLowerCase()}\n`, `\n${word.toLowerCase()}\n`);

/** Whether a glob names a path, or a folder that the path is in. Case and the kind of slash do not matter. */
export function fitsPath(glob: string, path: string): boolean {
  const own = rooted(path.replace(/^[\w.@-]+:(?=[/~])/, ''));
  const wanted = glob.replace(/^(?:\*\*\/)+|\/\*\*$|\/\*$(?<=^[^*]*\/\*)/g, '').replaceAll('/**/', '/*');
  if (/^\.\w+$/.test(wanted) && own.endsWith(`${wanted.toLowerCase()}/`)) return true;
  return isIn(rooted(wanted), own);
}

/** Whether a path is one that a glob stands for, or in a folder of it, from the same root. */
export const isBelow = (glob: string, path: string): boolean =>
  /[\p{L}\d]/u.test(glob) && isIn(`\n${rooted(glob)}`, `\n${rooted(path)}`);

/** A path as seen from where a script began. */
export function inFolder(folder: string, path: string): string {
  if (folder === '' || /^(?:[/~\\$]|[\w.@-]+:)/.test(path)) return path;
  const parts = folder.replace(/\/+$/, '').split('/');
  for (const part of path.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  return parts.join('/');
}

const rooted = (path: string): string =>
  `/${path
    .toLowerCase()
    .replaceAll('\\', '/')
    .replace(/^(?:~|\.{0,2}\/)+|\/+$/g, '')}/`;

const isIn = (glob: string, text: string): boolean => endOf(glob.split(/\*+/), text, 0) !== undefined;
