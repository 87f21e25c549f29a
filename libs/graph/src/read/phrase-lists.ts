import { isPersonal, isTeam } from './ends.ts';
import type { Item, Phrases } from './item.ts';
import type { Phrase } from './phrase.ts';
import { phraseAt, type FoundPhrase } from './phrases.ts';
import type { Word } from './word.ts';

const PHRASES_MAX = 50;

/**
 * Reads noun phrases that are joined by `and` or commas. Commas without `and` join phrases only after a mark such as
 * `:`, between identifiers, or in a list of three or more objects.
 */
export function phrasesAt(
  words: readonly Word[],
  start: number,
  items: readonly Item[],
): { readonly item: Phrases; readonly to: number } | undefined {
  const first = phraseAt(words, start);
  if (!first) return undefined;
  const found = [first];
  let isJoined = false;
  while (found.length < PHRASES_MAX) {
    const next = separatorAt(words, found.at(-1)!.to);
    const phrase = next && phraseAt(words, next.to);
    if (!phrase || phrase.phrase.pronoun) break;
    found.push(phrase);
    isJoined ||= next.isAnd;
    if (next.isAnd && !separatorAt(words, phrase.to)?.isAnd) break;
  }
  const kept = selectListed(words, found, { isJoined, items });
  return { item: { is: 'phrases', all: kept.map(({ phrase }) => phrase) }, to: skipDropped(words, kept.at(-1)!.to) };
}

/** The index after `and not X`, which excludes X from the list. */
function skipDropped(words: readonly Word[], at: number): number {
  const isDropped = /^(?:and|but|,)$/u.test(words[at]?.lower ?? '') && words[at + 1]?.lower === 'not';
  return isDropped ? (phraseAt(words, at + 2)?.to ?? at) : at;
}

interface Listing {
  readonly isJoined: boolean;
  readonly items: readonly Item[];
}

function selectListed(
  words: readonly Word[],
  found: readonly FoundPhrase[],
  { isJoined, items }: Listing,
): readonly FoundPhrase[] {
  const [first, second] = found;
  if (!first || !second) return found;
  const before = items.at(-1);
  const isAnnounced = isAnnouncing(before);
  if (!isAnnounced && !isJoined && !areWrittenNames(words, found) && !areObjects(words, found, before)) return [first];
  const isComma = words[first.to]?.text === ',';
  if (isComma && isApposition([first, second], { isJoined, isAnnounced })) return [first];
  const isOpen = before?.is !== 'relative' && hasOpenVerb(items);
  return markNames(isOpen && isNextClause(words, found) ? found.slice(0, -1) : found);
}

const isNextClause = (words: readonly Word[], found: readonly FoundPhrase[]): boolean =>
  isBeforeVerb(words, found.at(-1)!.to) || isGapping(words, found);

const isAnnouncing = (item: Item | undefined): boolean => item?.is === 'mark' && /^(?:[:=→]|->)$/u.test(item.word);

const areWrittenNames = (words: readonly Word[], found: readonly FoundPhrase[]): boolean => {
  const after = words[found.at(-1)!.to];
  const isEnd = after === undefined || after.tag === 'PUNCT';
  return isEnd && found.every(({ phrase }) => phrase.words.every(({ tag }) => tag === 'NAME'));
};

/**
 * Whether at least three phrases are the objects of a verb. The list must reach to the end of the sentence or a
 * preposition: `Owns the shop, its emails, the design system.`
 */
function areObjects(words: readonly Word[], found: readonly FoundPhrase[], before: Item | undefined): boolean {
  const after = words[found.at(-1)!.to];
  const isEnd = after === undefined || after.tag === 'ADP' || /^[.;]$/u.test(after.text);
  return found.length > 2 && before?.is === 'verb' && isEnd;
}

/** Whether two phrases are a role and its holder, which are not a list: `Ana, owner of X, ...`, `the owner, Ana`. */
function isApposition(
  [first, second]: readonly [FoundPhrase, FoundPhrase],
  { isJoined, isAnnounced }: { readonly isJoined: boolean; readonly isAnnounced: boolean },
): boolean {
  const isRole = second.phrase.role !== undefined && !second.phrase.owner && !isJoined;
  return isRole || (first.phrase.role !== undefined && !first.phrase.isNamed && !isAnnounced);
}

/** Whether a verb before the list is still open, so that the last phrase may be the subject of the next clause: `A owns X and B owns Y`. */
const hasOpenVerb = (items: readonly Item[]): boolean => {
  const verb = items.findLastIndex(({ is }) => is === 'verb');
  const isClosed = (item: Item) =>
    item.is === 'relative' || item.is === 'subordinate' || (item.is === 'mark' && item.word === ';');
  return verb >= 0 && !items.slice(verb).some(isClosed);
};

function isBeforeVerb(words: readonly Word[], at: number): boolean {
  const [after, next] = [words[at], words[at + 1]];
  if (!after) return false;
  return (
    after.tag === 'AUX' ||
    after.lemma === 'be' ||
    (after.tag === 'VERB' && after.form !== 'ing' && next?.lower !== 'by')
  );
}

/**
 * Whether the last phrase is the subject of a clause that leaves out its verb: `A owns X, and B Y`, `A is responsible for X and B for Y`.
 */
const isGapping = (words: readonly Word[], found: readonly FoundPhrase[]): boolean =>
  !isPersonal(found[0]!.phrase) &&
  !isTeam(found[0]!.phrase) &&
  isPersonal(found.at(-1)!.phrase) &&
  /^(?:for|of|on|to)$/u.test(words[found.at(-1)!.to]?.lower ?? '');

/** Marks single plain words as names if another phrase of the list is an identifier. */
function markNames(found: readonly FoundPhrase[]): readonly FoundPhrase[] {
  if (!found.some(({ phrase }) => phrase.words[0]!.tag === 'NAME')) return found;
  const isPlain = ({ words, pronoun, article }: Phrase) =>
    words.length === 1 && pronoun === undefined && article === 'none';
  return found.map((one) =>
    isPlain(one.phrase) ? { ...one, phrase: { ...one.phrase, isNamed: true, isSure: true } } : one,
  );
}

const LIST_CONJUNCTION = /^(?:and|&|or|nor|plus)$/u;

function separatorAt(words: readonly Word[], at: number): { readonly to: number; readonly isAnd: boolean } | undefined {
  const [one = '', two = ''] = [words[at]?.lower, words[at + 1]?.lower];
  if (one === 'as-well-as') return { to: at + 1, isAnd: true };
  if (one === ',') return /^(?:and|&)$/u.test(two) ? { to: at + 2, isAnd: true } : { to: at + 1, isAnd: false };
  return LIST_CONJUNCTION.test(one) && two !== 'not' ? { to: at + 1, isAnd: true } : undefined;
}
