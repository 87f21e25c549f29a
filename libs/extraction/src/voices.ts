import { patternOf } from './cues.ts';
import type { ConversationMessage, Quote } from './extracted.ts';
import { confirmations, reservations } from './lexicon.en.ts';
import { ownWords } from './own-words.ts';

/** A message that may suggest memories: a person's, or an assistant's that the next person confirmed. */
export interface Voice {
  readonly message: ConversationMessage;
  /** The words of the person who confirmed it. */
  readonly confirmation?: Quote;
  /** The message of another speaker before it. */
  readonly before?: ConversationMessage;
}

/** Roles whose words are a program's, and never a memory's by themselves. */
const PROGRAM_ROLES: ReadonlySet<string> = new Set(['system', 'tool', 'developer', 'function']);
const ASSISTANT = 'assistant';

export const isAssistant = ({ role }: ConversationMessage): boolean => role === ASSISTANT;
const isPerson = ({ role }: ConversationMessage): boolean => role !== ASSISTANT && !PROGRAM_ROLES.has(role);

/** Selects the messages of people, and those of assistants that the next person confirmed. */
export function voicesIn(messages: readonly ConversationMessage[]): Voice[] {
  const spoken = messages.filter(({ role }) => !PROGRAM_ROLES.has(role));
  return spoken.flatMap((message, at): Voice[] => {
    const last = spoken[at - 1];
    const before = last && isOther(last, message) ? { before: last } : {};
    if (isPerson(message)) return [{ message, ...before }];
    if (message.content.length > CONCLUSION_CHARS_MAX) return [];
    const next = spoken[at + 1];
    const confirmation = next && isPerson(next) ? confirmationIn(next) : undefined;
    return confirmation ? [{ message, confirmation, ...before }] : [];
  });
}

/** A longer message of an assistant is an explanation: a person who agrees to it does not confirm each of its sentences. */
const CONCLUSION_CHARS_MAX = 600;

const isOther = (one: ConversationMessage, other: ConversationMessage): boolean =>
  one.role !== other.role || one.speaker !== other.speaker;

const CONFIRMS = new RegExp(`^(?:${patternOf(confirmations).source})`, 'iu');
const RESERVES = patternOf(reservations);
const FIRST_SENTENCE = /^[^.!?\n]{1,200}/u;

/** Finds the first sentence of a message if it confirms what was said before, without a reservation. */
function confirmationIn({ id, content }: ConversationMessage): Quote | undefined {
  const own = ownWords(content);
  const start = own.length - own.trimStart().length;
  const [sentence = ''] = FIRST_SENTENCE.exec(own.slice(start).replaceAll('\u2019', "'")) ?? [];
  if (!CONFIRMS.test(sentence) || RESERVES.test(sentence) || own.slice(start + sentence.length).startsWith('?'))
    return undefined;
  return { messageId: id, start, end: start + sentence.trimEnd().length };
}
