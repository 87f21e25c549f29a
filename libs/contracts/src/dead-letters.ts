import { z } from 'zod';
import { limits } from './limits.ts';
import { itemKinds } from './vocabulary.ts';
import type { Routes } from './route.ts';

/** An abandoned delivery: an event that a subscriber has not processed after all attempts. */
export const DeadLetter = z
  .object({
    id: z.uuid(),
    event: z.string().describe('Name of the event, such as memory.written (docs/reference/events.md)'),
    subscriber: z.string().describe('Subscriber that has not processed it: words and vectors are the indexes'),
    kind: z.enum(itemKinds).optional().describe("Kind of the event's item; absent: it has none"),
    itemId: z.uuid().optional(),
    version: z.number().int().optional().describe('Version of the item; absent if the event does not change it'),
    attempts: z.number().int().min(0),
    reason: z.string().describe('Error of the last attempt, as data: it can hold the words of a server'),
    givenUpAt: z.number().int().describe('Epoch ms'),
  })
  .meta({ id: 'DeadLetter' });
export type DeadLetter = z.infer<typeof DeadLetter>;

export const DeadLettersRequest = z
  .strictObject({
    after: z.uuid().optional().describe('The id of the last dead letter of the page before'),
    limit: z.coerce
      .number<number>()
      .int()
      .min(limits.deadLetters.min)
      .max(limits.deadLetters.max)
      .default(limits.deadLetters.max),
  })
  .meta({ id: 'DeadLettersRequest' });
export type DeadLettersRequest = z.infer<typeof DeadLettersRequest>;

export const DeadLettersResponse = z
  .object({
    total: z.number().int().describe('All of the organisation'),
    deadLetters: z.array(DeadLetter).describe('In the order of their ids, which is that of their writes'),
  })
  .meta({ id: 'DeadLettersResponse' });
export type DeadLettersResponse = z.infer<typeof DeadLettersResponse>;

export const ReplayRequest = z
  .strictObject({
    ids: z
      .array(z.uuid())
      .min(limits.deadLetters.min)
      .max(limits.deadLetters.max)
      .optional()
      .describe('Dead letters; all of the organisation, if left out'),
  })
  .meta({ id: 'ReplayRequest' });
export type ReplayRequest = z.infer<typeof ReplayRequest>;

export const ReplayResponse = z
  .object({ replayed: z.number().int().describe('How many are tried again; their items are pending') })
  .meta({ id: 'ReplayResponse' });
export type ReplayResponse = z.infer<typeof ReplayResponse>;

/** Routes of abandoned deliveries. */
export const deadLetterRoutes = {
  listDeadLetters: {
    method: 'GET',
    path: '/v1/dead-letters',
    service: 'ingest',
    role: 'admin',
    summary: 'List abandoned deliveries of the organisation, with their reasons',
    query: DeadLettersRequest,
    output: DeadLettersResponse,
  },
  replayDeadLetters: {
    method: 'POST',
    path: '/v1/dead-letters/replay',
    service: 'ingest',
    role: 'admin',
    summary: 'Retry dead letters, once their cause is repaired',
    body: ReplayRequest,
    output: ReplayResponse,
  },
} as const satisfies Routes;
