import { z } from 'zod';
import { eventPatterns } from './events.ts';
import type { Routes } from './route.ts';

const count = z.number().int().min(0);

/** Unfinished deliveries of one subscriber. */
export const QueueState = z
  .object({
    queue: z.enum(eventPatterns).describe('An event and its subscriber (docs/reference/events.md)'),
    waiting: count.describe('Due, but not yet taken'),
    active: count.describe('Being worked on'),
    delayed: count.describe('Due later: after a pause following a failed attempt, or by the delay of the subscriber'),
    failed: count.describe('Given up: the dead letters'),
    oldestMs: count.describe('Age of the oldest that waits; 0 without one'),
  })
  .meta({ id: 'QueueState' });
export type QueueState = z.infer<typeof QueueState>;

const QueuesResponse = z
  .object({ queues: z.array(QueueState).describe('All of the installation, in the order of the event table') })
  .meta({ id: 'QueuesResponse' });

/** Routes of queues. Numbers are over all organisations, as in the metrics. */
export const queueRoutes = {
  queues: {
    method: 'GET',
    path: '/v1/queues',
    service: 'ingest',
    role: 'admin',
    summary: 'Show waiting, running and abandoned deliveries of each subscriber of each event',
    output: QueuesResponse,
  },
} as const satisfies Routes;
