import { Worker } from 'node:worker_threads';
import { recallThreadOptions } from '@cairn/ports';

/** Data with which a thread of recalls starts. */
export interface RecallThreadStart {
  readonly dataDir: string;
  /** Whether no model is configured. */
  readonly isWithoutModel: boolean;
}

/** Starts a thread that answers recalls over a data folder which this process has open. */
export const recallThread = (workerData: RecallThreadStart): Worker =>
  new Worker(new URL('./recall.worker.ts', import.meta.url), { workerData, ...recallThreadOptions });
