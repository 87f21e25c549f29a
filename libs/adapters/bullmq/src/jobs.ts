import type { EventPattern } from '@cairn/contracts';
import type { Delivery } from '@cairn/ports';
import type { Job, JobsOptions } from 'bullmq';

/** Prefix of all our keys in Redis. The braces are a hash tag, which keeps all keys on one node of a Redis Cluster. */
export const REDIS_KEY_PREFIX = '{cairn}';

/** Prefix of job ids, since BullMQ refuses ids of digits only. Job ids must not contain a colon. */
const JOB_ID_PREFIX = 'ox-';
const FAILED_JOBS_KEPT = { age: 7 * 24 * 3_600, count: 10_000 };

/**
 * Builds the job of a delivery. The job has the delivery's id, so a delivery that is added twice is one job as long as
 * the first job exists.
 */
export const jobOf = ({ id, pattern, payload }: Delivery, attemptsMax: number) => ({
  name: pattern,
  data: payload,
  opts: {
    jobId: `${JOB_ID_PREFIX}${id}`,
    attempts: attemptsMax,
    backoff: { type: 'custom' },
    removeOnComplete: true,
    removeOnFail: FAILED_JOBS_KEPT,
  } satisfies JobsOptions,
});

export const deliveryOf = (pattern: EventPattern, { id = '', data, attemptsMade }: Job): Delivery => ({
  id: id.slice(JOB_ID_PREFIX.length),
  pattern,
  payload: data,
  attempts: attemptsMade,
});
