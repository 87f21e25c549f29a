const WORD = /[\p{L}\p{N}_]/u;
const CHARACTER_IN_NAME = /[\p{L}\p{N}_-]/u;

/**
 * Whether a trigger matches a text; case is ignored. `*` stands for any characters. The match begins and ends at word
 * bounds (`npm i*` does not match `pnpm i`), except at a star. Each piece between stars is searched for once, from left
 * to right: its earliest position leaves the most room for the next pieces.
 */
export const matchesTrigger = (trigger: string, text: string): boolean => triggerMatcher([text])(trigger);

/** Creates a matcher that tests whether a trigger matches any of the texts. The texts are prepared once for all triggers. */
export function triggerMatcher(texts: readonly string[]): (trigger: string) => boolean {
  // Each text gets a blank at its end, so that `git push *` matches `git push`.
  const inTexts = [...new Set(texts)].map((text) => `${normaliseSpaces(text)} `);
  const whole = inTexts.join('\n');
  return (trigger) => {
    const pieces = normaliseSpaces(trigger.trim()).split(/\*+/);
    if (pieces.every((piece) => piece.trim() === '') || !pieces.every((piece) => whole.includes(piece))) return false;
    return inTexts.some((inText) => hasPieces(inText, pieces));
  };
}

function hasPieces(inText: string, pieces: readonly string[]): boolean {
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

const normaliseSpaces = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ');

/** The first position of a piece from `from` on that `isRight` accepts. Undefined if there is none. */
function placeOf(piece: string, text: string, from: number, isRight: (at: number) => boolean): number | undefined {
  let at = text.indexOf(piece, from);
  while (at >= 0 && !isRight(at)) at = text.indexOf(piece, at + 1);
  return at >= 0 ? at : undefined;
}

/**
 * The offset of the end of the last of consecutive pieces. The pieces are searched one after another, the first from
 * the offset `from` on. Undefined if a piece does not occur.
 */
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
  at === 0 || !WORD.test(first) || !CHARACTER_IN_NAME.test(text[at - 1]!);

const isEnd = (text: string, end: number): boolean =>
  end >= text.length || !WORD.test(text[end]!) || !WORD.test(text[end - 1]!);
/** Replaces each `<placeholder>`, `{placeholder}` and `...` by a star. A text that is only a placeholder, and JSX, are kept. */
export const replacePlaceholders = (text: string): string =>
  /^<[^<>]*>$/.test(text) ? text : text.replace(/<(?![A-Z])[^<>]*>|\{\w+\}|\.{3}/g, '*');

/** Whether a glob matches a whole word. `*` stands for any characters. */
export const fitsWord = (glob: string, word: string): boolean =>
  isIn(`\n${glob.toLowerCase()}\n`, `\n${word.toLowerCase()}\n`);

/** Whether a glob matches a path or a folder that contains it. Case and the kind of slash do not matter. */
export function fitsPath(glob: string, path: string): boolean {
  const own = normaliseRooted(path.replace(/^[\w.@-]+:(?=[/~])/, ''));
  const wanted = glob.replace(/^(?:\*\*\/)+|\/\*\*$|\/\*$(?<=^[^*]*\/\*)/g, '').replaceAll('/**/', '/*');
  if (/^\.\w+$/.test(wanted) && own.endsWith(`${wanted.toLowerCase()}/`)) return true;
  return isIn(normaliseRooted(wanted), own);
}

/** Whether a path matches a glob or lies in a folder that matches the glob. Path and glob must have the same root. */
export const isBelow = (glob: string, path: string): boolean =>
  /[\p{L}\d]/u.test(glob) && isIn(`\n${normaliseRooted(glob)}`, `\n${normaliseRooted(path)}`);

/** Resolves a path in a folder to a path relative to the folder in which the script began. */
export function resolveInFolder(folder: string, path: string): string {
  if (folder === '' || /^(?:[/~\\$]|[\w.@-]+:)/.test(path)) return path;
  const parts = folder.replace(/\/+$/, '').split('/');
  for (const part of path.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  return parts.join('/');
}

const normaliseRooted = (path: string): string =>
  `/${path
    .toLowerCase()
    .replaceAll('\\', '/')
    .replace(/^(?:~|\.{0,2}\/)+|\/+$/g, '')}/`;

const isIn = (glob: string, text: string): boolean => endOf(glob.split(/\*+/), text, 0) !== undefined;
