import { english } from './lexicon.en.ts';
import { listOf, wordsOf } from './lexicon.ts';
import { sensesByNoun, orderVerbs, verbsLikeParticiple, wordFormByText, type WordForm } from './word-forms.ts';
import { isNominal, type Word } from './word.ts';

/** A word that the lexicon knows, with its neighbours. */
interface TaggingContext {
  readonly words: readonly Word[];
  readonly at: number;
  readonly word: Word;
  readonly known: WordForm;
  readonly before: Word | undefined;
  readonly after: Word | undefined;
}

type WordClass = 'VERB' | 'NOUN' | undefined;

const UNDECIDED_TAGS = new Set(['ADV', 'NOUN', 'VERB', 'ADJ', 'PROPN', 'X', 'AUX', 'INTJ', 'ADP']);
const HELPER_VERBS = new Set(['be', 'have', 'do']);
const PHRASE_OPENING_TAGS = new Set([
  'VERB',
  'DET',
  'NAME',
  'PROPN',
  'ADJ',
  'NUM',
  'PRON',
  'ADV',
  'ADP',
  'NOUN',
  'PART',
]);
const CONDITION = /^(?:if|when|whenever|once|while|unless|where|before|until|after)$/u;
const OBJECT_TAGS = new Set(['ADP', 'DET', 'NAME', 'PROPN', 'PRON']);
const matterNouns = wordsOf(english.matters);
const thingNouns = wordsOf(`${english.documents} ${english.places}`);
const modals = wordsOf(english.gate.modal);
const compounds = new Set(listOf(english.compounds));

/** Corrects the tag of a word that may be a verb or a noun (`leads`, `uses`, `report`) by the words around it. */
export function correctVerbOrNounTag(words: readonly Word[], at: number): void {
  const word = words[at]!;
  const known = wordFormByText.get(word.lower);
  if (isThingNoun(words, at)) {
    word.tag = 'NOUN';
    return;
  }
  if (!known) {
    if (isMistakenVerb(words, at) || isLastListed(words, at)) word.tag = 'NOUN';
    return;
  }
  if (!UNDECIDED_TAGS.has(word.tag) || (word.tag === 'PROPN' && !word.isFirst) || HELPER_VERBS.has(known.lemma)) return;
  const here = { words, at, word, known, before: words[at - 1], after: words[at + 1] };
  for (const rule of rules) {
    const decided = rule(here);
    if (decided === undefined) continue;
    word.tag = decided;
    return;
  }
}

/** Whether a word is a noun for a document or a place that the tagger took for an adjective or a verb: `the soil manual is`. */
function isThingNoun(words: readonly Word[], at: number): boolean {
  const [before, word, after] = [words[at - 1], words[at]!, words[at + 1]];
  if (!/^(?:ADJ|VERB)$/u.test(word.tag) || !thingNouns.has(word.lower) || isNominal(after)) return false;
  return isArticle(before) || (before?.tag === 'NOUN' && isArticle(words[at - 2]));
}

/**
 * Whether a word that is not in the lexicon was wrongly tagged as a verb: in a list of names (`are react, zod and vite`), as a stem after
 * `is`, or before another verb.
 */
function isMistakenVerb(words: readonly Word[], at: number): boolean {
  const [before, word, after] = [words[at - 1], words[at]!, words[at + 1]];
  if (word.tag !== 'VERB') return false;
  if (after?.text === ',' && before?.text === ':') return true;
  if (before?.lemma === 'be' || before?.lower === 'longer')
    return after?.text === ',' || !/(?:ed|ing|en)$/u.test(word.lower);
  return (after?.tag === 'AUX' && isNominal(before)) || isInCompound(words, at);
}

/** Whether a word in `-ing` is the last noun of a list: `owns pricing, invoices and dunning`. */
function isLastListed(words: readonly Word[], at: number): boolean {
  const [listed, joining, word, after] = [words[at - 2], words[at - 1], words[at]!, words[at + 1]];
  const isEnd = after === undefined || /^[.;]$/u.test(after.text);
  const isActivity = word.tag === 'VERB' && /ing$/u.test(word.lower);
  return isActivity && /^(?:and|or|&)$/u.test(joining?.lower ?? '') && isEnd && isNominal(listed);
}

/** Whether a word is in a position where no verb can be: `the election map`, `the Acme sanctions API`, `approve spend`. */
function isInCompound(words: readonly Word[], at: number): boolean {
  const [before, word, after] = [words[at - 1], words[at]!, words[at + 1]];
  const isBehind = isArticle(words[at - 2]);
  if (!before || /(?:ed|ing)$/u.test(word.lower)) return false;
  if (/s$/u.test(word.lower) && before.tag === 'AUX') return true;
  if (/s$/u.test(word.lower)) return isBehind && before.tag === 'PROPN' && after?.tag === 'PROPN';
  if (before.tag === 'DET') return !/^(?:that|this|these|those|all|both)$/u.test(before.lower);
  const isObject = before.tag === 'VERB' && before.form === 'base';
  return isObject || (isBehind && before.tag === 'NOUN' && !/s$/u.test(before.lower));
}

/** The rules in order; the first rule with a result decides. If no rule has a result, the tagger's tag stays. */
const rules: readonly ((here: TaggingContext) => WordClass)[] = [
  decideOnlyNoun,
  decideMatter,
  decideOrder,
  decideCompound,
  decideBehindHelper,
  decideBehindArticle,
  decideJoinedVerb,
  decideBaseAsNoun,
  decideBehindSubject,
  decideNounOfLexicon,
];

function decideOnlyNoun({ known, word, before, after }: TaggingContext): WordClass {
  if (known.isNoun && word.tag === 'ADV' && after?.lower === 'of') return 'NOUN';
  if (known.verb) return undefined;
  if (word.tag === 'ADJ')
    return (before?.tag === 'DET' || before?.lower === 'one') && !(isNominal(after) || after?.tag === 'ADJ')
      ? 'NOUN'
      : ('ADJ' as WordClass);
  return ['VERB', 'ADP', 'X', 'INTJ'].includes(word.tag) ? 'NOUN' : (word.tag as WordClass);
}

/** Takes a word such as `alerts` at the start as a noun: `Alerts for X go to A`. */
function decideMatter({ word, after }: TaggingContext): WordClass {
  return word.isFirst && matterNouns.has(word.lower) && after?.tag === 'ADP' ? 'NOUN' : undefined;
}

/** Takes the first word of an order as a verb: `Ask A about X`. */
function decideOrder({ words, at, known, before, after }: TaggingContext): WordClass {
  if (known.isNoun && isOrdering(before)) return 'NOUN';
  if (known.isNoun && /^(?:of|for)$/u.test(after?.lower ?? '')) return undefined;
  if (known.verb !== 'base' || !isObject(after)) return undefined;
  const isOrder = orderVerbs.has(known.lemma) && isOpening(words, at);
  return isOrder || (before?.tag === 'PROPN' && /^(?:have|let|get)$/u.test(words[0]!.lower)) ? 'VERB' : undefined;
}

const isOpening = (words: readonly Word[], at: number): boolean =>
  words[at]!.isFirst ||
  /^(?:please|just|better|simply|then|[,;:])$/u.test(words[at - 1]?.lower ?? '') ||
  words[0]!.lower === 'for';

const isOrdering = (word: Word | undefined): boolean => word?.tag === 'VERB' && word.isFirst && word.form === 'base';

const isObject = (word: Word | undefined): boolean =>
  word !== undefined && word.lower !== 'of' && (OBJECT_TAGS.has(word.tag) || matterNouns.has(word.lower));

/** Takes a word in a compound or before `of` as a noun: `tech leads`, `pull requests`, `lead of`. */
function decideCompound({ word, known, before, after }: TaggingContext): WordClass {
  const isOf = word.form === 'base' && known.isNoun === true && /^(?:of|:)$/u.test(after?.lower ?? '');
  return (isOf || isCompound(word, after) || isCompound(before, word)) &&
    !/^(?:to|must|should|may|can)$/u.test(before?.lower ?? '')
    ? 'NOUN'
    : undefined;
}

const isCompound = (word: Word | undefined, next: Word | undefined): boolean =>
  word !== undefined &&
  next !== undefined &&
  (sensesByNoun.has(`${word.lower} ${next.lower}`) || compounds.has(`${word.lower} ${next.lower}`));

/** Takes a word after an auxiliary verb as a verb: `is owned`, `does not own`, `can read`. */
function decideBehindHelper({ words, at, word, before }: TaggingContext): WordClass {
  if (word.form === 'base' && /^(?:who|which)$/u.test(before?.lower ?? '')) return 'VERB';
  const helper = words.slice(Math.max(0, at - 3), at).findLast(({ tag }) => tag !== 'ADV' && tag !== 'PART');
  if (!helper || helper.tag === 'NOUN') return undefined;
  if (helper.lemma === 'be' && (word.form === 'past' || word.form === 'part' || verbsLikeParticiple.has(word.lower)))
    return 'VERB';
  return word.form === 'base' && (helper.lemma === 'do' || helper.lower === 'must' || modals.has(helper.lower))
    ? 'VERB'
    : undefined;
}

function decideBehindArticle({ words, at, known, before, word }: TaggingContext): WordClass {
  const isNumbered = before?.tag === 'NUM' && isNominal(words[at - 2]);
  if (!(isArticle(before) && !isNumbered) && !isInObject(words, at)) return undefined;
  const isOwned = word.form === 'base' && before!.tag === 'PART';
  return known.isNoun || word.form === 's' || isOwned ? 'NOUN' : (word.tag as WordClass);
}

const isArticle = (word: Word | undefined) =>
  word !== undefined &&
  (['DET', 'ADJ', 'NUM'].includes(word.tag) ||
    /^['’]s?$/u.test(word.text) ||
    /^(?:its|their|his|her|my|our|your)$/u.test(word.lower));

/** Whether a word is the last noun in the object of a verb: `names` in `pulls its vessel names from`. */
function isInObject(words: readonly Word[], at: number): boolean {
  const after = words[at + 1];
  if (
    words[at]!.form !== 's' ||
    words[at]!.lemma === 'get' ||
    (after && !/^(?:ADP|PUNCT|VERB|AUX|NOUN)$/u.test(after.tag))
  )
    return false;
  let start = at - 1;
  while (['NOUN', 'ADJ'].includes(words[start]?.tag ?? '')) start--;
  return (
    start < at - 1 &&
    isArticle(words[start]) &&
    (words[start - 1]?.tag === 'VERB' || /^(?:VERB|AUX)$/u.test(after?.tag ?? ''))
  );
}

/** Takes a word after `and` as a second verb: `leads X and reports to Y`. */
function decideJoinedVerb({ words, at, word, before, after }: TaggingContext): WordClass {
  const isJoined = word.form === 's' && before?.lower === 'and' && after !== undefined && OBJECT_TAGS.has(after.tag);
  const hasVerb = words.slice(0, at).some(({ tag, form }) => tag === 'VERB' && form === 's');
  return isJoined && hasVerb && after.lower !== 'of' ? 'VERB' : undefined;
}

/** Takes a word without an ending after a singular subject as a noun: `Atlas lead Ana`. */
function decideBaseAsNoun({ words, at, word, known }: TaggingContext): WordClass {
  const before = words[at - 1]?.tag === 'ADV' ? words[at - 2] : words[at - 1];
  return known.isNoun && word.form === 'base' && isNominal(before) && !isPlural(words, at) ? 'NOUN' : undefined;
}

function decideBehindSubject({ words, at, word, known, after }: TaggingContext): WordClass {
  if (word.tag === 'VERB') return 'VERB';
  if (!isBehindNoun(words, at)) return undefined;
  // The verb of a condition needs no word after it: `If X breaks, ...`.
  const isCondition = words.slice(0, at).some(({ lower }) => CONDITION.test(lower));
  if (isCondition && word.form === 's' && !known.isNoun) return 'VERB';
  if (after === undefined || !PHRASE_OPENING_TAGS.has(after.tag)) return undefined;
  if (known.isNoun && /^(?:of|for|and|or)$/u.test(after.lower)) return undefined;
  if (word.form === 's' || word.form === 'past') return 'VERB';
  return word.form === 'base' && isPlural(words, at) ? 'VERB' : undefined;
}

function isBehindNoun(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]?.tag === 'ADV' ? words[at - 2] : words[at - 1];
  return isNominal(before) || before?.tag === 'PRON' || before?.tag === 'NUM' || before?.text === ')';
}

function decideNounOfLexicon({ known }: TaggingContext): WordClass {
  return known.isNoun ? 'NOUN' : undefined;
}

/** Whether the subject before a word is plural or a pronoun such as `we`. The verb of such a subject has no ending. */
function isPlural(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]!;
  const isManyBefore =
    !words.slice(0, at).some(({ tag }) => tag === 'VERB') &&
    ['DET', 'NAME'].includes(words[at + 1]?.tag ?? '') &&
    words.slice(0, at).some(({ tag, lower }) => tag === 'NOUN' && /[^s]s$/u.test(lower));
  if (
    isManyBefore ||
    /^(?:they|we|you|i)$/u.test(before.lower) ||
    (before.tag === 'NOUN' && /[^s]s$/u.test(before.lower))
  )
    return true;
  return words.slice(Math.max(0, at - 6), at).some(({ lower }) => /^(?:and|&|to|we|they)$/u.test(lower));
}
