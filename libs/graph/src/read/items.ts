import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import type { Item, Small, VerbGroup } from './item.ts';
import { phrasesAt } from './phrase-lists.ts';
import { closingAt } from './phrases.ts';
import { unchanged } from './word-forms.ts';
import { isNominal, type Word } from './word.ts';

const RELATIVE = new Set(['who', 'which', 'whom', 'that', 'what', 'whoever', 'where']);
const CONJUNCTION = /^(?:and|or|&|but|plus|nor)$/u;
const PREPOSITION = /^(?:since|until|before|after|as|to|behind|via|per)$/u;
const SUBORDINATE = /^(?:when|whenever|while|because|although|once)$/u;
const condition = wordsOf(english.gate.condition);
const modals = wordsOf(english.gate.modal);

/** A sentence as a row of noun phrases, verbs and the small words between them. */
export function itemsOf(words: readonly Word[]): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < words.length;) {
    const { item, to } = itemAt(words, at, items);
    if (item) items.push(item);
    at = Math.max(to, at + 1);
  }
  return items;
}

interface Read {
  readonly item?: Item | undefined;
  readonly to: number;
}

function itemAt(words: readonly Word[], at: number, items: readonly Item[]): Read {
  const word = words[at]!;
  if (word.text === '(') return { to: closingAt(words, at) + 1 };
  const small = (is: Small['is']): Read => ({ item: { is, word: word.lower, tag: word.tag }, to: at + 1 });
  if (word.tag === 'PUNCT') return small('mark');
  const isArticle =
    word.lower === 'that' && ((word.tag === 'DET' && isNominal(words[at + 1])) || words[at + 1]?.lower === 'one');
  // `That is Ana's.`
  const isSubject = at === 0 && word.lower === 'that' && words[1]?.lemma === 'be';
  if (RELATIVE.has(word.lower) && !isArticle && !isSubject) return small('relative');
  return verbAt(words, at, items.at(-1)) ?? phrasesAt(words, at, items) ?? small(smallOf(word, at));
}

function smallOf({ lower, tag }: Word, at: number): Small['is'] {
  if (CONJUNCTION.test(lower)) return 'conjunction';
  if (PREPOSITION.test(lower)) return 'preposition';
  if (condition.has(lower) && (lower !== 'once' || at === 0)) return 'subordinate';
  if (tag === 'SCONJ' || SUBORDINATE.test(lower)) return 'subordinate';
  if (tag === 'ADP') return 'preposition';
  return tag === 'ADV' || tag === 'PART' ? 'adverb' : 'other';
}

const BETWEEN = /^(?:all|both|each|no|longer|not|n['’]t|never|by|means|any)$/u;
const HELPERS_MAX = 8;

/** Helpers, negation and adverbs, then the verb; a form of `be` may be all of it. */
function verbAt(words: readonly Word[], start: number, before: Item | undefined): Read | undefined {
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
    return { item: groupOf(main, helpers, { before, after: words[at + 1] }), to: at + 1 };
  const last = helpers.findLastIndex(({ lemma, tag }) => /^(?:be|have|do)$/u.test(lemma) && tag !== 'PART');
  if (last < 0) return undefined;
  // Words behind the copula negate it, or are its adverbs: `is not`, `is no longer`.
  return {
    item: groupOf(
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
  (unchanged.has(lower) && lower === lemma && tag === 'VERB') ||
  ((tag === 'VERB' || tag === 'ADJ') && /ed$/u.test(lower));

function isHelper(words: readonly Word[], at: number, start: number): boolean {
  const [word, next] = [words[at]!, words[at + 1]];
  if (word.lemma === 'be' || word.tag === 'AUX' || word.lower === 'must') return true;
  if (modals.has(word.lower) && word.text === word.lower && word.tag !== 'NOUN') return true;
  if (HELPING.has(word.lemma)) return next !== undefined && isHelpedBy(word, next);
  const follower = FOLLOWER.get(word.lower);
  if (follower) return follower.test(next?.lower ?? '');
  return isAdverbial(word, { isLead: at === start }) && (at > start || leadsToVerb(words, at));
}

const isAdverbial = ({ tag, lower }: Word, { isLead }: { readonly isLead: boolean }): boolean =>
  tag === 'ADV' || (isLead ? /^(?:never|not|to)$/u : BETWEEN).test(lower);

const HELPING = new Set(['have', 'do', 'get']);
/** The word that must stand behind another for it to belong to the verb: `no longer`, `by no means`, `any more`. */
const FOLLOWER: ReadonlyMap<string, RegExp> = new Map(
  Object.entries<RegExp>({ no: /^longer$/u, by: /^no$/u, any: /^(?:more|longer)$/u }),
);

/** `has owned`, `do not own`, `gets approved`; not `has an owner`, `has no owner`. */
function isHelpedBy({ lemma }: Word, next: Word): boolean {
  if (lemma === 'get' || isPastForm(next)) return isPastForm(next);
  if (BETWEEN.test(next.lower)) return next.lower !== 'no' && next.lower !== 'any';
  return next.tag === 'ADV' || next.tag === 'VERB' || next.lemma === 'be';
}

/** Only adverbs, negation and helpers stand between here and a verb. */
function leadsToVerb(words: readonly Word[], at: number): boolean {
  for (let next = at + 1; next < words.length && next - at < 4; next++) {
    const { tag, lower } = words[next]!;
    if (tag === 'VERB' || tag === 'AUX') return true;
    if (tag !== 'ADV' && tag !== 'PART' && !BETWEEN.test(lower)) return false;
  }
  return false;
}

function groupOf(word: Word, helpers: readonly Word[], around: Around): VerbGroup {
  const lowers = helpers.map(({ lower }) => lower);
  // `has no dependency on` denies the verb.
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

interface Around {
  readonly before: Item | undefined;
  readonly after: Word | undefined;
}

function formOf(
  word: Word,
  helpers: readonly Word[],
  { isPassive, before, after }: Around & { readonly isPassive: boolean },
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
