import type { Span } from './span.ts';

const PRIVATE_KEY_BEGIN = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
const PRIVATE_KEY_END = /-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;

/** Line of a key, which may be quoted, indented or end in an escaped line feed; or one of the key's header lines. */
const PRIVATE_KEY_LINE =
  /(?:\\r)?(?:\\n|\r?\n)[ \t>"'+|*#]{0,24}(?:[A-Za-z0-9+/=]{1,120}|[A-Z][A-Za-z-]{2,20}: [^\n\\]{1,120})?["',+\\]{0,4}(?=[ \t]{0,8}(?:\\r|\\n|\r?\n|$|["'`]))/y;
const LINES_MAX = 1_000;

/**
 * Finds private keys between their BEGIN and END marks. A key without an END mark extends as far as its lines look like key
 * data.
 */
export function blockSpans(text: string): Span[] {
  const spans: Span[] = [];
  PRIVATE_KEY_BEGIN.lastIndex = 0;
  let next = endAfter(text, 0);
  for (let match = PRIVATE_KEY_BEGIN.exec(text); match; match = PRIVATE_KEY_BEGIN.exec(text)) {
    const from = match.index;
    if (next && next.from < PRIVATE_KEY_BEGIN.lastIndex) next = endAfter(text, PRIVATE_KEY_BEGIN.lastIndex);
    const lines = linesFrom(text, PRIVATE_KEY_BEGIN.lastIndex);
    const to = next && !text.slice(PRIVATE_KEY_BEGIN.lastIndex, next.from).includes('-----BEGIN ') ? next.to : lines;
    if (to > PRIVATE_KEY_BEGIN.lastIndex) spans.push({ from, to, kind: 'private-key' });
    PRIVATE_KEY_BEGIN.lastIndex = to;
  }
  return spans;
}

function endAfter(text: string, at: number): Span | undefined {
  PRIVATE_KEY_END.lastIndex = at;
  const match = PRIVATE_KEY_END.exec(text);
  return match ? { from: match.index, to: PRIVATE_KEY_END.lastIndex, kind: 'private-key' } : undefined;
}

function linesFrom(text: string, start: number): number {
  let to = start;
  for (let lines = 0; lines < LINES_MAX; lines += 1) {
    PRIVATE_KEY_LINE.lastIndex = to;
    if (!PRIVATE_KEY_LINE.test(text)) break;
    to = PRIVATE_KEY_LINE.lastIndex;
  }
  return to;
}
