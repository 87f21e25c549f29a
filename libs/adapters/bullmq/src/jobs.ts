import type { EventPattern } from '@cairn/contracts';
import type { Delivery } from '@cairn/ports';
import type { Job, JobsOptions } from 'bullmq';

/** Keys of all our queues in Redis start with it; the braces keep them on one node of a Redis Cluster. */
export const PREFIX = '{cairn}';

/** What BullMQ keeps of a delivery. It refuses ids of digits only and those with a colon. */
const ID_PREFIX = 'ox-';
const KEEP_FAILED = { age: 7 * 24 * 3_600, count: 10_000 };

/** Under the delivery's own id, so that handing it over twice makes one job of it for as long as that is there. */
export const jobOf = ({ id, pattern, payload }: Delivery, attemptsMax: number) => ({
  name: pattern,
  data: payload,
  opts: {
    jobId: `${ID_PREFIX}${id}`,
    attempts: attemptsMax,
    backoff: { type: 'custom' },
    removeOnComplete: true,
    removeOnFail: KEEP_FAILED,
  } satisfies JobsOptions,
});

export const deliveryOf = (pattern: EventPattern, { id = '', data, attemptsMade }: Job): Delivery => ({
  id: id.slice(ID_PREFIX.length),
  pattern,
  payload: data,
  attempts: attemptsMade,
});
