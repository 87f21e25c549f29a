import { Worker } from 'node:worker_threads';
import { CairnError } from '@cairn/contracts';
import { threadLimits } from '../sqlite/thread.ts';
import type { VectorTable } from './vector-table.ts';

export interface VectorThreadStart {
  readonly path: string;
  readonly generation: number;
  readonly dims: number;
}

type Name = 'search' | 'score' | 'upsert' | 'remove' | 'forgetRemovals' | 'stats';
type ArgsOf<Which extends Name> = Parameters<VectorTable[Which]>;
type ResultOf<Which extends Name> = ReturnType<VectorTable[Which]>;

export type VectorCall = { [Which in Name]: { number: number; name: Which; args: ArgsOf<Which> } }[Name];
export type VectorAnswer = { number: number; result: unknown } | { number: number; error: string };

interface Waiting {
  readonly resolve: (result: never) => void;
  readonly reject: (error: CairnError) => void;
}

/** The thread of the vectors, seen from outside. Once it has ended, `hasEnded` is true and every call fails. */
export class VectorThread {
  hasEnded = false;
  private readonly worker: Worker;
  private readonly calls = new Map<number, Waiting>();
  private readonly exited: Promise<void>;
  private lastNumber = 0;

  constructor(start: VectorThreadStart) {
    const options = { workerData: start, resourceLimits: threadLimits };
    this.worker = new Worker(new URL('./vectors.worker.ts', import.meta.url), options);
    this.worker.on('message', (answer: VectorAnswer) => this.settle(answer));
    this.worker.on('error', (error) => this.end(error));
    this.exited = new Promise((done) => this.worker.once('exit', () => done(this.end())));
  }

  call<Which extends Name>(name: Which, ...args: ArgsOf<Which>): Promise<ResultOf<Which>> {
    if (this.hasEnded) return Promise.reject(ended());
    return new Promise((resolve, reject) => {
      const number = ++this.lastNumber;
      this.worker.postMessage({ number, name, args });
      this.calls.set(number, { resolve, reject });
    });
  }

  /** Answers what was asked, then ends. */
  async close(): Promise<void> {
    if (!this.hasEnded) this.worker.postMessage('close');
    await this.exited;
  }

  private settle(answer: VectorAnswer): void {
    const waiting = this.calls.get(answer.number);
    this.calls.delete(answer.number);
    if ('error' in answer)
      waiting?.reject(new CairnError('internal', 'The vector index failed.', { cause: answer.error }));
    else waiting?.resolve(answer.result as never);
  }

  private end(cause?: unknown): void {
    this.hasEnded = true;
    for (const { reject } of this.calls.values()) reject(ended(cause));
    this.calls.clear();
  }
}

const ended = (cause?: unknown) =>
  new CairnError('index/unavailable', 'The thread of the vector index has ended.', { cause });
