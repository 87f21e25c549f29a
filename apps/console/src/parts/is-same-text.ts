const EDGES = /^[\s*_"“”]+|[\s.…!,;:*_"“”]+$/gu;
const fold = (text: string) => text.replaceAll(EDGES, '').replaceAll(/\s+/gu, ' ').toLowerCase();

/** Tells whether two texts say the same but for case, white space, and marks and emphasis around them. */
export const isSameText = (one: string, other: string): boolean => fold(one) === fold(other);

const REST_CHARS_MAX = 40;

/**
 * Title under which a text need not be repeated, if it is hardly longer than its title: the text itself, so that none of
 * its words is lost. Otherwise its title.
 */
export function headlineOf({ title, text }: { readonly title: string; readonly text: string }): string {
  const [short, long] = [fold(title), fold(text)];
  const isContinued = long.startsWith(short) && long.length > short.length;
  const isShown = isContinued && long.length <= short.length + REST_CHARS_MAX && !text.trim().includes('\n');
  return isShown ? text.trim() : title;
}
