import { english } from './lexicon.en.ts';
import { listOf, wordsOf } from './lexicon.ts';
import { nounSenses, orders, wordForms, type WordForm } from './word-forms.ts';
import { isNominal, type Word } from './word.ts';

/** A word that the lexicon knows, between its neighbours. */
interface Here {
  readonly words: readonly Word[];
  readonly at: number;
  readonly word: Word;
  readonly known: WordForm;
  readonly before: Word | undefined;
  readonly after: Word | undefined;
}

type Decision = 'VERB' | 'NOUN' | undefined;

const OPEN = new Set(['NOUN', 'VERB', 'ADJ', 'PROPN', 'X', 'AUX', 'INTJ', 'ADP']);
const HELPERS = new Set(['be', 'have', 'do']);
const OPENING = new Set(['VERB', 'DET', 'NAME', 'PROPN', 'ADJ', 'NUM', 'PRON', 'ADV', 'ADP', 'NOUN', 'PART']);
const CONDITION = /^(?:if|when|whenever|once|while|unless)$/u;
const OBJECT = new Set(['ADP', 'DET', 'NAME', 'PROPN', 'PRON']);
const modals = wordsOf(english.gate.modal);
const compounds = new Set(listOf(english.compounds));

/** `leads`, `uses`, `report`: tells by what stands around a word whether it is a verb or a noun. */
export function tellVerbFromNoun(words: readonly Word[], at: number): void {
  const word = words[at]!;
  const known = wordForms.get(word.lower);
  if (!known) {
    if (isMistakenVerb(words, at)) word.tag = 'NOUN';
    return;
  }
  if (!OPEN.has(word.tag) || (word.tag === 'PROPN' && !word.isFirst) || HELPERS.has(known.lemma)) return;
  const here = { words, at, word, known, before: words[at - 1], after: words[at + 1] };
  const decided = rules.map((rule) => rule(here)).find((tag) => tag !== undefined);
  if (decided) word.tag = decided;
}

/** A verb that nobody knows: in a list of names (`are react, zod and vite`), as a stem behind `is`, or before another verb. */
function isMistakenVerb(words: readonly Word[], at: number): boolean {
  const [before, word, after] = [words[at - 1], words[at]!, words[at + 1]];
  if (word.tag !== 'VERB') return false;
  const isInList = after?.text === ',' && (before?.lemma === 'be' || before?.text === ':');
  const isStem = !/(?:ed|ing|en)$/u.test(word.lower) && (before?.lemma === 'be' || before?.lower === 'longer');
  return isInList || isStem || (after?.tag === 'AUX' && isNominal(before));
}

/** The first that knows decides; if none does, the tagger was right. */
const rules: readonly ((here: Here) => Decision)[] = [
  onlyNoun,
  order,
  compound,
  behindHelper,
  behindArticle,
  joinedVerb,
  baseAsNoun,
  behindSubject,
  nounOfLexicon,
];

function onlyNoun({ known, word }: Here): Decision {
  if (known.verb) return undefined;
  return ['VERB', 'ADP', 'X', 'INTJ'].includes(word.tag) ? 'NOUN' : (word.tag as Decision);
}

/** `Ask A about X`. */
function order({ words, word, known, before, after }: Here): Decision {
  if (known.isNoun && /^(?:of|for)$/u.test(after?.lower ?? '')) return undefined;
  const isOpening = word.isFirst || /^[,;:]$/u.test(before?.text ?? '') || words[0]!.lower === 'for';
  const isOrder = isOpening && known.verb === 'base' && orders.has(known.lemma);
  return isOrder && after && OBJECT.has(after.tag) && after.lower !== 'of' ? 'VERB' : undefined;
}

/** `tech leads`, `pull requests`, `lead of`. */
function compound({ word, known, before, after }: Here): Decision {
  const isOf = word.form === 'base' && known.isNoun === true && /^(?:of|:)$/u.test(after?.lower ?? '');
  return (isOf || isCompound(word, after) || isCompound(before, word)) && before?.lower !== 'to' ? 'NOUN' : undefined;
}

const isCompound = (word: Word | undefined, next: Word | undefined): boolean =>
  word !== undefined &&
  next !== undefined &&
  (nounSenses.has(`${word.lower} ${next.lower}`) || compounds.has(`${word.lower} ${next.lower}`));

/** `is owned`, `does not own`, `can read`. */
function behindHelper({ words, at, word }: Here): Decision {
  const helper = words.slice(Math.max(0, at - 3), at).findLast(({ tag }) => tag !== 'ADV' && tag !== 'PART');
  if (!helper || helper.tag === 'NOUN') return undefined;
  if (helper.lemma === 'be' && (word.form === 'past' || word.form === 'part')) return 'VERB';
  return word.form === 'base' && (helper.lemma === 'do' || modals.has(helper.lower)) ? 'VERB' : undefined;
}

function behindArticle({ words, at, known, before, word }: Here): Decision {
  const isNumbered = before?.tag === 'NUM' && isNominal(words[at - 2]);
  const isNoun = (isArticle(before) && !isNumbered) || isInObject(words, at);
  if (!isNoun) return undefined;
  return known.isNoun || word.form === 's' ? 'NOUN' : (word.tag as Decision);
}

const isArticle = (word: Word | undefined) =>
  word !== undefined &&
  (['DET', 'ADJ', 'NUM'].includes(word.tag) ||
    /^['’]s?$/u.test(word.text) ||
    /^(?:its|their|his|her|my|our|your)$/u.test(word.lower));

/** `pulls its vessel names from`: the noun of a phrase that is the object of a verb already. */
function isInObject(words: readonly Word[], at: number): boolean {
  const after = words[at + 1];
  if (words[at]!.form !== 's' || (after && after.tag !== 'ADP' && after.tag !== 'PUNCT')) return false;
  let start = at - 1;
  while (['NOUN', 'ADJ'].includes(words[start]?.tag ?? '')) start--;
  return start < at - 1 && isArticle(words[start]) && words[start - 1]?.tag === 'VERB';
}

/** `leads X and reports to Y`. */
function joinedVerb({ words, at, word, before, after }: Here): Decision {
  const isJoined = word.form === 's' && before?.lower === 'and' && after !== undefined && OBJECT.has(after.tag);
  const hasVerb = words.slice(0, at).some(({ tag, form }) => tag === 'VERB' && form === 's');
  return isJoined && hasVerb && after.lower !== 'of' ? 'VERB' : undefined;
}

/** `Atlas lead Ana`: one subject takes no verb without an ending. */
function baseAsNoun({ words, at, word, known }: Here): Decision {
  const before = words[at - 1]?.tag === 'ADV' ? words[at - 2] : words[at - 1];
  return known.isNoun && word.form === 'base' && isNominal(before) && !isPlural(words, at) ? 'NOUN' : undefined;
}

function behindSubject({ words, at, word, known, after }: Here): Decision {
  if (word.tag === 'VERB') return 'VERB';
  if (!isBehindNoun(words, at)) return undefined;
  // `If X breaks, ...`: nothing need stand behind the verb of a condition.
  const isCondition = words.slice(0, at).some(({ lower }) => CONDITION.test(lower));
  if (isCondition && word.form === 's' && !known.isNoun) return 'VERB';
  if (after === undefined || !OPENING.has(after.tag)) return undefined;
  if (known.isNoun && /^(?:of|for|and|or)$/u.test(after.lower)) return undefined;
  if (word.form === 's' || word.form === 'past') return 'VERB';
  return word.form === 'base' && isPlural(words, at) ? 'VERB' : undefined;
}

function isBehindNoun(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]?.tag === 'ADV' ? words[at - 2] : words[at - 1];
  return isNominal(before) || before?.tag === 'PRON' || before?.tag === 'NUM' || before?.text === ')';
}

function nounOfLexicon({ known }: Here): Decision {
  return known.isNoun ? 'NOUN' : undefined;
}

/** Whether the subject before a word can take a verb without an ending. */
function isPlural(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]!;
  if (/^(?:they|we|you|i)$/u.test(before.lower) || (before.tag === 'NOUN' && /[^s]s$/u.test(before.lower))) return true;
  return words.slice(Math.max(0, at - 6), at).some(({ lower }) => lower === 'and' || lower === '&' || lower === 'to');
}
