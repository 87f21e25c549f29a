import type { Item } from '@cairn/contracts';
import type { TextSearch } from '@cairn/ports';
import { titlePrefix } from '@cairn/text';
import type { Passage } from '../retrievers/retriever.ts';

/** Length in characters up to which a text is shown as a whole. */
const LONG_TEXT_CHARS = 2_000;
/** The most characters of a text that are searched. */
const SEARCHED_CHARS_MAX = 200_000;
/** Matches a line, or in a long line a part that ends at the end of a word. */
const TEXT_WINDOW = /[^\n]{1,400}(?=\s|$)|[^\n]{1,400}/g;

interface Asked {
  readonly terms: readonly string[];
  readonly words: Pick<TextSearch, 'queryOf'>;
}

/**
 * Finds the part of a long text that contains most of a question's words, rare words first. It serves as the best passage
 * of an item without a vector.
 */
export function wordPassageOf(item: Item, { terms, words }: Asked): Passage | undefined {
  if (item.content.length <= LONG_TEXT_CHARS) return undefined;
  const wanted = new Set(terms);
  const stretches = Array.from(
    item.content.slice(0, SEARCHED_CHARS_MAX).matchAll(TEXT_WINDOW),
    ({ 0: text, index: from }) => ({
      from,
      to: from + text.length,
      held: words.queryOf(text).terms.filter((term) => wanted.has(term)),
    }),
  );
  const counts = countsOf(stretches.flatMap(({ held }) => held));
  const worth = (held: readonly string[]) => held.reduce((sum, term) => sum + 1 / counts.get(term)!, 0);
  const [best] = stretches.toSorted((one, other) => worth(other.held) - worth(one.held) || one.from - other.from);
  if (!best || best.held.length === 0) return undefined;
  const shift = titlePrefix(item).length;
  return { from: shift + best.from, to: shift + best.to };
}

function countsOf(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}
