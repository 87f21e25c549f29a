import type { DecisionPart } from '@cairn/contracts';
import { analyse } from '../analyse.ts';
import { sectionPathOf, sectionsIn } from '../group.ts';
import { sentencesOf, type Sentence } from '../quotable.ts';
import { isStopWord } from '../languages/stop-words.ts';
import { partOfHeading, partOfSentence } from './cues.ts';

/** A sentence of a record, word for word, and which part of a decision it tells. */
export interface Told extends Sentence {
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

/** Reads what a record tells of its decision, sentence by sentence. `asked` are the words of the question. */
export function partsTold(
  { title, content }: { readonly title: string; readonly content: string },
  asked: ReadonlySet<string>,
): Told[] {
  const about = new Set([...topicWords(title), ...asked]);
  const isOfDecision = (explained: string) => {
    const words = [...topicWords(explained)].filter((word) => !CHOICE.has(word));
    return words.length === 0 || words.some((word) => about.has(word));
  };
  const path = sectionPathOf(title);
  const sections = sectionsIn(content);
  let at = 0;
  return sentencesOf(content).map((sentence) => {
    while ((sections[at + 1]?.from ?? Infinity) <= sentence.from) at += 1;
    const section = sections[at]!.path;
    const part = headedPart([...path, ...section]) ?? partOfSentence(sentence.text, isOfDecision);
    return { ...sentence, section, part };
  });
}

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
