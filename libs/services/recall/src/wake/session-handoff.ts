import type { Handoff, Message } from '@cairn/contracts';
import { effectiveTime } from '@cairn/domain';
import { handoffOf as readHandoff, handoffParts } from '@cairn/text';
import { quotationOf } from '../hits/quotations.ts';

/** Makes the hand-off of a session from its messages, oldest first; null without messages. */
export function sessionHandoffOf(sessionKey: string, messages: readonly Message[]): Handoff | null {
  const [first, last] = [messages[0], messages.at(-1)];
  if (!first || !last) return null;
  const read = readHandoff(messages);
  const parts = handoffParts.map((part) => [
    part,
    read[part].map(({ message, text, call }) => {
      const { id, title: by, text: quoted } = quotationOf(message, { from: 0, text });
      // A tool call precedes the message that carries it, and that message may be of a person.
      return { id, by: call ? 'assistant' : by, text: quoted, ...(call && { call }) };
    }),
  ]);
  return {
    ...{ sessionKey, author: last.author, source: last.source },
    ...{ startedAt: effectiveTime(first), endedAt: effectiveTime(last) },
    ...(Object.fromEntries(parts) as Pick<Handoff, (typeof handoffParts)[number]>),
  };
}
