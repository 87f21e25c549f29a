import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import type { Item, FunctionWord, VerbGroup } from './item.ts';
import { phrasesAt } from './phrase-lists.ts';
import { closingAt } from './phrases.ts';
import { verbsLikeParticiple } from './word-forms.ts';
import { isNominal, type Word } from './word.ts';

const RELATIVE_PRONOUNS = new Set(['who', 'which', 'whom', 'that', 'what', 'whoever', 'where']);
const CONJUNCTION = /^(?:and|or|&|but|plus|nor)$/u;
const PREPOSITION = /^(?:since|until|before|after|as|to|behind|via|per)$/u;
const SUBORDINATE_CONJUNCTION = /^(?:when|whenever|while|because|although|once)$/u;
const conditionWords = wordsOf(english.gate.condition);
const modals = wordsOf(english.gate.modal);

/** Splits a sentence into noun phrases, verbs and the small words between them. */
export function itemsOf(words: readonly Word[]): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < words.length;) {
    const { item, to } = itemAt(words, at, items);
    if (item) items.push(item);
    at = Math.max(to, at + 1);
  }
  return items;
}

interface ReadItem {
  readonly item?: Item | undefined;
  readonly to: number;
}

function itemAt(words: readonly Word[], at: number, items: readonly Item[]): ReadItem {
  const word = words[at]!;
  if (word.text === '(') return { to: closingAt(words, at) + 1 };
  const small = (is: FunctionWord['is']): ReadItem => ({ item: { is, word: word.lower, tag: word.tag }, to: at + 1 });
  if (word.tag === 'PUNCT') return small('mark');
  const isArticle =
    word.lower === 'that' && ((word.tag === 'DET' && isNominal(words[at + 1])) || words[at + 1]?.lower === 'one');
  // In `That is Ana's.`, `that` is the subject and not a relative pronoun.
  const isSubject = at === 0 && word.lower === 'that' && words[1]?.lemma === 'be';
  if (RELATIVE_PRONOUNS.has(word.lower) && !isArticle && !isSubject) return small('relative');
  return verbAt(words, at, items.at(-1)) ?? phrasesAt(words, at, items) ?? small(lowercaseOf(word, at));
}

function lowercaseOf({ lower, tag }: Word, at: number): FunctionWord['is'] {
  if (CONJUNCTION.test(lower)) return 'conjunction';
  if (PREPOSITION.test(lower)) return 'preposition';
  if (conditionWords.has(lower) && (lower !== 'once' || at === 0)) return 'subordinate';
  if (tag === 'SCONJ' || SUBORDINATE_CONJUNCTION.test(lower)) return 'subordinate';
  if (tag === 'ADP') return 'preposition';
  return tag === 'ADV' || tag === 'PART' ? 'adverb' : 'other';
}

const INSIDE_VERB_GROUP = /^(?:all|both|each|no|longer|not|n['’]t|never|by|means|any)$/u;
const HELPERS_MAX = 8;

/** Reads a verb group: auxiliaries, negation and adverbs, then the verb. A form of `be` alone is a verb group too. */
function verbAt(words: readonly Word[], start: number, before: Item | undefined): ReadItem | undefined {
  let at = start;
  while (at - start < HELPERS_MAX && words[at] && isHelper(words, at, start)) at++;
  const helpers = words.slice(start, at);
  const main = words[at];
  const isVerb = main?.tag === 'VERB' || (main?.tag === 'AUX' && helpers.length === 0);
  const isParticiple =
    main !== undefined &&
    isPastForm(main) &&
    helpers.some(({ lemma }) => lemma === 'be' || lemma === 'get' || lemma === 'have');
  if (main && (isVerb || isParticiple))
    return { item: verbGroupOf(main, helpers, { before, after: words[at + 1] }), to: at + 1 };
  const last = helpers.findLastIndex(({ lemma, tag }) => /^(?:be|have|do)$/u.test(lemma) && tag !== 'PART');
  if (last < 0) return undefined;
  // These words after the copula negate it or are its adverbs: `is not`, `is no longer`.
  return {
    item: verbGroupOf(
      helpers[last]!,
      helpers.filter((_, index) => index !== last),
      { before, after: words[at] },
    ),
    to: at,
  };
}

const isPastForm = ({ form, lower, lemma, tag }: Word): boolean =>
  form === 'past' ||
  form === 'part' ||
  (verbsLikeParticiple.has(lower) && lower === lemma && tag === 'VERB') ||
  ((tag === 'VERB' || tag === 'ADJ') && /ed$/u.test(lower));

function isHelper(words: readonly Word[], at: number, start: number): boolean {
  const [word, next] = [words[at]!, words[at + 1]];
  if (word.lemma === 'be' || word.tag === 'AUX' || word.lower === 'must') return true;
  if (modals.has(word.lower) && word.text === word.lower && word.tag !== 'NOUN') return true;
  if (HELPING_VERBS.has(word.lemma)) return next !== undefined && isHelpedBy(word, next);
  const follower = followerByWord.get(word.lower);
  if (follower) return follower.test(next?.lower ?? '');
  return isAdverbial(word, { isLead: at === start }) && (at > start || isFollowedByVerb(words, at));
}

const isAdverbial = ({ tag, lower }: Word, { isLead }: { readonly isLead: boolean }): boolean =>
  tag === 'ADV' || (isLead ? /^(?:never|not|to)$/u : INSIDE_VERB_GROUP).test(lower);

const HELPING_VERBS = new Set(['have', 'do', 'get']);
/**
 * Maps a word to the word that must follow it; the two words then both belong to the verb: `no longer`, `by no means`,
 * `any more`.
 */
const followerByWord: ReadonlyMap<string, RegExp> = new Map(
  Object.entries<RegExp>({ no: /^longer$/u, by: /^no$/u, any: /^(?:more|longer)$/u }),
);

/**
 * Whether `have`, `do` or `get` is an auxiliary of the next word: `has owned`, `do not own`, `gets approved`; not `has an owner`, `has no
 * owner`.
 */
function isHelpedBy({ lemma }: Word, next: Word): boolean {
  if (lemma === 'get' || isPastForm(next)) return isPastForm(next);
  if (INSIDE_VERB_GROUP.test(next.lower)) return next.lower !== 'no' && next.lower !== 'any';
  return next.tag === 'ADV' || next.tag === 'VERB' || next.lemma === 'be';
}

/** Whether a verb follows within four words, with only adverbs and negation before it. */
function isFollowedByVerb(words: readonly Word[], at: number): boolean {
  for (let next = at + 1; next < words.length && next - at < 4; next++) {
    const { tag, lower } = words[next]!;
    if (tag === 'VERB' || tag === 'AUX') return true;
    if (tag !== 'ADV' && tag !== 'PART' && !INSIDE_VERB_GROUP.test(lower)) return false;
  }
  return false;
}

function verbGroupOf(word: Word, helpers: readonly Word[], around: Neighbours): VerbGroup {
  const lowers = helpers.map(({ lower }) => lower);
  // `has no dependency on` negates the verb.
  if (around.after?.lower === 'no') lowers.push('not');
  const isPast = isPastForm(word);
  const isPassive = isPast && word.lemma !== 'be' && helpers.some(({ lemma }) => lemma === 'be' || lemma === 'get');
  return {
    ...{ is: 'verb', lemma: word.lemma, word, isPassive, form: formOf(word, helpers, { isPassive, ...around }) },
    isNegated: lowers.some((one) => /^(?:not|n['’]t|never)$/u.test(one)) || lowers.join(' ').includes('by no means'),
    isNoLonger: lowers.join(' ').includes('no longer') || lowers.join(' ').includes('not any'),
    modal: lowers.find((one) => modals.has(one) || one === 'must'),
    adverbs: new Set(lowers),
  };
}

interface Neighbours {
  readonly before: Item | undefined;
  readonly after: Word | undefined;
}

function formOf(
  word: Word,
  helpers: readonly Word[],
  { isPassive, before, after }: Neighbours & { readonly isPassive: boolean },
): VerbGroup['form'] {
  const isFinite = helpers.some(
    ({ tag, lemma, lower }) => lower !== 'to' && (tag === 'AUX' || /^(?:be|have|do|get)$/u.test(lemma)),
  );
  if (helpers.some(({ lower }) => lower === 'to')) return 'infinitive';
  if (isFinite || isPassive) return 'finite';
  if (word.form === 'ing' || (word.form === undefined && /ing$/u.test(word.lower))) return 'ing';
  if (word.form === 'part') return 'participle';
  const isBehindMark = before === undefined || before.is === 'mark' || before.is === 'phrases';
  return isBehindMark && isPastForm(word) && after?.lower === 'by' ? 'participle' : 'finite';
}
