import { BOUNDARY_DIGITS } from './boundary.ts';

const END_MARK = new RegExp(String.raw`\[\[cairn:(${BOUNDARY_DIGITS}) end\]\]`, 'g');
const TITLE_LINE = /⚠️? ?Cairn Memory — [^\n]*\n$/u;
const TITLE_CHARS_MAX = 80;

/**
 * Finds the blocks of Cairn in a text by their marks alone, for a reader that does not know the stored texts. A block
 * extends from its title or first mark to its last mark. A block without its end extends to the end of the text, and a
 * block without its beginning starts at the beginning of the text.
 */
export function recalledPassages(text: string): { readonly from: number; readonly to: number }[] {
  const marks = Map.groupBy(text.matchAll(END_MARK), ([, boundary]) => boundary);
  return [...marks.values()].map((all) => {
    const [first, last] = [all[0]!.index, all.at(-1)!];
    const line = text.lastIndexOf('\n', first) + 1;
    const isEnd = text.slice(line, first).trim() === '';
    if (all.length === 1 && isEnd) return { from: 0, to: last.index + last[0].length };
    const title = TITLE_LINE.exec(text.slice(Math.max(0, line - TITLE_CHARS_MAX), line))?.[0].length ?? 0;
    return { from: line - title, to: all.length === 1 ? text.length : last.index + last[0].length };
  });
}
