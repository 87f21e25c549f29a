import { Worker } from 'node:worker_threads';
import { CairnError } from '@cairn/contracts';
import { threadOptions } from '@cairn/ports';
import { Thread } from '../sqlite/thread.ts';
import type { VectorTable } from './vector-table.ts';

export interface VectorThreadStart {
  readonly path: string;
  readonly generation: number;
  readonly dims: number;
}

type Name = 'search' | 'score' | 'upsert' | 'remove' | 'forgetRemovals' | 'stats';
type ArgsOf<Which extends Name> = Parameters<VectorTable[Which]>;
type ResultOf<Which extends Name> = ReturnType<VectorTable[Which]>;

/** A call as the thread receives it. */
export type VectorCall = { [Which in Name]: { name: Which; args: ArgsOf<Which> } }[Name];

/** Handle of the vector thread in the main thread. Once the thread has ended, `hasEnded` is true and every call fails. */
export class VectorThread {
  private readonly thread: Thread;

  constructor(start: VectorThreadStart) {
    const options = { workerData: start, ...threadOptions };
    const worker = new Worker(new URL('./vectors.worker.ts', import.meta.url), options);
    this.thread = new Thread(worker, { gone: threadGoneError, waitingMax: Infinity });
  }

  get hasEnded(): boolean {
    return this.thread.failure !== undefined;
  }

  call<Which extends Name>(name: Which, ...args: ArgsOf<Which>): Promise<ResultOf<Which>> {
    return this.thread.call(name, args) as Promise<ResultOf<Which>>;
  }

  /** Answers pending calls, then ends the thread. */
  close(): Promise<void> {
    return this.thread.close();
  }
}

const threadGoneError = (what: string, cause?: unknown) =>
  new CairnError('index/unavailable', `The thread of the vector index ${what}.`, { cause });
