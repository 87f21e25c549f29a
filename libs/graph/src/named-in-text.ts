import type { GraphEntity, GraphReader } from '@cairn/contracts';
import { normaliseName } from './entity.ts';

/** The most words of a text, and of one name, that are searched. */
const WORDS_MAX = 60;
const NAME_WORDS_MAX = 6;
/** Entities that one name may stand for, and that one text may name. */
const CALLED_SO_MAX = 3;
const NAMED_MAX = 5;

/** Words that stand together. */
interface Span {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly name: string;
}

/** The entities that a text names in full, each by the longest name that stands there; of a name that several have, all. */
export async function entitiesNamedIn(reader: GraphReader, text: string): Promise<GraphEntity[]> {
  const spans = spansOf(text);
  if (spans.length === 0) return [];
  const found = await reader.findByNames([...new Set(spans.map(({ name }) => name))], CALLED_SO_MAX);
  const called = found.flatMap((entity) =>
    [entity.name, ...entity.aliases].map((name) => ({ name: normaliseName(name), entity })),
  );
  const byName = Map.groupBy(called, ({ name }) => name);
  const taken: Span[] = [];
  for (const span of spans)
    if (byName.has(span.name) && taken.every((one) => span.to <= one.from || span.from >= one.to)) taken.push(span);
  const named = taken.flatMap(({ name }) => byName.get(name) ?? []).map(({ entity }) => entity);
  return [...new Set(named)].slice(0, NAMED_MAX);
}

/** The longest first, so that a name wins over the names in it. */
function spansOf(text: string): Span[] {
  const words = text.split(/\s+/u).map(bare).slice(0, WORDS_MAX);
  const lengths = Array.from({ length: NAME_WORDS_MAX }, (_, at) => NAME_WORDS_MAX - at);
  return lengths.flatMap((length) =>
    words.flatMap((_, from) => {
      const some = words.slice(from, from + length);
      const isWhole = some.length === length && some.every((word) => word !== '');
      return isWhole ? [{ from, to: from + length, name: normaliseName(some.join(' ')) }] : [];
    }),
  );
}

/** Without the marks of the sentence around it. */
const bare = (word: string): string => word.replace(/^["'“‘([]+|(?<!["'”’)\].,;:!?])["'”’)\].,;:!?]+$|['’]s$/gu, '');
