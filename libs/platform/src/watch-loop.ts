import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { threadOptions } from '@cairn/ports';

/** Indexes into the memory that the event loop and its watch share. */
const sharedMemoryIndexes = { beats: 0, isDebugged: 1 } as const;
const BEAT_INTERVAL_MS = 500;

export interface WatchedLoop {
  stop(): Promise<void>;
}

/**
 * Watches the event loop of this thread from another thread. If the loop is blocked for `stuckSeconds`, the watch logs its
 * call stack and kills the process with SIGKILL (exit code 137 in a shell), since no signal handler would run. A suspended
 * machine, a stopped process or a breakpoint does not count as blocked. With 0 seconds there is no watch.
 */
export function watchLoop(stuckSeconds: number, { log = 'fatal' }: { readonly log?: string } = {}): WatchedLoop {
  if (stuckSeconds === 0) return { stop: async () => {} };
  const memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT * Object.keys(sharedMemoryIndexes).length);
  const shared = new Int32Array(memory);
  const beat = () => {
    Atomics.add(shared, sharedMemoryIndexes.beats, 1);
    Atomics.store(shared, sharedMemoryIndexes.isDebugged, debuggerUrl() === undefined ? 0 : 1);
  };
  beat();
  const beating = setInterval(beat, BEAT_INTERVAL_MS).unref();
  const worker = new Worker(new URL('./loop-watch.worker.ts', import.meta.url), {
    ...threadOptions,
    workerData: { memory, stuckMs: stuckSeconds * 1000, isSilent: log === 'silent' },
  });
  worker.unref();
  return {
    stop: async () => {
      clearInterval(beating);
      await worker.terminate();
    },
  };
}
