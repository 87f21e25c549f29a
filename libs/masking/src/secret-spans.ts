import { assignedSpans } from './assigned-spans.ts';
import { blockSpans } from './block-spans.ts';
import { patternSpans } from './pattern-spans.ts';
import { cookieSpans } from './cookie-spans.ts';
import type { Span } from './span.ts';
import { tableSpans } from './table-spans.ts';
import { tokenSpans } from './token-spans.ts';

/** Length of the shortest text with a secret: `pw=abc`. */
const SHORTEST = 6;

/** Finds keys, tokens, passwords and credentials in a text. It reduces accidents; it does not find every secret. */
export function secretSpans(text: string): Span[] {
  if (text.length < SHORTEST) return [];
  return [blockSpans, tokenSpans, patternSpans, cookieSpans, assignedSpans, tableSpans].flatMap((find) => find(text));
}
