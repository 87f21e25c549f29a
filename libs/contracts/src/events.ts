import { z } from 'zod';
import { OrgId } from './ids.ts';

/** A pointer to what was written, never the content: the handler reads the row at its version. */
export const Written = z.object({
  v: z.literal(1),
  outboxId: z.uuid(),
  orgId: OrgId,
  id: z.uuid(),
  version: z.number().int().min(1),
  /** W3C traceparent of the write, so that what follows from it is one trace; absent when none was made. */
  trace: z.string().optional(),
});
export type Written = z.infer<typeof Written>;

/**
 * The write path, top to bottom: what happened, what it carries, who must react. A new step is a new row and a handler;
 * a new meaning is a new event. A deletion is a version too: its handler finds the row gone and takes it out of the index.
 */
export const events = {
  'message.written': {
    version: 1,
    payload: Written,
    subscribers: ['words', 'vectors'],
    meaning: 'A message was added or deleted.',
  },
  'memory.written': {
    version: 1,
    payload: Written,
    subscribers: ['words', 'vectors'],
    meaning: 'A memory was added, changed or deleted.',
  },
} as const;

export type EventName = keyof typeof events;
export type Subscriber = (typeof events)[EventName]['subscribers'][number];
export type Payload<Name extends EventName> = z.infer<(typeof events)[Name]['payload']>;

/** One queue, one handler: a row of the table and one of its subscribers. Neither part holds a colon, which BullMQ refuses. */
export type EventPattern = `${EventName}.${Subscriber}`;

export const patternOf = (event: EventName, subscriber: Subscriber): EventPattern => `${event}.${subscriber}`;

export const eventPatterns: readonly EventPattern[] = (Object.keys(events) as EventName[]).flatMap((event) =>
  events[event].subscribers.map((subscriber) => patternOf(event, subscriber)),
);

export const writtenEvent = { message: 'message.written', memory: 'memory.written' } as const;
