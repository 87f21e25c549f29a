import { foldCase, normaliseText } from './languages/normalise.ts';
import { isStopWord } from './languages/stop-words.ts';

/** An event to which a query relates a time, in the words of the query. */
export interface NamedEvent {
  readonly relation: 'before' | 'after' | 'since' | 'until' | 'during';
  readonly words: string;
}

const WORDS_MAX = 5;
const EVENT =
  /\b(before|after|since|until|till|during)\s+(?:the|our|that|this|last)\s+([\p{L}\p{N}][^.,;:?!()"\n]{0,200})/iu;

/**
 * Finds the event in a query such as "before the release freeze" or "since our outage". The event is the words after
 * the article, up to the first stop word: in "before the release freeze in May" it is "release freeze". English only; a
 * query in another language gives undefined.
 */
export function findEvent(query: string): NamedEvent | undefined {
  const [, relation, rest] = EVENT.exec(query) ?? [];
  if (!relation || !rest) return undefined;
  const words = rest.split(/\s+/);
  const end = words.findIndex((word) => isStopWord(foldCase(normaliseText(word))));
  const named = words.slice(0, end < 0 ? words.length : end);
  const isNoun = named.length > 0 && named.length <= WORDS_MAX;
  return isNoun ? { relation: relationOf(relation.toLowerCase()), words: named.join(' ').trim() } : undefined;
}

const relationOf = (word: string): NamedEvent['relation'] =>
  word === 'till' ? 'until' : (word as NamedEvent['relation']);
