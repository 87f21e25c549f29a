import { joinedTags, type Word } from './word.ts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { kindByNoun, nounSenses, wordForms, type WordForm } from './word-forms.ts';

/** A word among the others, with the tags of the tagger. */
interface Here {
  readonly words: readonly Word[];
  readonly at: number;
  readonly word: Word;
  readonly tagged: string;
  readonly tags: readonly string[];
  readonly known: WordForm | undefined;
}

const KEPT = new Set(['NAME', 'PUNCT']);
const SMALL = new Set(['DET', 'PRON', 'ADP', 'CCONJ', 'SCONJ', 'ADV', 'AUX', 'PART', 'NUM', 'PUNCT']);
const BEHIND_A_NAME = new Set(['VERB', 'AUX', 'ADV', 'CCONJ', 'PART']);
const dates = wordsOf(english.dates);
const leads = wordsOf(english.leads);

/** Tags of words that are unambiguous, but unknown to a tagger. */
const closed: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ADP: 'as for of by with from in on at under without behind inside among between within',
    PART: "not n't n’t 's ’s",
    PRON: 'whatever everything anything something nothing everyone anyone someone somebody anybody everybody nobody that this hers his mine',
    AUX: 'thats must',
  }).flatMap(([tag, words]) => words.split(' ').map((word) => [word, tag] as const)),
);

/** Gives a word the tag of the tagger, unless the word itself or its capital decides. */
export function settleTag(words: readonly Word[], { at, tags }: Pick<Here, 'at' | 'tags'>): void {
  const word = words[at]!;
  const known = wordForms.get(word.lower);
  if (known) Object.assign(word, { lemma: known.lemma, form: known.verb });
  if (KEPT.has(word.tag) || (word.tag === 'PROPN' && word.text.endsWith('.'))) return;
  if (isHelperBehind(words, at, tags)) {
    const lemma = words[at + 1]?.lower === 'got' ? 'have' : 'be';
    return void Object.assign(word, { lemma, form: 's', tag: 'AUX' });
  }
  const here = { words, at, word, tags, known, tagged: tags[at] ?? 'X' };
  word.tag = rules.map((rule) => rule(here)).find((tag) => tag !== undefined) ?? here.tagged;
}

/** `it's owned`, `Ana's looking after X`: `is`, not what belongs to it. */
function isHelperBehind(words: readonly Word[], at: number, tags: readonly string[]): boolean {
  const [before, { text }, after] = [words[at - 1], words[at]!, words[at + 1]];
  if (!/^['’]s$/u.test(text) || !before) return false;
  if (before.tag === 'PRON' || /^(?:he|she|it|that|who|what|there|here|where)$/u.test(before.lower)) return true;
  const isStated = words.slice(Math.max(0, at - 4), at).some(({ lemma }) => lemma === 'be' || lemma === 'become');
  if (before.tag !== 'PROPN' || !after || isStated) return false;
  if (after.lower === 'got') return true;
  if (/^(?:on|in|with|at|not|now|also|still|at|by|behind|under)$/u.test(after.lower) || joinedTags.has(after.lower))
    return true;
  return tags[at + 1] === 'DET' || (wordForms.get(after.lower)?.verb === 'ing' && tags[at + 1] === 'VERB');
}

/** The first that knows decides. */
const rules: readonly ((here: Here) => string | undefined)[] = [
  ({ word }) => joinedTags.get(word.lower),
  markOrNumber,
  ({ word: { text, lower, isFirst }, tagged }) => {
    if (!(text === lower || (isFirst && lower !== 'this'))) return undefined;
    return lower === 'that' && tagged !== 'PRON' ? tagged : closed.get(lower);
  },
  inCapitals,
  bareSubject,
  opening,
  withCapital,
];

function markOrNumber({ words, at, word: { text, isGlued } }: Here): string | undefined {
  if (/^['’]$/u.test(text)) return isGlued && /s$/u.test(words[at - 1]!.lower) ? 'PART' : 'PUNCT';
  if (/^[^\p{L}\p{N}]+$/u.test(text)) return 'PUNCT';
  // A date stands for a time, not for how many.
  if (/^\d{4}(?:-\d{2})+$/u.test(text)) return 'X';
  return /^\p{N}/u.test(text) ? 'NUM' : undefined;
}

/** A word in capitals is an abbreviation, which names something: the pronoun is never written so. Some shout their verbs. */
function inCapitals({ word: { text, lower }, known }: Here): string | undefined {
  if (!/^\p{Lu}[\p{Lu}\d]+s?$/u.test(text)) return undefined;
  if (lower === 'not') return 'PART';
  if (/^(?:must|should|may|shall|will|can)$/u.test(lower)) return 'AUX';
  return known?.verb && !known.isNoun ? 'VERB' : 'PROPN';
}

/** A single thing without an article, in small letters at the start of a line, is called so: `mailer sends ...`. */
function bareSubject({ words, at, word, known, tagged, tags }: Here): string | undefined {
  if (!word.isFirst || known || tagged !== 'NOUN' || isManyOrMass(word.lower)) return undefined;
  const next = words[at + 1];
  const isVerb =
    next &&
    ((BEHIND_A_NAME.has(tags[at + 1] ?? '') && !/ing$/u.test(next.lower)) || wordForms.get(next.lower)?.verb === 's') &&
    next.lower !== 'and';
  if (!isVerb) return undefined;
  if (word.text !== word.lower) return 'PROPN';
  word.isGuessed = true;
  return 'NAME';
}

const mass = wordsOf(english.mass);
/** Plurals and mass nouns need no article, so that without one they are no names. */
export const isManyOrMass = (word: string): boolean =>
  mass.has(word) || /[^isu]s$|(?:tion|sion|ment|ness|ity|ance|ence|ing|ship|ism|ware)$/u.test(word);

/** At the start of a sentence a capital says nothing, so that the lexicon decides. */
function opening({ words, at, word: { text, lower, isFirst }, known, tagged, tags }: Here): string | undefined {
  if (!isFirst) return undefined;
  if (leads.has(lower) && tagged !== 'VERB') return tagged === 'PROPN' ? 'X' : tagged;
  if (dates.has(lower) && !isBeforeCapital(words, at)) return 'NOUN';
  const next = words[at + 1];
  if (/^\p{Lu}/u.test(text) && isCalledSo({ lower, tagged }, { next, tag: tags[at + 1] })) return 'PROPN';
  if (!known || isBeforeCapital(words, at) || tagged !== 'PROPN') return undefined;
  return known.isNoun ? 'NOUN' : 'VERB';
}

/** `Search owns X`, `Search team`: a noun for a kind or a plain verb may be what somebody is called. */
function isCalledSo(
  { lower, tagged }: { readonly lower: string; readonly tagged: string },
  { next, tag }: { readonly next: Word | undefined; readonly tag: string | undefined },
): boolean {
  if (next && kindByNoun.get(next.lower)?.type === 'team' && !SMALL.has(tagged)) return true;
  const isVerb = tag === 'VERB' || (next && wordForms.get(next.lower)?.verb === 's');
  return isVerb === true && !nounSenses.has(lower) && (kindByNoun.has(lower) || wordForms.get(lower)?.verb === 'base');
}

function withCapital({ words, at, word: { isFirst }, known, tagged, tags }: Here): string | undefined {
  if (!isCapital(words[at])) return undefined;
  if (!isFirst) return SMALL.has(tagged) && !isBesideCapital(words, at) ? undefined : 'PROPN';
  if (SMALL.has(tagged) || !isBeforeCapital(words, at)) return undefined;
  return tagged === 'VERB' || known ? undefined : 'PROPN';
}

const isCapital = (word: Word | undefined) => word !== undefined && /^\p{Lu}/u.test(word.text);
const isBeforeCapital = (words: readonly Word[], at: number) =>
  isCapital(words[at + 1]) && words[at + 1]!.tag !== 'NAME';
const isBesideCapital = (words: readonly Word[], at: number) =>
  (isCapital(words[at - 1]) && !words[at - 1]!.isFirst) || (isBeforeCapital(words, at) && words[at - 1]?.text !== ':');
