import type { Words } from './analyse.ts';
import type { Language } from './languages/index.ts';
import { needsSegments } from './scripts.ts';

const QUOTED =
  /(?<![A-Za-z0-9])["\u201c\u201e\uff02]([^"\u201c\u201d\u201e\uff02]+)["\u201c\u201d\uff02](?![A-Za-z0-9])/g;

/** The query as `TextIndex` of libs/ports takes it. */
export interface ParsedQuery {
  terms: string[];
  parts: string[];
  phrases: string[][];
}

/**
 * Reads a query as `read` reads documents. `terms` leave stop words out, unless they are quoted or all there is. `parts` are those
 * terms and the pieces of the query's identifiers: matched against a document's parts, `users` finds `src/api/users.ts`.
 * A part that is also a term is the same word asked for once, so an index counts it once in what the query could attain.
 */
export function queryReader(
  read: (text: string) => Words,
  { isStopWord }: Pick<Language, 'isStopWord'>,
): (query: string) => ParsedQuery {
  const withoutStopWords = (terms: readonly string[]) => terms.filter((term) => !isStopWord(term));
  return (query) => {
    const words = read(query);
    const phrases = [...query.matchAll(QUOTED)]
      .map(([, inner = '']) => read(inner).terms)
      .filter((run) => run.length > 0);
    const telling = withoutStopWords(words.terms);
    const terms = distinct([...(telling.length > 0 ? telling : words.terms), ...phrases.flat()]);
    return { terms, parts: distinct([...terms, ...withoutStopWords(words.parts).filter(saysEnough)]), phrases };
  };
}

/** A single character of a longer Chinese or Korean query would match nearly every text; one that stands alone is a term. */
const saysEnough = (part: string) => !(needsSegments(part) && Array.from(part).length === 1);

const distinct = (values: readonly string[]): string[] => [...new Set(values)];
