import type { Statement as Relation } from '@cairn/contracts';
import type { StatementReader } from '@cairn/graph';
import type { ConversationMessage } from './extracted.ts';
import { patternOf } from './cues.ts';
import { offers } from './lexicon.en.ts';
import { marksOf, type Mark } from './marks.ts';
import type { Closeness } from './closeness.ts';
import { isEmpty, sentencesOf } from './context.ts';
import type { Statement } from './spoken.ts';
import { isAssistant, takesBack, voicesIn, type Voice } from './voices.ts';

/** A statement of a voice, with the data from which its score is computed. */
export interface Candidate {
  readonly voice: Voice;
  readonly statement: Statement;
  /** Position among the statements of the message. */
  readonly at: number;
  readonly marks: ReadonlySet<Mark>;
  readonly relations: readonly Relation[];
  readonly closeness?: Closeness;
}

/** Finds the statements of a session that a person made or confirmed. */
export const candidatesOf = (messages: readonly ConversationMessage[], readRelations: StatementReader): Candidate[] =>
  [...candidatesByMessage(messages, readRelations)].flat();

/** Finds the statements message by message, so that a caller can pause between two messages. */
export function* candidatesByMessage(
  messages: readonly ConversationMessage[],
  readRelations: StatementReader,
): Generator<Candidate[]> {
  for (const voice of voicesIn(messages)) yield candidatesIn(voice, readRelations);
}

const ENDS_AS_QUESTION = /\?["”’)*_\s]*$/u;

const OFFERS = patternOf(offers);
/**
 * Longest preceding message, in characters, that can ask or offer something. A longer message explains something, and
 * does not wait for a choice.
 */
const OFFER_CHARS_MAX = 600;
/** Number of characters of the preceding message that are searched for numbers. */
const NUMBERS_CHARS_MAX = 1_000;
const NUMBER = /\d+/gu;

/** Whether the preceding message has numbers and the statement has a number that is not among these. */
const isOther = (text: string, before: ReadonlySet<string>): boolean =>
  before.size > 0 && (text.match(NUMBER) ?? []).some((number) => !before.has(number));

function candidatesIn(voice: Voice, readRelations: StatementReader): Candidate[] {
  const { message, before, confirmation } = voice;
  const setting = {
    answers: before !== undefined && before.content.length <= OFFER_CHARS_MAX && ENDS_AS_QUESTION.test(before.content),
    replies: before !== undefined && isAssistant(before),
    confirmed: confirmation !== undefined,
    offered: before !== undefined && before.content.length <= OFFER_CHARS_MAX && OFFERS.test(before.content),
  };
  const numbersBefore = new Set(before?.content.slice(0, NUMBERS_CHARS_MAX).match(NUMBER));
  return pickedOf(sentencesOf(message), voice).flatMap((statement, at, all): Candidate[] => {
    if (isLeftOut(statement, voice) || takesBack(all[at + 1]?.text ?? '')) return [];
    const marks = marksOf(statement.text, {
      ...setting,
      ...wayOf(statement, voice),
      opens: at === 0,
      otherNumber: isOther(statement.text, numbersBefore),
    });
    const relations = mayRelate(statement, marks)
      ? readRelations({ content: statement.text, evidence: { memoryId: message.id }, saidAt: message.timestamp ?? 0 })
      : [];
    const stated = relations.filter(({ type, says }) => says !== 'denies' && !otherRelations.has(type));
    if (stated.some(({ confidence }) => confidence >= NAMED_CONFIDENCE)) marks.add('relation');
    else if (stated.length > 0) marks.add('looseRelation');
    return [{ voice, statement, at, marks, relations: stated }];
  });
}

/** Number of statements at the end of a message that their speaker takes back in the next message. */
const TAKEN_BACK_STATEMENTS = 2;

/** Whether a statement is no candidate: it is cut off, says nothing, takes something back or was taken back. */
function isLeftOut(statement: Statement, { message, isTakenBack }: Voice): boolean {
  return (
    statement.isOpen ||
    isEmpty(statement.text) ||
    takesBack(statement.text) ||
    (isTakenBack && sentencesOf(message).slice(-TAKEN_BACK_STATEMENTS).includes(statement))
  );
}

/** Confidence of a relation if both of its ends are names. */
const NAMED_CONFIDENCE = 0.8;
/**
 * Computes the marks `asks`, `picked` and `agrees` of a statement. An assistant's offer counts as picked, and not as a
 * question, once a person says yes to it.
 */
function wayOf({ asks, offers, agrees }: Statement, { confirmation, pick }: Voice) {
  const isTaken = offers && confirmation !== undefined;
  return { asks: asks && !isTaken, picked: isTaken || pick !== undefined, agrees };
}

/**
 * Selects the statements of the option that a person picked from a numbered list. Returns all statements if nobody
 * picked an option.
 */
function pickedOf(statements: readonly Statement[], { message, pick }: Voice): readonly Statement[] {
  if (pick === undefined) return statements;
  const items = [...message.content.matchAll(NUMBERED_ITEM)];
  const item = items.find(({ groups }) => groups!['number'] === String(pick));
  if (!item) return [];
  return statements.filter(({ start }) => start >= item.index && start < item.index + item[0].length);
}
const NUMBERED_ITEM = /^[ \t]*(?:\*\*)?(?:option )?\(?(?<number>[1-9])[.):].*$/gimu;

/** Relations that are neither an ownership nor a dependency. */
const otherRelations: ReadonlySet<string> = new Set(['located_in', 'decided', 'authored', 'replaces']);

/** Whether a statement may name something. Only then is it worth the cost of reading its relations. */
const mayRelate = ({ asks, text }: Statement, marks: ReadonlySet<Mark>): boolean =>
  !asks && !marks.has('praise') && (marks.has('name') || marks.has('code') || /\p{Lu}|@/u.test(text));
