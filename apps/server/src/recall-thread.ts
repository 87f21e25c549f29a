import { Worker } from 'node:worker_threads';

/** Data with which a thread of recalls starts. */
export interface RecallThreadStart {
  readonly dataDir: string;
  /** Whether no model is configured. */
  readonly isWithoutModel: boolean;
}

/** Limits the heap for young objects, as for the threads of the store: objects of a recall live no longer than it. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 } as const;

/** Starts a thread that answers recalls over a data folder which this process has open. */
export const recallThread = (workerData: RecallThreadStart): Worker =>
  new Worker(new URL('./recall.worker.ts', import.meta.url), { workerData, resourceLimits });
