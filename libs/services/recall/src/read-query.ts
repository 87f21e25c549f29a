import type { WordQuery } from '@cairn/ports';
import { namesIn, parseQuery, withoutNames } from '@cairn/text';

/** A query as recall reads it. */
export interface ReadQuery {
  readonly words: WordQuery;
  /** What is embedded: known names are out, since they pull a sentence vector to every greeting (embeddings.md 6.3). */
  readonly meaning: string;
  /** The one known speaker that the query names; none if it names two. */
  readonly speaker: string | null;
}

export function readQuery(query: string, speakers: readonly string[]): ReadQuery {
  const named = namesIn(query, speakers);
  const [speaker] = named;
  return {
    words: parseQuery(query),
    meaning: named.length > 0 ? withoutNames(query, named) : query,
    speaker: named.length === 1 && speaker !== undefined ? speaker : null,
  };
}
