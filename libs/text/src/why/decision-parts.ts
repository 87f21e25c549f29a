import type { DecisionPart } from '@cairn/contracts';
import { analyse } from '../analyse.ts';
import { sectionPathOf, sectionsIn } from '../group.ts';
import { sentencesOf, type Sentence } from '../quotable.ts';
import { isStopWord } from '../languages/stop-words.ts';
import { isBackground, labelOf, partOfHeading, partOfSentence, statesReason, type Label } from './cues.ts';

/** A sentence of a record, word for word, and which part of a decision it tells. */
export interface RecordSentence extends Sentence {
  /** Undefined where neither a heading nor a word of it says. */
  readonly part: DecisionPart | undefined;
  /** The headings of the text that it stands under, outermost first. */
  readonly section: readonly string[];
}

/** Words that say what a text is about, as the word index reads them. */
export const topicWords = (text: string): ReadonlySet<string> =>
  new Set(analyse(text).terms.filter((term) => !isStopWord(term)));

/** The share of the first words that the second have, 0-1. */
export function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (words.size === 0) return 0;
  return [...words].filter((word) => others.has(word)).length / words.size;
}

/** Parses the parts of a decision's record, sentence by sentence. `asked` are the words of the question. */
export function readDecisionParts(
  { title, content }: { readonly title: string; readonly content: string },
  asked: ReadonlySet<string>,
): RecordSentence[] {
  const about = new Set([...topicWords(title), ...asked]);
  const isOfDecision = (explained: string) => {
    const words = [...topicWords(explained)].filter((word) => !CHOICE.has(word));
    return words.length === 0 || words.some((word) => about.has(word));
  };
  const path = sectionPathOf(title);
  const sections = sectionsIn(content);
  let at = 0;
  const told = sentencesOf(content).map((sentence) => {
    while ((sections[at + 1]?.from ?? Infinity) <= sentence.from) at += 1;
    return { ...sentence, section: sections[at]!.path };
  });
  return partsInTurn(content, told, (sentence) => headedPart([...path, ...sentence.section]) ?? partOfSentence(sentence.text, isOfDecision)); // prettier-ignore
}

type Placed = Omit<RecordSentence, 'part'>;

/**
 * The parts of sentences in their order. A label such as "Why:" says the part of what it stands before, alone on its line that of the
 * list below. The ground of a decision that no word names stands right behind the sentence that tells it; a record that names its
 * reasons somewhere is believed, and none is guessed.
 */
function partsInTurn(
  content: string,
  told: readonly Placed[],
  partOf: (sentence: Placed) => RecordSentence['part'],
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

const isGround = ([first, second, ...rest]: readonly Placed[]): boolean =>
  first !== undefined &&
  second !== undefined &&
  statesReason(second.text) &&
  !second.section.some(isBackground) &&
  ![first, second, ...rest].some(namesReasons);

/** Under a heading or behind a label of the reasons. */
const namesReasons = ({ text, section }: Placed): boolean =>
  headedPart(section) === 'reasons' || labelOf(text)?.part === 'reasons';

/** A label that stands alone says nothing itself. */
const ownPart = ({ part, isAlone }: Label): RecordSentence['part'] => (isAlone ? undefined : part);

const isListItem = (content: string, { from }: Placed): boolean => {
  const line = content.slice(content.lastIndexOf('\n', from - 1) + 1, from);
  return /^\s*(?:[-*+•>]|\d{1,3}[.)])\s+$/.test(line);
};

/** Words that say that something was decided, and nothing of what. */
const CHOICE = topicWords(
  'chose choose chosen decided decision did do done picked took take went made this that so it',
);

/** The part that the innermost heading of a section names, if one does. */
export const headedPart = (section: readonly string[]): DecisionPart | undefined =>
  section
    .toReversed()
    .map(partOfHeading)
    .find((part) => part !== undefined);
