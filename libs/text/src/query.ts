import type { Words } from './analyse.ts';
import type { Language } from './languages/index.ts';
import { needsSegments } from './scripts.ts';

const QUOTED_PHRASE =
  /(?<![A-Za-z0-9])["\u201c\u201e\uff02]([^"\u201c\u201d\u201e\uff02]+)["\u201c\u201d\uff02](?![A-Za-z0-9])/g;

/** A query in the form that `TextIndex` of libs/ports takes. */
export interface ParsedQuery {
  terms: string[];
  parts: string[];
  phrases: string[][];
}

/**
 * Creates a reader of queries from `read`, which reads documents. `terms` omit stop words, unless the stop words are
 * quoted or are the whole query. `parts` are the terms and the pieces of the query's identifiers. The index matches
 * `parts` with the parts of documents, so that `users` finds `src/api/users.ts`. A part that is also a term is one word
 * of the query, so an index counts it once in the maximum score of the query.
 */
export function queryReader(
  read: (text: string) => Words,
  { isStopWord }: Pick<Language, 'isStopWord'>,
): (query: string) => ParsedQuery {
  const withoutStopWords = (terms: readonly string[]) => terms.filter((term) => !isStopWord(term));
  return (query) => {
    const words = read(query);
    const phrases = [...query.matchAll(QUOTED_PHRASE)]
      .map(([, inner = '']) => read(inner).terms)
      .filter((run) => run.length > 0);
    const telling = withoutStopWords(words.terms);
    const terms = distinctValues([...(telling.length > 0 ? telling : words.terms), ...phrases.flat()]);
    return { terms, parts: distinctValues([...terms, ...withoutStopWords(words.parts).filter(isSearchable)]), phrases };
  };
}

/**
 * Whether a part may be searched for. A single character of a longer Chinese or Korean query may not, since it would
 * match nearly every text. A character that is the whole query is searched for as a term.
 */
const isSearchable = (part: string) => !(needsSegments(part) && Array.from(part).length === 1);

const distinctValues = (values: readonly string[]): string[] => [...new Set(values)];
