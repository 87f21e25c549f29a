import { findAssignedSpans } from './assigned-spans.ts';
import { blockSpans } from './block-spans.ts';
import { patternSpans } from './pattern-spans.ts';
import { cookieSpans } from './cookie-spans.ts';
import type { Span } from './span.ts';
import { tableSpans } from './table-spans.ts';
import { tokenSpans } from './token-spans.ts';

/** Length of the shortest text that can contain a secret: `pw=abc`. */
const SHORTEST_CHARS = 6;

/** Finds keys, tokens, passwords and credentials in a text. Masking them reduces accidents; some secrets are not found. */
export function secretSpans(text: string): Span[] {
  if (text.length < SHORTEST_CHARS) return [];
  return [blockSpans, tokenSpans, patternSpans, cookieSpans, findAssignedSpans, tableSpans].flatMap((find) =>
    find(text),
  );
}
