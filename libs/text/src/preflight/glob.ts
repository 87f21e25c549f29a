const WORD = /[\p{L}\p{N}_]/u;
const ESCAPED = /[.+?^${}()|[\]\\/]/g;

/**
 * Whether a trigger matches a text: letters of either case, `*` for any characters, at word bounds (`npm i*` is not in
 * `pnpm i`). Linear for what the limits let through: the pieces between the stars are sought one after the other.
 */
export function matchesTrigger(trigger: string, text: string): boolean {
  const glob = trigger.trim().toLowerCase();
  const pieces = glob.split('*').map((piece) => piece.replace(/\s+/g, ' '));
  const [first = '', ...rest] = pieces;
  const inText = text.toLowerCase().replace(/\s+/g, ' ');
  if (glob.replaceAll('*', '').trim() === '') return false;
  for (const from of startsOf(first, inText)) {
    const end = endOf(rest, inText, from + first.length);
    if (end !== undefined) return true;
  }
  return false;
}

function* startsOf(piece: string, text: string): Generator<number> {
  for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1))
    if (isBound(text, at, piece[0])) yield at;
  if (piece.endsWith(' ') && text.endsWith(piece.trimEnd()) && piece.trim() !== '') {
    const at = text.length - piece.length + 1;
    if (isBound(text, at, piece[0])) yield at;
  }
}

/** Where the pieces end that follow each other from a place; the last one ends at a word's bound. */
function endOf(pieces: readonly string[], text: string, from: number): number | undefined {
  let end = from;
  for (const piece of pieces) {
    const at = text.indexOf(piece, end);
    if (at < 0) return undefined;
    end = at + piece.length;
  }
  const endsOpen = pieces.length > 0 && pieces.at(-1) === '';
  return endsOpen || isEnd(text, end) ? end : undefined;
}

const isBound = (text: string, at: number, first: string | undefined): boolean =>
  at <= 0 || !WORD.test(first ?? ' ') || !/[\p{L}\p{N}_-]/u.test(text[at - 1]!);

const isEnd = (text: string, end: number): boolean =>
  end >= text.length || !WORD.test(text[end]!) || !WORD.test(text[end - 1] ?? ' ');

export const escaped = (text: string): string => text.replace(ESCAPED, '\\$&');
