import { mentionsName, mentionsNumber, mentionsTime } from '@cairn/text';
import { cuesIn, patternOf } from './cues.ts';
import { referenceOf } from './leaning.ts';
import { tenses, type CueName } from './lexicon.en.ts';

/** Traits of a statement that expressions of the lexicon cannot find. */
const traits = [
  ...(['asks', 'agrees', 'number', 'time', 'name', 'code', 'self', 'relation', 'looseRelation'] as const),
  /** Number of words of the statement: at most 3, 4 to 6, 7 to 10, 11 to 16, or more. */
  ...(['words3', 'words6', 'words10', 'words16', 'wordsMore'] as const),
  /**
   * `opens`: the statement is the first of its message. `exclaims`: it ends with an exclamation mark. `clauses`: it has
   * a clause behind a comma.
   */
  ...(['opens', 'exclaims', 'clauses'] as const),
  /**
   * `answers`: another speaker asked before. `replies`: an assistant spoke before. `confirmed`: the words are an
   * assistant's, and a person confirmed them. `picked`: a person picked the words among others.
   */
  ...(['answers', 'replies', 'confirmed', 'picked'] as const),
  /**
   * `offered`: the preceding message of another speaker offers something to choose. `otherNumber`: that message has
   * other numbers.
   */
  ...(['offered', 'otherNumber'] as const),
  /**
   * `past`: the statement tells what was, and nothing that is to come. `leans`: its words refer to a sentence before it.
   * `ofSelf`: its subject is the speaker. `ofUs`: its subject is a group with the speaker.
   */
  ...(['past', 'leans', 'ofSelf', 'ofUs'] as const),
] as const;
type Trait = (typeof traits)[number];
export type Mark = CueName | Trait;

/** The place of a statement in its conversation. */
export interface Setting {
  readonly asks: boolean;
  readonly agrees: boolean;
  readonly opens: boolean;
  readonly answers: boolean;
  readonly replies: boolean;
  readonly confirmed: boolean;
  readonly picked: boolean;
  readonly offered: boolean;
  readonly otherNumber: boolean;
}

/** Matches an identifier, a path, a flag or a code span. */
const CODE =
  /`[^`]+`|(?<!\S)(?:[\w@.-]*\/[\w@./*-]+|--?[a-z][\w-]+|\w+_\w+|[a-z]+[A-Z]\w*|\w+\.[a-z]{2,4}|[A-Z]{2,}-?\d+)(?![\p{L}\p{N}])/u;
const SELF = /(?<![\p{L}\p{N}])(?:i|i'[a-z]+|my|me|mine|we|we'[a-z]+|our|us)(?![\p{L}\p{N}])/iu;

const START = String.raw`^(?:(?:and|so|but|plus|also|then|btw|ok|well|anyway|honestly|actually|maybe|personally|yeah|oh),? )*`;
const OF_SELF = new RegExp(String.raw`${START}(?:i|i'[a-z]+)(?![\p{L}])`, 'iu');
const OF_US = new RegExp(String.raw`${START}(?:we|we'[a-z]+)(?![\p{L}])`, 'iu');
const PAST = patternOf(tenses.past);
const FUTURE = patternOf(tenses.future);
/** Whether a statement tells what was, and nothing that is to come. */
export const isPast = (text: string): boolean => PAST.test(text) && !FUTURE.test(text);

/** Finds all marks of a statement. The worth and the kind of the statement are computed from its marks. */
export function marksOf(text: string, setting: Setting): Set<Mark> {
  const found: Readonly<Record<Exclude<Trait, 'relation' | 'looseRelation' | `words${string}`>, boolean>> = {
    ...setting,
    number: mentionsNumber(text),
    time: mentionsTime(text),
    name: mentionsName(text),
    code: CODE.test(text),
    self: SELF.test(text),
    past: isPast(text),
    leans: referenceOf(text).leaning === 'must',
    ofSelf: OF_SELF.test(text),
    ofUs: OF_US.test(text),
    exclaims: text.endsWith('!'),
    clauses: /[,;:—–] /u.test(text),
  };
  const own = Object.entries(found).flatMap(([trait, isSo]) => (isSo ? [trait as Trait] : []));
  return new Set<Mark>([...cuesIn(text), ...own, lengthOf(text.split(' ').length)]);
}

function lengthOf(words: number): Trait {
  if (words <= 3) return 'words3';
  if (words <= 6) return 'words6';
  if (words <= 10) return 'words10';
  return words <= 16 ? 'words16' : 'wordsMore';
}
