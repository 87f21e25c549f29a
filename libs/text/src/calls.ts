import { nameKey } from './names.ts';
import { similarity } from './similarity.ts';
import { isStopWord } from './languages/stop-words.ts';

/** The version of the rules: calls stored under an older version must be derived again. */
export const CALL_RULES_VERSION = 1;

/** A name that a text calls somebody by: the person spoken to, or the one who speaks. */
export interface Call {
  readonly name: string;
  readonly who: 'listener' | 'self';
}

/** A name used for a speaker; equal keys are one name. */
export interface Called {
  readonly key: string;
  readonly name: string;
  readonly speaker: string;
  /** How much it says: as much as so many messages in which others call somebody so. */
  readonly sightings: number;
}

/** So many sightings make a name somebody's. */
export const SIGHTINGS_NEEDED = 2;

/** Names are called at the beginning of a text; a pasted document must not cost more. */
const READ_CHARS = 1_000;
const CALLS_MAX = 5;
const LEAST_LETTERS = 3;
const ALIKE = 0.75;

const NAME = String.raw`(\p{Lu}\p{Ll}[\p{L}\p{M}]{1,19})`;
/** Not before more of a name or a word: "Hey Mel Gibson is on" calls nobody. */
const ENDS = String.raw`(?=\s*(?:[,.!?;:)\n\u2013\u2014]|$))`;
const START = String.raw`(?:^|[.!?\n]["')]*\s+)`;
const GREETING = String.raw`(?:hey|hi|hiya|hello|dear|thanks|thank you|thx|cheers|congrats|congratulations|welcome(?: back)?|wow|yeah|yes|no|sure|sorry|bye|good (?:morning|afternoon|evening|night|luck)|morning|no worries|no problem|you too|take care|well done|way to go|good job|great job)`;

/**
 * The ways in which English calls a person by name. Each wants a sign after the name, and where the name ends a sentence, one that
 * only speech has. Other languages write greetings in other words, and so are left alone.
 */
const toListener = [
  new RegExp(String.raw`${START}${GREETING}(?: there| again| so much| a lot)?,? +${NAME}${ENDS}`, 'giu'),
  new RegExp(String.raw`, ${NAME}[!?]`, 'gu'),
];

/** Only what says that a name is to be used counts at all: "I'm Bob" can be a joke, an actor, or somebody in a meeting. */
const ofSelf = [
  new RegExp(
    String.raw`(?:${START}|\b(?:you can|please|just|people|friends|everyone|everybody|they all|folks)(?: just)? )calls? me ${NAME}${ENDS}`,
    'giu',
  ),
  new RegExp(String.raw`\bI(?:'m| am|\u2019m) [\p{L} ]{2,60}, (?:or )?${NAME} for short\b`, 'giu'),
  new RegExp(String.raw`${START}I go by ${NAME}${ENDS}`, 'giu'),
];

/** Without one of these nobody says how to be called; a look is cheaper than reading. */
const MAY_TELL_A_NAME = /\b[Cc]alls? me\b|\bfor short\b|\bgo by\b/;

/** Times, families, titles and greetings: said like names, and shared by everybody. */
const nobodysName = new Set(
  `monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october
  november december mom mum mommy mummy dad daddy papa mama grandma grandpa sis bro sir madam doctor professor boss chef coach
  everyone everybody all guys folks team friend friends buddy dude man girl honey dear god jesus christ santa crazy lucky
  later never always today tomorrow hey hi hiya hello thanks thx cheers congrats congratulations welcome wow yeah yes no sure
  sorry bye morning`.split(/\s+/),
);

/** Whom a text calls by which name. */
export function callsIn(text: string): Call[] {
  const start = text.slice(0, READ_CHARS);
  const calls = [
    ...namesAfter(MAY_TELL_A_NAME.test(start) ? ofSelf : [], start).map((name): Call => ({ name, who: 'self' })),
    ...namesAfter(toListener, start).map((name): Call => ({ name, who: 'listener' })),
  ];
  return calls.slice(0, CALLS_MAX);
}

const namesAfter = (patterns: readonly RegExp[], text: string): string[] => [
  ...new Set(patterns.flatMap((pattern) => Array.from(text.matchAll(pattern), ({ 1: name }) => name!)).filter(isName)),
];

/** The patterns ignore the case of greetings, and so that of names. */
function isName(word: string): boolean {
  return /^\p{Lu}\p{Ll}/u.test(word) && !isNobodysName(nameKey(word));
}

/** Whether a folded word is written like a name, or may be, and names nobody. */
export const isNobodysName = (folded: string): boolean => isStopWord(folded) || nobodysName.has(folded);

/**
 * Which speakers these calls of one text mean. A listener is meant if the name is a short form of exactly one of those who speak
 * beside the author, and nobody's name as it is: rather no answer than a wrong one. Who names themself needs no likeness, and no second message.
 */
export function whoIsCalled(calls: readonly Call[], author: string, others: readonly string[]): Called[] {
  const all = [author, ...others];
  return calls.flatMap(({ name, who }) => {
    const key = nameKey(name);
    if (all.some((speaker) => wordsOf(speaker).includes(key))) return [];
    if (who === 'self') return [{ key, name, speaker: author, sightings: SIGHTINGS_NEEDED }];
    const meant = all.filter((speaker) => wordsOf(speaker).some((word) => isShortFor(key, word)));
    return meant.length === 1 && meant[0] !== author ? [{ key, name, speaker: meant[0]!, sightings: 1 }] : [];
  });
}

const wordsOf = (name: string): string[] => nameKey(name).split(' ');

/** "Mel" and "Melly" for Melanie, and what differs from a name by a letter or two. */
function isShortFor(short: string, name: string): boolean {
  if (short[0] !== name[0] || short.length < LEAST_LETTERS) return false;
  return name.startsWith(stemOf(short)) || similarity(short, name) >= ALIKE;
}

/** Without a diminutive's ending and the letter that it doubled, if three letters are left. */
function stemOf(short: string): string {
  const stem = short.replace(/(?:ie|y|i|s)$/, '').replace(/([b-df-hj-np-tv-z])\1$/, '$1');
  return stem.length >= LEAST_LETTERS ? stem : short;
}
