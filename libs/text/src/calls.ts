import { nameKey } from './names.ts';
import { similarityOf } from './similarity.ts';
import { isStopWord } from './languages/stop-words.ts';

/** The version of the rules: calls stored under an older version must be derived again. */
export const CALL_RULES_VERSION = 1;

/** A name by which a text calls a person: its listener or its speaker. */
export interface Call {
  readonly name: string;
  readonly who: 'listener' | 'self';
}

/** A name used for a speaker. Names with equal keys are the same name. */
export interface SpeakerNaming {
  readonly key: string;
  readonly name: string;
  readonly speaker: string;
  /** The weight of this evidence, counted in messages in which other speakers use the name. */
  readonly sightings: number;
}

/** The number of sightings after which a name belongs to a speaker. */
export const SIGHTINGS_MIN = 2;

/**
 * The number of characters of a text that are searched. Names of address are at the beginning of a text, and a long
 * pasted document must not cost more time.
 */
const READ_CHARS_MAX = 1_000;
const CALLED_NAMES_MAX = 5;
const LETTERS_MIN = 3;
const SIMILARITY_MIN = 0.75;

const NAME = String.raw`(\p{Lu}\p{Ll}[\p{L}\p{M}]{1,19})`;
/** The end of a name: a sign or the end of the text. "Hey Mel Gibson is on" addresses nobody, since another word follows. */
const NAME_END = String.raw`(?=\s*(?:[,.!?;:)\n\u2013\u2014]|$))`;
const SENTENCE_START = String.raw`(?:^|[.!?\n]["')]*\s+)`;
const GREETING = String.raw`(?:hey|hi|hiya|hello|dear|thanks|thank you|thx|cheers|congrats|congratulations|welcome(?: back)?|wow|yeah|yes|no|sure|sorry|bye|good (?:morning|afternoon|evening|night|luck)|morning|no worries|no problem|you too|take care|well done|way to go|good job|great job)`;

/**
 * Patterns in which English addresses a person by name. Each pattern requires a sign after the name. At the end of a
 * sentence, this must be a sign that is common only in speech (`!`, `?`). Greetings in other languages are not read.
 */
const listenerPatterns = [
  new RegExp(String.raw`${SENTENCE_START}${GREETING}(?: there| again| so much| a lot)?,? +${NAME}${NAME_END}`, 'giu'),
  new RegExp(String.raw`, ${NAME}[!?]`, 'gu'),
];

/**
 * Patterns in which speakers say what to call them. "I'm Bob" does not count, since it can be a joke, a role or a
 * quotation.
 */
const selfPatterns = [
  new RegExp(
    String.raw`(?:${SENTENCE_START}|\b(?:you can|please|just|people|friends|everyone|everybody|they all|folks)(?: just)? )calls? me ${NAME}${NAME_END}`,
    'giu',
  ),
  new RegExp(String.raw`\bI(?:'m| am|\u2019m) [\p{L} ]{2,60}, (?:or )?${NAME} for short\b`, 'giu'),
  new RegExp(String.raw`${SENTENCE_START}I go by ${NAME}${NAME_END}`, 'giu'),
];

/** Words that every text with a match of `selfPatterns` contains. Testing for them is cheaper than the patterns. */
const MAY_TELL_A_NAME = /\b[Cc]alls? me\b|\bfor short\b|\bgo by\b/;

/** Words for times, relatives, titles and greetings, which are used like names but belong to nobody. */
const nobodysNames = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october
  november december mom mum mommy mummy dad daddy papa mama grandma grandpa sis bro sir madam doctor professor boss chef coach
  everyone everybody all guys folks team friend friends buddy dude man girl honey dear god jesus christ santa crazy lucky
  later never always today tomorrow hey hi hiya hello thanks thx cheers congrats congratulations welcome wow yeah yes no sure
  sorry bye morning`.split(/\s+/),
);

/** Finds the names by which a text calls its speaker or its listener. */
export function callsIn(text: string): Call[] {
  const start = text.slice(0, READ_CHARS_MAX);
  const calls = [
    ...namesAfter(MAY_TELL_A_NAME.test(start) ? selfPatterns : [], start).map((name): Call => ({ name, who: 'self' })),
    ...namesAfter(listenerPatterns, start).map((name): Call => ({ name, who: 'listener' })),
  ];
  return calls.slice(0, CALLED_NAMES_MAX);
}

const namesAfter = (patterns: readonly RegExp[], text: string): string[] => [
  ...new Set(patterns.flatMap((pattern) => Array.from(text.matchAll(pattern), ({ 1: name }) => name!)).filter(isName)),
];

/** Whether a matched word is a name. The patterns ignore case, so its capital is checked here. */
function isName(word: string): boolean {
  return /^\p{Lu}\p{Ll}/u.test(word) && !isNoPersonName(nameKey(word));
}

/** Whether a word is written like a name but names nobody. The word must be folded. */
export const isNoPersonName = (folded: string): boolean => isStopWord(folded) || nobodysNames.has(folded);

/**
 * Finds the speakers that the names in one text refer to. A name for a listener counts if it is a short form of exactly
 * one other speaker's name and is not itself part of any speaker's name, since no answer is better than a wrong one. A
 * name that the author gives for himself or herself counts without similarity and without a second message.
 */
export function findCalledSpeakers(calls: readonly Call[], author: string, others: readonly string[]): SpeakerNaming[] {
  const all = [author, ...others];
  return calls.flatMap(({ name, who }) => {
    const key = nameKey(name);
    if (all.some((speaker) => wordsOf(speaker).includes(key))) return [];
    if (who === 'self') return [{ key, name, speaker: author, sightings: SIGHTINGS_MIN }];
    const meant = all.filter((speaker) => wordsOf(speaker).some((word) => isShortFor(key, word)));
    return meant.length === 1 && meant[0] !== author ? [{ key, name, speaker: meant[0]!, sightings: 1 }] : [];
  });
}

const wordsOf = (name: string): string[] => nameKey(name).split(' ');

/** Whether a name is a short form ("Mel" or "Melly" for Melanie), or differs from the full name by a letter or two. */
function isShortFor(short: string, name: string): boolean {
  if (short[0] !== name[0] || short.length < LETTERS_MIN) return false;
  return name.startsWith(stemOf(short)) || similarityOf(short, name) >= SIMILARITY_MIN;
}

/** Removes the ending of a diminutive and the letter that it doubled, if at least three letters remain. */
function stemOf(short: string): string {
  const stem = short.replace(/(?:ie|y|i|s)$/, '').replace(/([b-df-hj-np-tv-z])\1$/, '$1');
  return stem.length >= LETTERS_MIN ? stem : short;
}
