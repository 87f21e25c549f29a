import type { Span } from './span.ts';

const BEGIN = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;

/** Line of a key, which may be quoted, indented or end in an escaped line feed; or one of the key's header lines. */
const LINE =
  /(?:\\r)?(?:\\n|\r?\n)[ \t>"'+|*#]{0,24}(?:[A-Za-z0-9+/=]{1,120}|[A-Z][A-Za-z-]{2,20}: [^\n\\]{1,120})?["',+\\]{0,4}(?=[ \t]{0,8}(?:\\r|\\n|\r?\n|$|["'`]))/y;
const LINES_MAX = 1_000;

/**
 * Finds private keys between their BEGIN and END marks. A key without an END mark extends as far as its lines look like key
 * data.
 */
export function blockSpans(text: string): Span[] {
  const spans: Span[] = [];
  BEGIN.lastIndex = 0;
  let next = endAfter(text, 0);
  for (let match = BEGIN.exec(text); match; match = BEGIN.exec(text)) {
    const from = match.index;
    if (next && next.from < BEGIN.lastIndex) next = endAfter(text, BEGIN.lastIndex);
    const lines = linesFrom(text, BEGIN.lastIndex);
    const to = next && !text.slice(BEGIN.lastIndex, next.from).includes('-----BEGIN ') ? next.to : lines;
    if (to > BEGIN.lastIndex) spans.push({ from, to, kind: 'private-key' });
    BEGIN.lastIndex = to;
  }
  return spans;
}

function endAfter(text: string, at: number): Span | undefined {
  END.lastIndex = at;
  const match = END.exec(text);
  return match ? { from: match.index, to: END.lastIndex, kind: 'private-key' } : undefined;
}

function linesFrom(text: string, start: number): number {
  let to = start;
  for (let lines = 0; lines < LINES_MAX; lines += 1) {
    LINE.lastIndex = to;
    if (!LINE.test(text)) break;
    to = LINE.lastIndex;
  }
  return to;
}
