import { z } from 'zod';
import { toolActs } from './tool-calls.ts';
import { EpochMs } from './vocabulary.ts';

/** Words of a message in a session, or a tool call of that message. */
export const HandoffQuote = z
  .object({
    id: z.uuid().describe('The message that says it, or that the tool call came before'),
    by: z.string().describe('Speaker, or role; assistant for a tool call'),
    text: z.string().describe('Word for word'),
    call: z.enum(toolActs).optional().describe('edit: the text is a file; run: a command; absent: words'),
  })
  .meta({ id: 'HandoffQuote' });
export type HandoffQuote = z.infer<typeof HandoffQuote>;

const handoffQuotes = (description: string) => z.array(HandoffQuote).describe(description);

export const Handoff = z
  .object({
    sessionKey: z.string(),
    author: z.string().nullable().describe('Whoever wrote its last message; null where that is unknown'),
    source: z.string().describe('The system of its messages, such as claude-code'),
    startedAt: EpochMs,
    endedAt: EpochMs,
    asked: handoffQuotes('Requests of people: the first one, which names the task, then the newest'),
    decided: handoffQuotes('Decisions, rules and preferences'),
    changed: handoffQuotes('Changes that the agent tells, then files and commands of its tool calls, each once'),
    failed: handoffQuotes('Commands that failed and were not run well later, and failures that somebody tells'),
    open: handoffQuotes('Promises, work that is left, a question or request without an answer'),
  })
  .meta({ id: 'Handoff' });
export type Handoff = z.infer<typeof Handoff>;
