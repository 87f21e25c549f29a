import type { DecisionPart } from '@cairn/contracts';
import { analyse } from '../analyse.ts';
import { sectionPathOf, sectionsIn } from '../group.ts';
import { sentencesOf, type Sentence } from '../quotable.ts';
import { isStopWord } from '../languages/stop-words.ts';
import { partOfHeading, partOfSentence, speaksAgainst } from './cues.ts';

/** A sentence of a record, word for word, and which part of a decision it tells. */
export interface Told extends Sentence {
  /** Undefined where neither a heading nor a word of it says. */
  readonly part: DecisionPart | undefined;
  /** The headings that it stands under, outermost first: of the title's path, then of the text. */
  readonly section: readonly string[];
  /** It says what speaks against something. */
  readonly isAgainst: boolean;
  /** The share of the question's words that it has, 0-1. */
  readonly fit: number;
}

/** Words that say what a text is about, as the word index reads them. */
export const topicWords = (text: string): ReadonlySet<string> =>
  new Set(analyse(text).terms.filter((term) => !isStopWord(term)));

/** The share of the first words that the second have, 0-1. */
export function shareOf(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (words.size === 0) return 0;
  return [...words].filter((word) => others.has(word)).length / words.size;
}

/** Reads what a record tells of a decision, sentence by sentence. `asked` are the words of the question. */
export function partsTold(
  { title, content }: { readonly title: string; readonly content: string },
  asked: ReadonlySet<string>,
): Told[] {
  const path = sectionPathOf(title);
  const sections = sectionsIn(content);
  let at = 0;
  return sentencesOf(content).map((sentence) => {
    while ((sections[at + 1]?.from ?? Infinity) <= sentence.from) at += 1;
    const section = [...path, ...sections[at]!.path];
    const { text } = sentence;
    const part = headedPart(section) ?? partOfSentence(text);
    return { ...sentence, section, part, isAgainst: speaksAgainst(text), fit: shareOf(asked, topicWords(text)) };
  });
}

/** The part that the innermost heading of a section names, if one does. */
export const headedPart = (section: readonly string[]): DecisionPart | undefined =>
  section
    .toReversed()
    .map(partOfHeading)
    .find((part) => part !== undefined);
