import { setFlagsFromString } from 'node:v8';

/**
 * Lets the limits in the options of threads hold that are started from now on. Otherwise the limit for young objects of the
 * main thread, which is a flag of the process, would hold for all threads.
 */
export const limitThreads = (): void => setFlagsFromString('--max-semi-space-size=0');
