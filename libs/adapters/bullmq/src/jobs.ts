import type { EventPattern } from '@cairn/contracts';
import type { Delivery } from '@cairn/ports';
import type { Job, JobsOptions } from 'bullmq';

/** The prefix of all our keys in Redis; the braces are a hash tag, which keeps them on one node of a Redis Cluster. */
export const PREFIX = '{cairn}';

/** The prefix of job ids, since BullMQ refuses ids of digits only; they must not contain a colon. */
const ID_PREFIX = 'ox-';
const KEEP_FAILED = { age: 7 * 24 * 3_600, count: 10_000 };

/** A job with the id of its delivery, so that a delivery added twice is one job while that exists. */
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
