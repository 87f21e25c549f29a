import type { Span } from './span.ts';

const PRIVATE_TAG = /<(\/?)private\b[^<>]*>/gi;

/**
 * Finds text that a writer marked as `<private>...</private>`. Spans may be nested; an unclosed one extends to the end,
 * since a forgotten end tag must not publish the text after it.
 */
export function privateSpans(text: string): Span[] {
  const spans: Span[] = [];
  let depth = 0;
  let from = 0;
  for (const { 0: tag, 1: slash, index } of text.matchAll(PRIVATE_TAG)) {
    if (slash === '' && depth++ === 0) from = index;
    else if (slash === '/' && depth > 0 && --depth === 0) spans.push({ from, to: index + tag.length, kind: 'private' });
  }
  return depth > 0 ? [...spans, { from, to: text.length, kind: 'private' }] : spans;
}
