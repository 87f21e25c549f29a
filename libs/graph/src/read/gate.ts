import { english } from './lexicon.en.ts';
import { wordsOf } from './lexicon.ts';
import type { VerbGroup } from './item.ts';
import type { Sentence } from './sentence.ts';
import { orderVerbs } from './word-forms.ts';

export type Polarity = 'holds' | 'denies' | 'ends';

const { gate } = english;
const [endingVerbs, startingVerbs, formerlyWords] = [
  wordsOf(gate.ending),
  wordsOf(gate.starting),
  wordsOf(gate.formerly),
];
const [factualVerbs, factualInfinitiveVerbs, hearsayVerbs] = [
  wordsOf(gate.factual),
  wordsOf(gate.factualTo),
  wordsOf(gate.hearsay),
];
const [conditionWords, uncertainWords, unassertedNouns] = [
  wordsOf(gate.condition),
  wordsOf(gate.perhaps),
  wordsOf(gate.unsaid),
];
const [dutyVerbs, failingVerbs] = [wordsOf(gate.duty), wordsOf(gate.fail)];

interface RelationGates {
  /** Whether a sentence with `must` states a relation of this type: `must be approved by A`. */
  readonly isRule: boolean;
  /** Whether the frame states its relation only if the verb is negated: `cannot live without`. */
  readonly isNegatedFrame: boolean;
}

/** Decides whether a verb affirms, denies or ends its relation. Undefined if the relation is only wished, possible or in the future. */
export function polarityOf(sentence: Sentence, at: number, stated: RelationGates): Polarity | undefined {
  const verb = sentence.verbAt(at)!;
  const over = findGoverningVerb(sentence, at);
  if ([...verb.adverbs].some((adverb) => uncertainWords.has(adverb))) return undefined;
  if (verb.form === 'infinitive') {
    if (over && (over.lemma === 'use' || endingVerbs.has(over.lemma))) return over.isNegated ? undefined : 'ends';
    if (!over || !isFactualGovernor(over, stated)) return undefined;
  }
  if (verb.form === 'ing' && !isContinued(verb)) return polarityOfGerund(over, sentence.smallAt(at - 1, 'preposition'));
  if (verb.modal !== undefined && !isStated(verb, stated)) return undefined;
  if (stated.isNegatedFrame) return verb.isNegated ? 'holds' : undefined;
  return polarityOfFinite(sentence, at);
}

/**
 * Whether a verb that governs an infinitive states the infinitive as a fact: `happens to own`, `has to approve`; not
 * `wants to own`, `is going to own`.
 */
function isFactualGovernor(over: VerbGroup, { isRule }: RelationGates): boolean {
  if (
    !(factualInfinitiveVerbs.has(over.lemma) || (isRule && dutyVerbs.has(over.lemma))) ||
    over.modal !== undefined ||
    over.form === 'infinitive' ||
    over.isNegated
  )
    return false;
  return isRule || !dutyVerbs.has(over.lemma);
}

/** The polarity of a verb in `-ing` by the verb before it: `stopped using`, `keeps using`. */
function polarityOfGerund(over: VerbGroup | undefined, particle: string | undefined): Polarity | undefined {
  if (over && (endingVerbs.has(over.lemma) || endingVerbs.has(`${over.lemma}-${particle ?? ''}`))) return 'ends';
  const isBegun = over && startingVerbs.has(over.lemma) && over.form === 'finite' && over.modal === undefined;
  return isBegun ? 'holds' : undefined;
}

function polarityOfFinite(sentence: Sentence, at: number): Polarity {
  const verb = sentence.verbAt(at)!;
  if (verb.isNoLonger) return 'ends';
  if (verb.isNegated) return NO_LONGER_WORD.test(sentence.text) ? 'ends' : 'denies';
  if (/ neither /u.test(sentence.text)) return 'denies';
  const isPast =
    verb.word.form === 'past' || verb.form === 'participle' || verb.adverbs.has('was') || verb.adverbs.has('were');
  const around = [at - 3, at - 2, at - 1, at + 1].map((place) => sentence.smallAt(place, 'adverb') ?? '');
  const isFormer = [...verb.adverbs, ...around].some((one) => formerlyWords.has(one));
  const isPerfect = [...verb.adverbs].some((one) => /^(?:ha(?:s|ve)|['’](?:s|ve))$/u.test(one));
  return isPast && !(isPerfect && !isFormer) && (isFormer || / until (?!now|further|\d)/u.test(sentence.text))
    ? 'ends'
    : 'holds';
}

const NO_LONGER_WORD = / (?:anymore|any more|any longer) /u;
const FORMS_OF_BE = ['is', 'are', 'was', 'were', 'been', 'am', '’s', "'s"];
/** Whether a verb in `-ing` is in a continuous tense: `is leading`, `has been leading`. */
const isContinued = ({ adverbs }: VerbGroup) => FORMS_OF_BE.some((form) => adverbs.has(form));

/** Whether a verb with a modal states a relation: `must be approved by A`, `cannot run without X`. */
function isStated({ modal = '' }: VerbGroup, { isRule, isNegatedFrame }: RelationGates): boolean {
  if (isNegatedFrame) return /^(?:can|ca|will|wo|would)$/u.test(modal);
  return isRule && /^(?:must|can|may|shall)$/u.test(modal);
}

function findGoverningVerb(sentence: Sentence, at: number): VerbGroup | undefined {
  const over = sentence.findLastBefore(at, ({ is }) => is === 'verb');
  const isNear =
    over >= 0 &&
    sentence.items.slice(over + 1, at).every(({ is }) => is === 'adverb' || is === 'preposition' || is === 'other');
  return isNear ? sentence.verbAt(over) : undefined;
}

/** Whether a sentence asserts a verb or a phrase. Words before it may make it a question, a condition, a guess or hearsay. */
export function isAsserted(sentence: Sentence, at: number, subjectAt: number | undefined): boolean {
  const start =
    sentence.findLastBefore(at, (item, index) => item.is === 'mark' && sentence.isMark(index, /^[;.]$/u)) + 1;
  const [first] = sentence.words;
  const closed = endOfCondition(sentence, at);
  if (first && (uncertainWords.has(first.lower) || (conditionWords.has(first.lower) && closed === 0))) return false;
  return sentence.items.slice(Math.max(start, closed), at).every((item, offset) => {
    const index = Math.max(start, closed) + offset;
    if (item.is === 'phrases')
      return !(
        item.all.some(({ words }) => unassertedNouns.has(words.at(-1)!.lemma)) && sentence.isMark(index + 1, /^[:,]$/u)
      );
    if (item.is === 'subordinate') return !conditionWords.has(item.word);
    if (item.is === 'adverb' || item.is === 'other')
      return !uncertainWords.has(item.word) && !/^(?:how|why|whether)$/u.test(item.word);
    if (item.is === 'relative' && sentence.findLastBefore(at, (_, mark) => sentence.isMark(mark, /^:$/u)) > index)
      return true;
    if (item.is === 'relative') return isRelativeAsserted(sentence, { index, at }, item.word);
    return (
      item.is !== 'verb' ||
      !isSubordinateTo(sentence, { index, at, subjectAt }) ||
      isFactualClause(sentence, { over: item, index, at })
    );
  });
}

/**
 * The index of the first item after a condition: `If X breaks, A fixes it`, `if X is stuck: A fixes it`. 0 if no condition ends before
 * `at`.
 */
function endOfCondition(sentence: Sentence, at: number): number {
  const opening = sentence.items.findIndex(({ is }, index) => index < at && is === 'subordinate');
  const fails = sentence.items.findIndex(
    (item, index) => index > opening && item.is === 'verb' && item.word.form !== 'past' && failingVerbs.has(item.lemma),
  );
  const isEnd = (index: number) =>
    index > opening &&
    (sentence.isMark(index, /^[:—–]$/u) ||
      isOrderBehind(sentence, index) ||
      (fails > 0 && index > fails && sentence.isMark(index, /^,$/u)));
  return opening < 0 ? 0 : sentence.items.findIndex((_, index) => index < at && isEnd(index)) + 1;
}

/** Whether an order follows a comma: `If you have questions, ask A`. */
function isOrderBehind(sentence: Sentence, mark: number): boolean {
  const verb = sentence.isMark(mark, /^,$/u) ? sentence.verbAt(sentence.skipAdverbs(mark + 1)) : undefined;
  return verb?.word.form === 'base' && orderVerbs.has(verb.lemma);
}

const isRelativeAsserted = (
  sentence: Sentence,
  { index, at }: { readonly index: number; readonly at: number },
  word: string,
): boolean =>
  word === 'that' ||
  (index === 1 &&
    sentence.isAt(0, 'preposition') &&
    sentence.findLastBefore(at, (_, mark) => sentence.isMark(mark, /^,$/u)) > 1) ||
  sentence.phrasesAt(index - 1) !== undefined ||
  (sentence.isMark(index - 1, /^,$/u) && sentence.phrasesAt(index - 2) !== undefined) ||
  (sentence.isAt(index - 1, 'preposition') &&
    (sentence.phrasesAt(index - 2) ?? sentence.phrasesAt(index - 3)) !== undefined);

interface HangingClause {
  readonly index: number;
  readonly at: number;
  readonly subjectAt: number | undefined;
}

/** Whether the clause depends on another verb: `thinks that X owns`. */
function isSubordinateTo(sentence: Sentence, { index, at, subjectAt }: HangingClause): boolean {
  const start = subjectAt === undefined || subjectAt < 0 ? at : subjectAt;
  const between = sentence.items.slice(index + 1, start);
  const isOpen = between.every(
    (item, offset) =>
      ['relative', 'adverb', 'other', 'phrases', 'subordinate'].includes(item.is) ||
      (item.is === 'mark' && !sentence.isMark(index + 1 + offset, /^[,;:]$/u)),
  );
  const over = sentence.verbAt(index)!;
  return (
    start > index &&
    isOpen &&
    (between.length === 0 || between.some(({ is }) => is === 'relative') || hearsayVerbs.has(over.lemma))
  );
}

function isFactualClause(
  sentence: Sentence,
  { over, index, at }: { readonly over: VerbGroup; readonly index: number; readonly at: number },
): boolean {
  if (hearsayVerbs.has(over.lemma) || over.modal !== undefined || (over.isNegated && factualVerbs.has(over.lemma)))
    return false;
  if (over.lemma === 'be') {
    const around = sentence.items.slice(Math.max(0, index - 1), at);
    return (
      !around.some(
        (item) => item.is === 'phrases' && item.all.some(({ words }) => unassertedNouns.has(words.at(-1)!.lemma)),
      ) && !/ (?:not true|untrue|false|unclear|unlikely|open) /u.test(sentence.text)
    );
  }
  if (over.lemma === 'say') return sentence.phrasesAt(index - 1)?.all[0]?.isNamed !== true;
  return factualVerbs.has(over.lemma) || !sentence.isAt(sentence.skipAdverbs(index + 1), 'relative', /^that$/u);
}
