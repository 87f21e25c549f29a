import { privateSpans } from './private-spans.ts';
import { secretSpans } from './secret-spans.ts';
import type { Span } from './span.ts';

export interface MaskedText {
  readonly text: string;
  /** Kinds of the masked secrets, in text order. */
  readonly kinds: readonly string[];
}

/**
 * Replaces each secret in a text by its kind, as in `[masked: github-token]`. Text that a writer marked as private is always
 * replaced.
 */
export function maskText(text: string, { secrets }: { readonly secrets: boolean }): MaskedText {
  const spans = mergeOverlaps([...privateSpans(text), ...(secrets ? secretSpans(text) : [])]);
  let masked = '';
  let from = 0;
  for (const span of spans) {
    masked += `${text.slice(from, span.from)}[masked: ${span.kind}]`;
    from = span.to;
  }
  return { text: masked + text.slice(from), kinds: spans.map(({ kind }) => kind) };
}

/** Merges overlapping spans. The merged span gets the kind of the span that begins first; of several, the longest. */
function mergeOverlaps(spans: readonly Span[]): Span[] {
  const inOrder = [...spans].sort((one, other) => one.from - other.from || other.to - one.to);
  const found: Span[] = [];
  for (const span of inOrder) {
    const last = found.at(-1);
    if (!last || span.from >= last.to) found.push(span);
    else if (span.to > last.to) found[found.length - 1] = { ...last, to: span.to };
  }
  return found;
}
