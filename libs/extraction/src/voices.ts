import { patternOf } from './cues.ts';
import type { ConversationMessage } from './extracted.ts';
import { confirmations, picks, reservations, retractions } from './lexicon.en.ts';
import { ownWords } from './own-words.ts';

/**
 * A message that may suggest memories: a message of a person, or a message of an assistant that the next person
 * confirmed.
 */
export interface Voice {
  readonly message: ConversationMessage;
  /** The words with which a person confirmed the message, and the message of that person. */
  readonly confirmation?: Confirmation;
  /** The number of the option that the person picked. */
  readonly pick?: number;
  /** The preceding message, if another speaker wrote it. */
  readonly before?: ConversationMessage;
  /** The message and those before it. */
  readonly turn: SpokenTurn;
  /** Whether its speaker took the end of the message back afterwards. */
  readonly isTakenBack: boolean;
}

interface Confirmation {
  readonly message: ConversationMessage;
  readonly start: number;
  readonly end: number;
}

/** A message of a person or an assistant, with the one before it. */
export interface SpokenTurn {
  readonly message: ConversationMessage;
  readonly before: SpokenTurn | undefined;
}

/** Roles of programs. Messages of these roles alone suggest no memories. */
const PROGRAM_ROLES: ReadonlySet<string> = new Set(['system', 'tool', 'developer', 'function']);
const ASSISTANT = 'assistant';

export const isAssistant = ({ role }: ConversationMessage): boolean => role === ASSISTANT;
const isPerson = ({ role }: ConversationMessage): boolean => role !== ASSISTANT && !PROGRAM_ROLES.has(role);

/** Selects the messages of people, and the messages of assistants that the next person confirmed. */
export function voicesIn(messages: readonly ConversationMessage[]): Voice[] {
  const spoken = spokenTurnsOf(messages);
  return spoken.flatMap((turn, at): Voice[] => {
    const { message, before: last } = turn;
    const isTakenBack = isTakenBackIn(spoken, at);
    const common = {
      message,
      turn,
      isTakenBack,
      ...(last && isOther(last.message, message) && { before: last.message }),
    };
    if (isPerson(message)) return [common];
    const next = spoken[at + 1]?.message;
    const answer = next && isPerson(next) ? firstSentenceOf(next) : undefined;
    if (!answer) return [];
    const { text, confirmation } = answer;
    const pick = pickIn(text);
    if (pick !== undefined) return [{ ...common, confirmation, pick }];
    const isConfirmed = message.content.length <= CONCLUSION_CHARS_MAX && CONFIRMS.test(text) && !RESERVES.test(text);
    return isConfirmed ? [{ ...common, confirmation }] : [];
  });
}

/** Number of messages after a message in which its speaker may take it back. */
const TAKEN_BACK_WITHIN = 3;
const TAKES_BACK = new RegExp(`^(?:${patternOf(retractions).source})`, 'iu');

/** Whether the next message of the same speaker begins with words that take back what was said. */
function isTakenBackIn(spoken: readonly SpokenTurn[], at: number): boolean {
  const { message } = spoken[at]!;
  const next = spoken.slice(at + 1, at + 1 + TAKEN_BACK_WITHIN).find((turn) => !isOther(turn.message, message));
  return next !== undefined && takesBack(next.message.content);
}

const OPENING_CHARS = 120;
/** Whether a text begins with words that take back what was said before. */
export const takesBack = (text: string): boolean =>
  TAKES_BACK.test(text.slice(0, OPENING_CHARS).replaceAll('\u2019', "'").trimStart());

function spokenTurnsOf(messages: readonly ConversationMessage[]): SpokenTurn[] {
  const turns: SpokenTurn[] = [];
  for (const message of messages) if (!PROGRAM_ROLES.has(message.role)) turns.push({ message, before: turns.at(-1) });
  return turns;
}

/**
 * Longest message of an assistant, in characters, that a person confirms as a whole. A longer message is an
 * explanation, and a person who agrees to an explanation does not confirm each of its sentences.
 */
const CONCLUSION_CHARS_MAX = 600;

export const isOther = (one: ConversationMessage, other: ConversationMessage): boolean =>
  one.role !== other.role || one.speaker !== other.speaker;

const CONFIRMS = new RegExp(`^(?:${patternOf(confirmations).source})`, 'iu');
const RESERVES = patternOf(reservations);
const FIRST_SENTENCE = /^[^.!?\n]{1,200}/u;

/** Returns the first sentence of a message. Undefined if that sentence is a question. */
function firstSentenceOf(
  message: ConversationMessage,
): { readonly text: string; readonly confirmation: Confirmation } | undefined {
  const own = ownWords(message.content);
  const start = own.length - own.trimStart().length;
  const [text = ''] = FIRST_SENTENCE.exec(own.slice(start).replaceAll('\u2019', "'")) ?? [];
  if (text === '' || own.slice(start + text.length).startsWith('?')) return undefined;
  return { text, confirmation: { message, start, end: start + text.trimEnd().length } };
}

const PICK = new RegExp(
  String.raw`^(?:${confirmations.join('|')}|,|go with|let's go with|do|take|i'd say|i'll take|the|option|number|#| )*(?:#?([1-9])|(${[...picks.keys()].join('|')}))(?: one| option)?(?: please| then| it is)?\s*$`,
  'iu',
);

/** Returns the number of the option that a short answer picks: `yes 1`, `the second one`. */
function pickIn(sentence: string): number | undefined {
  const [, digit, word] = PICK.exec(sentence.slice(0, PICK_CHARS_MAX)) ?? [];
  if (digit !== undefined) return Number(digit);
  return word === undefined ? undefined : picks.get(word.toLowerCase());
}
const PICK_CHARS_MAX = 40;
