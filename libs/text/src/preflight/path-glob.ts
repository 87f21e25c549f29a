/** Whether a glob is a whole word: `*`, `...` and `<name>` stand for any characters. */
export const fitsWord = (glob: string, word: string): boolean =>
  isIn(`\n${glob.toLowerCase()}\n`, `\n${word.toLowerCase()}\n`);

/** Whether a glob names a path, or a folder that the path is in. Case and the kind of slash do not matter. */
export function fitsPath(glob: string, path: string): boolean {
  const own = rooted(path.replace(/^[\w.@-]+:(?=[/~])/, ''));
  const wanted = glob.replace(/^(?:\*\*\/)+|\/\*{1,2}$/g, '').replaceAll('/**/', '/*');
  if (/^\.\w+$/.test(wanted) && own.endsWith(`${wanted.toLowerCase()}/`)) return true;
  return isIn(rooted(wanted), own);
}

const rooted = (path: string): string =>
  `/${path
    .toLowerCase()
    .replaceAll('\\', '/')
    .replace(/^(?:~|\.{0,2}\/)+|\/+$/g, '')}/`;

/** The earliest place of each piece leaves the most room for those behind it. */
function isIn(glob: string, text: string): boolean {
  let from = 0;
  for (const piece of glob.split(/<[^<>]*>|\.{3}|\*+/)) {
    const at = text.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return true;
}
