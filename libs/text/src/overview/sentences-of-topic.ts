import { sectionsIn } from '../sections/group.ts';
import { readText, textRelationOf, type PairRelation, type TextReading } from '../pairs/index.ts';
import { sentencesOf, type Sentence } from '../quotable.ts';
import { endsAsQuestion } from '../sentences.ts';
import { shareOf, topicWords } from '../why/index.ts';

/** Characters that are quoted from the beginning of a text without sentences. */
const QUOTED_CHARS = 500;

/** Finds the sentence with the most words of the topic. Of several such sentences, the first is taken. */
export function findSentenceAbout(text: string, asked: ReadonlySet<string>): Sentence {
  const sentences = sentencesOf(text);
  const first = sentences[0] ?? { from: 0, to: QUOTED_CHARS, text: text.slice(0, QUOTED_CHARS).toWellFormed() };
  if (asked.size === 0) return first;
  const fits = sentences.map((sentence) => shareOf(asked, topicWords(sentence.text)));
  return sentences[fits.indexOf(Math.max(...fits))] ?? first;
}

const OPEN_HEADING = /\b(?:open|unresolved|undecided|outstanding)\b|\b(?:questions?|to ?do|tbd)\b/i;
const OPEN_PHRASE =
  /\b(?:open question|still (?:open|unclear|undecided|unknown|to be decided)|not (?:yet )?(?:been )?(?:decided|settled|clear)|to be (?:decided|determined)|tbd|unresolved)\b/i;

/** Whether a title or a tag marks the whole text as open, such as "Open: quiet hours" or `open-question`. */
export const isOpenTopic = ({ title, tags }: { readonly title: string; readonly tags: readonly string[] }): boolean =>
  [title.split(':')[0]!, ...tags].some((name) => OPEN_TOPIC.test(name.trim()));

const OPEN_TOPIC = /^(?:(?:open|unresolved|undecided)(?:[-_ ](?:questions?|issues?|points?))?|questions?|to-?do|tbd)$/i;

/**
 * Finds sentences that leave something open: sentences that say so, and questions that end the text, are below a
 * heading for open points, or are in a text that is open as a whole (`isAllOpen`).
 */
export function openQuestionsIn(text: string, isAllOpen = false): Sentence[] {
  const sections = sectionsIn(text);
  const sentences = sentencesOf(text);
  const isUnderOpen = ({ from }: Sentence) =>
    sections.findLast((section) => section.from <= from)!.path.some((heading) => OPEN_HEADING.test(heading));
  return sentences.filter((sentence, at) => {
    if (OPEN_PHRASE.test(sentence.text)) return true;
    return endsAsQuestion(sentence.text) && (isAllOpen || at === sentences.length - 1 || isUnderOpen(sentence));
  });
}

export interface SentenceOfItem<Item> extends Sentence {
  readonly item: Item;
}

export interface Contradiction<Item> {
  readonly relation: Exclude<PairRelation, 'same'>;
  readonly one: SentenceOfItem<Item>;
  readonly other: SentenceOfItem<Item>;
}

/** The maximum number of sentences that are compared, since every sentence is compared with all later sentences. */
const SENTENCES_COMPARED_MAX = 120;

/**
 * Finds sentences of different items that contradict each other by `textRelationOf`: they state different values of the
 * same thing, or opposites.
 */
export function contradictionsIn<Item>(said: readonly SentenceOfItem<Item>[]): Contradiction<Item>[] {
  const read = said.slice(0, SENTENCES_COMPARED_MAX).map((one) => ({ one, reading: readText(one.text) }));
  return read.flatMap(({ one, reading }, at) =>
    read.slice(at + 1).flatMap(({ one: other, reading: its }) => {
      const relation = one.item === other.item ? undefined : relationIn(reading, its);
      return relation ? [{ relation, one, other }] : [];
    }),
  );
}

function relationIn(one: TextReading, other: TextReading): Contradiction<unknown>['relation'] | undefined {
  const relation = textRelationOf(one, other)?.relation;
  return relation === 'same' ? undefined : relation;
}
