import type { DecisionPart } from '@cairn/contracts';
import { analyse } from '../analyse.ts';
import { sectionPathOf, sectionsIn } from '../sections/group.ts';
import { sentencesOf, type Sentence } from '../quotable.ts';
import { isStopWord } from '../languages/stop-words.ts';
import { isBackground, labelOf, partOfHeading, partOfSentence, statesReason, type Label } from './cues.ts';

/** A sentence of a record, word for word, and the part of the decision that it states. */
export interface RecordSentence extends Sentence {
  /** Undefined if neither a heading nor a word of the sentence names a part. */
  readonly part: DecisionPart | undefined;
  /** The headings above the sentence, outermost first. */
  readonly section: readonly string[];
}

/** The words of a text without stop words, in the form of the word index. */
export const topicWords = (text: string): ReadonlySet<string> =>
  new Set(analyse(text).terms.filter((term) => !isStopWord(term)));

/** The share of `words` that are also in `others`, 0 to 1. */
export function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (words.size === 0) return 0;
  return [...words].filter((word) => others.has(word)).length / words.size;
}

/** Reads the parts of a decision from its record, sentence by sentence. `asked` are the words of the question. */
export function readDecisionParts(
  { title, content }: { readonly title: string; readonly content: string },
  asked: ReadonlySet<string>,
): RecordSentence[] {
  const about = new Set([...topicWords(title), ...asked]);
  const isOfDecision = (explained: string) => {
    const words = [...topicWords(explained)].filter((word) => !choiceWords.has(word));
    return words.length === 0 || words.some((word) => about.has(word));
  };
  const path = sectionPathOf(title);
  const sections = sectionsIn(content);
  let at = 0;
  const told = sentencesOf(content).map((sentence) => {
    while ((sections[at + 1]?.from ?? Infinity) <= sentence.from) at += 1;
    return { ...sentence, section: sections[at]!.path };
  });
  return assignParts(content, told, (sentence) => headedPart([...path, ...sentence.section]) ?? partOfSentence(sentence.text, isOfDecision)); // prettier-ignore
}

type PlacedSentence = Omit<RecordSentence, 'part'>;

/**
 * Assigns a part to each sentence, in order. A label such as "Why:" gives the part of its own sentence, or of the list
 * below if the label is alone on its line. If the record names no reasons, the second sentence counts as the reason if
 * it states one without a cue word.
 */
function assignParts(
  content: string,
  told: readonly PlacedSentence[],
  partOf: (sentence: PlacedSentence) => RecordSentence['part'],
): RecordSentence[] {
  const parts: RecordSentence['part'][] = [];
  let listed: RecordSentence['part'];
  for (const sentence of told) {
    const label = labelOf(sentence.text);
    const isItem = isListItem(content, sentence);
    if (label || !isItem) listed = undefined;
    if (label?.isAlone === true) listed = label.part;
    parts.push(label ? ownPart(label) : (listed ?? partOf(sentence)));
  }
  if (parts[0] !== 'reasons' && parts[1] === undefined && isGround(told)) parts[1] = 'reasons';
  return told.map((sentence, at) => ({ ...sentence, part: parts[at] }));
}

const isGround = ([first, second, ...rest]: readonly PlacedSentence[]): boolean =>
  first !== undefined &&
  second !== undefined &&
  statesReason(second.text) &&
  !second.section.some(isBackground) &&
  ![first, second, ...rest].some(namesReasons);

/** Whether a sentence is below a heading for reasons or after a label for reasons. */
const namesReasons = ({ text, section }: PlacedSentence): boolean =>
  headedPart(section) === 'reasons' || labelOf(text)?.part === 'reasons';

/** The part of a sentence with a label. If the label is alone on its line, it has no part, since it states nothing. */
const ownPart = ({ part, isAlone }: Label): RecordSentence['part'] => (isAlone ? undefined : part);

const isListItem = (content: string, { from }: PlacedSentence): boolean => {
  const line = content.slice(content.lastIndexOf('\n', from - 1) + 1, from);
  return /^\s*(?:[-*+•>]|\d{1,3}[.)])\s+$/.test(line);
};

/** Words that say that something was decided, but not what the decision is about. */
const choiceWords = topicWords(
  'chose choose chosen decided decision did do done picked took take went made this that so it',
);

/**
 * Finds the part that a heading names; of several such headings, the innermost counts. Undefined if no heading names a
 * part.
 */
export const headedPart = (section: readonly string[]): DecisionPart | undefined =>
  section
    .toReversed()
    .map(partOfHeading)
    .find((part) => part !== undefined);
