import { Worker } from 'node:worker_threads';
import { threadOptions } from '@cairn/ports';

/** Data with which a thread of recalls starts. */
export interface RecallThreadStart {
  readonly dataDir: string;
  /** Whether no model is configured. */
  readonly isWithoutModel: boolean;
}

/** Room in MB for young objects: a recall makes more of them than other calls, and with half of it collects them twice as often. */
const YOUNG_MB = 24;

/** Starts a thread that answers recalls over a data folder which this process has open. */
export const recallThread = (workerData: RecallThreadStart): Worker =>
  new Worker(new URL('./recall.worker.ts', import.meta.url), {
    workerData,
    ...threadOptions,
    resourceLimits: { ...threadOptions.resourceLimits, maxYoungGenerationSizeMb: YOUNG_MB },
  });
