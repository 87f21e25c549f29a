import { privateSpans } from './private-spans.ts';
import { secretSpans } from './secret-spans.ts';
import type { Span } from './span.ts';

export interface MaskedText {
  readonly text: string;
  /** What was masked, in the order of the text. */
  readonly kinds: readonly string[];
}

/** A text with its secrets replaced by their kinds, as in `[masked: github-token]`. What a writer marked as private always is. */
export function maskText(text: string, { secrets }: { readonly secrets: boolean }): MaskedText {
  const spans = apart([...privateSpans(text), ...(secrets ? secretSpans(text) : [])]);
  let kept = '';
  let from = 0;
  for (const span of spans) {
    kept += `${text.slice(from, span.from)}[masked: ${span.kind}]`;
    from = span.to;
  }
  return { text: kept + text.slice(from), kinds: spans.map(({ kind }) => kind) };
}

/** What several rules found is one span, of the kind of the one that begins first and is the longest. */
function apart(spans: readonly Span[]): Span[] {
  const inOrder = [...spans].sort((one, other) => one.from - other.from || other.to - one.to);
  const found: Span[] = [];
  for (const span of inOrder) {
    const last = found.at(-1);
    if (!last || span.from >= last.to) found.push(span);
    else if (span.to > last.to) found[found.length - 1] = { ...last, to: span.to };
  }
  return found;
}
