import { tagByJoinedPhrase, type Word } from './word.ts';
import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import { kindByNoun, sensesByNoun, wordFormByText, type WordForm } from './word-forms.ts';

/** A word with its neighbours and the tags of the tagger. */
interface TaggingContext {
  readonly words: readonly Word[];
  readonly at: number;
  readonly word: Word;
  readonly tagged: string;
  readonly tags: readonly string[];
  readonly known: WordForm | undefined;
}

const FINAL_TAGS = new Set(['NAME', 'PUNCT']);
const FUNCTION_TAGS = new Set(['DET', 'PRON', 'ADP', 'CCONJ', 'SCONJ', 'ADV', 'AUX', 'PART', 'NUM', 'PUNCT']);
const TAGS_BEHIND_NAME = new Set(['VERB', 'AUX', 'ADV', 'CCONJ', 'PART']);
const dateWords = wordsOf(english.dates);
const leadWords = wordsOf(english.leads);

/** Maps words that have only one tag to this tag, since taggers mistake these words. */
const tagByClosedWord: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ADP: 'as for of by with from in on at under without behind inside among between within',
    PART: "not n't n’t 's ’s",
    PRON: 'whatever everything anything something nothing everyone anyone someone somebody anybody everybody nobody that this hers his mine',
    AUX: 'thats must',
  }).flatMap(([tag, words]) => words.split(' ').map((word) => [word, tag] as const)),
);

/** Sets the tag of a word: the tag of the tagger, unless a rule about the word or its capitals decides. */
export function chooseTag(words: readonly Word[], { at, tags }: Pick<TaggingContext, 'at' | 'tags'>): void {
  const word = words[at]!;
  const known = wordFormByText.get(word.lower);
  if (known) Object.assign(word, { lemma: known.lemma, form: known.verb });
  if (FINAL_TAGS.has(word.tag) || (word.tag === 'PROPN' && word.text.endsWith('.'))) return;
  if (isHelperBehind(words, at, tags)) {
    const lemma = words[at + 1]?.lower === 'got' ? 'have' : 'be';
    return void Object.assign(word, { lemma, form: 's', tag: 'AUX' });
  }
  const here = { words, at, word, tags, known, tagged: tags[at] ?? 'X' };
  word.tag = decidedTag(here) ?? here.tagged;
}

function decidedTag(here: TaggingContext): string | undefined {
  for (const rule of rules) {
    const tag = rule(here);
    if (tag !== undefined) return tag;
  }
  return undefined;
}

/** Whether `'s` is short for `is` or `has` and not a possessive: `it's owned`, `Ana's looking after X`. */
function isHelperBehind(words: readonly Word[], at: number, tags: readonly string[]): boolean {
  const [before, { text }, after] = [words[at - 1], words[at]!, words[at + 1]];
  if (!/^['’]s$/u.test(text) || !before) return false;
  if (before.tag === 'PRON' || /^(?:he|she|it|that|who|what|there|here|where)$/u.test(before.lower)) return true;
  const isStated = words.slice(Math.max(0, at - 4), at).some(({ lemma }) => lemma === 'be' || lemma === 'become');
  if (before.tag !== 'PROPN' || !after || isStated) return false;
  if (after.lower === 'got') return true;
  if (
    /^(?:on|in|with|at|not|now|also|still|at|by|behind|under)$/u.test(after.lower) ||
    tagByJoinedPhrase.has(after.lower)
  )
    return true;
  return tags[at + 1] === 'DET' || (wordFormByText.get(after.lower)?.verb === 'ing' && tags[at + 1] === 'VERB');
}

/** The rules in order; the first rule with a result decides. */
const rules: readonly ((here: TaggingContext) => string | undefined)[] = [
  ({ word }) => tagByJoinedPhrase.get(word.lower),
  tagMarkOrNumber,
  ({ word: { text, lower, isFirst }, tagged }) => {
    if (!(text === lower || (isFirst && lower !== 'this'))) return undefined;
    return lower === 'that' && tagged !== 'PRON' ? tagged : tagByClosedWord.get(lower);
  },
  tagInCapitals,
  tagBareSubject,
  tagOpening,
  tagWithCapital,
];

function tagMarkOrNumber({ words, at, word: { text, isGlued } }: TaggingContext): string | undefined {
  if (/^['’]$/u.test(text)) return isGlued && /s$/u.test(words[at - 1]!.lower) ? 'PART' : 'PUNCT';
  if (/^[^\p{L}\p{N}]+$/u.test(text)) return 'PUNCT';
  // A date is tagged as a time (`X`) and not as a number.
  if (/^\d{4}(?:-\d{2})+$/u.test(text)) return 'X';
  return /^\p{N}/u.test(text) ? 'NUM' : undefined;
}

/**
 * Tags a word in capitals as a proper name, since abbreviations are written so. Verbs of the lexicon, modals and `NOT` keep their own
 * tags.
 */
function tagInCapitals({ word: { text, lower }, known }: TaggingContext): string | undefined {
  if (!/^\p{Lu}[\p{Lu}\d]+s?$/u.test(text)) return undefined;
  if (lower === 'not') return 'PART';
  if (/^(?:must|should|may|shall|will|can)$/u.test(lower)) return 'AUX';
  return known?.verb && !known.isNoun ? 'VERB' : 'PROPN';
}

/** Tags a singular noun without an article before a verb, at the start of a sentence, as a name: `mailer sends ...`. */
function tagBareSubject({ words, at, word, known, tagged, tags }: TaggingContext): string | undefined {
  if (!word.isFirst || known || tagged !== 'NOUN' || isManyOrMass(word.lower)) return undefined;
  const next = words[at + 1];
  const isVerb =
    next &&
    ((TAGS_BEHIND_NAME.has(tags[at + 1] ?? '') && !/ing$/u.test(next.lower)) ||
      wordFormByText.get(next.lower)?.verb === 's') &&
    next.lower !== 'and';
  if (!isVerb) return undefined;
  if (word.text !== word.lower) return 'PROPN';
  word.isGuessed = true;
  return 'NAME';
}

const massNouns = wordsOf(english.mass);
/**
 * Whether a word is a plural or a mass noun. Such a word needs no article anyway, so a missing article does not make it
 * a name.
 */
export const isManyOrMass = (word: string): boolean =>
  massNouns.has(word) || /[^isu]s$|(?:tion|sion|ment|ness|ity|ance|ence|ing|ship|ism|ware)$/u.test(word);

/** Tags the first word of a sentence by the lexicon, since its capital means nothing. */
function tagOpening({
  words,
  at,
  word: { text, lower, isFirst },
  known,
  tagged,
  tags,
}: TaggingContext): string | undefined {
  if (!isFirst) return undefined;
  if (leadWords.has(lower) && tagged !== 'VERB') return tagged === 'PROPN' ? 'X' : tagged;
  if (dateWords.has(lower) && !isBeforeCapital(words, at)) return 'NOUN';
  const next = words[at + 1];
  if (/^\p{Lu}/u.test(text) && isOpeningName({ lower, tagged }, { next, tag: tags[at + 1] })) return 'PROPN';
  if (!known || isBeforeCapital(words, at) || tagged !== 'PROPN') return undefined;
  return known.isNoun ? 'NOUN' : 'VERB';
}

/** Whether the first word, a noun for a kind or a plain verb, is a name: `Search owns X`, `Search team`. */
function isOpeningName(
  { lower, tagged }: { readonly lower: string; readonly tagged: string },
  { next, tag }: { readonly next: Word | undefined; readonly tag: string | undefined },
): boolean {
  if (next && kindByNoun.get(next.lower)?.type === 'team' && !FUNCTION_TAGS.has(tagged)) return true;
  const isVerb = tag === 'VERB' || (next && wordFormByText.get(next.lower)?.verb === 's');
  return (
    isVerb === true && !sensesByNoun.has(lower) && (kindByNoun.has(lower) || wordFormByText.get(lower)?.verb === 'base')
  );
}

function tagWithCapital({ words, at, word: { isFirst }, known, tagged, tags }: TaggingContext): string | undefined {
  if (!isCapital(words[at])) return undefined;
  if (!isFirst) return FUNCTION_TAGS.has(tagged) && !isBesideCapital(words, at) ? undefined : 'PROPN';
  if (FUNCTION_TAGS.has(tagged) || !isBeforeCapital(words, at)) return undefined;
  return tagged === 'VERB' || known ? undefined : 'PROPN';
}

const isCapital = (word: Word | undefined) => word !== undefined && /^\p{Lu}/u.test(word.text);
const isBeforeCapital = (words: readonly Word[], at: number) =>
  isCapital(words[at + 1]) && words[at + 1]!.tag !== 'NAME';
const isBesideCapital = (words: readonly Word[], at: number) =>
  (isCapital(words[at - 1]) && !words[at - 1]!.isFirst) || (isBeforeCapital(words, at) && words[at - 1]?.text !== ':');
