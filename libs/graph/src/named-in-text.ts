import type { GraphEntity, GraphReader } from '@cairn/contracts';
import { normaliseName } from './entity.ts';

/** The maximum number of words of a text that are searched, and of words in one name. */
const WORDS_MAX = 60;
const NAME_WORDS_MAX = 6;
/** The maximum number of entities that are returned for one name, and for one text. */
const ENTITIES_PER_NAME_MAX = 3;
const ENTITIES_PER_TEXT_MAX = 5;

/** Consecutive words of a text; `from` and `to` are indexes of words from 0. */
interface Span {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly name: string;
}

/**
 * Finds the entities that a text names in full. A longer name wins over the names inside it. If several entities have
 * the same name, all are returned.
 */
export async function entitiesNamedIn(reader: GraphReader, text: string): Promise<GraphEntity[]> {
  const spans = spansOf(text);
  if (spans.length === 0) return [];
  const found = await reader.findByNames([...new Set(spans.map(({ name }) => name))], ENTITIES_PER_NAME_MAX);
  const called = found.flatMap((entity) =>
    [entity.name, ...entity.aliases].map((name) => ({ name: normaliseName(name), entity })),
  );
  const byName = Map.groupBy(called, ({ name }) => name);
  const taken: Span[] = [];
  for (const span of spans)
    if (byName.has(span.name) && taken.every((one) => span.to <= one.from || span.from >= one.to)) taken.push(span);
  const named = taken.flatMap(({ name }) => byName.get(name) ?? []).map(({ entity }) => entity);
  return [...new Set(named)].slice(0, ENTITIES_PER_TEXT_MAX);
}

/** Lists all spans of words, the longest first, so that a long name wins over the names inside it. */
function spansOf(text: string): Span[] {
  const words = text.split(/\s+/u).map(stripPunctuation).slice(0, WORDS_MAX);
  const lengths = Array.from({ length: NAME_WORDS_MAX }, (_, at) => NAME_WORDS_MAX - at);
  return lengths.flatMap((length) =>
    words.flatMap((_, from) => {
      const some = words.slice(from, from + length);
      const isWhole = some.length === length && some.every((word) => word !== '');
      return isWhole ? [{ from, to: from + length, name: normaliseName(some.join(' ')) }] : [];
    }),
  );
}

/** Removes punctuation, brackets, quotation marks and a possessive ending from a word. */
const stripPunctuation = (word: string): string =>
  word.replace(/^["'“‘([]+|(?<!["'”’)\].,;:!?])["'”’)\].,;:!?]+$|['’]s$/gu, '');
