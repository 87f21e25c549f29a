import type { TextSearch } from '@cairn/ports';

export interface Place {
  readonly channel: string | null;
  readonly subchannel: string | null;
}

/** Makes a check whether a query contains every term in the name of an item's channel or subchannel. */
export function namedPlaces(
  queryTerms: readonly string[],
  words: Pick<TextSearch, 'queryOf'>,
): (place: Place) => boolean {
  const asked = new Set(queryTerms);
  const known = new Map<string, boolean>();
  const isNamed = (name: string | null): boolean => {
    if (name === null) return false;
    const named = known.get(name) ?? holdsAll(asked, words.queryOf(name).terms);
    known.set(name, named);
    return named;
  };
  return ({ channel, subchannel }) => isNamed(channel) || isNamed(subchannel);
}

const holdsAll = (asked: ReadonlySet<string>, terms: readonly string[]): boolean =>
  terms.length > 0 && terms.every((term) => asked.has(term));
