import { Worker } from 'node:worker_threads';
import { CairnError } from '@cairn/contracts';
import { threadOptions } from '@cairn/ports';
import { Thread } from '../sqlite/thread.ts';
import { VectorLock } from './vector-lock.ts';
import { READERS_MAX, type VectorMemory } from './vector-memory.ts';
import type { VectorTable } from './vector-table.ts';

export interface VectorThreadStart {
  readonly path: string;
  readonly generation: number;
  readonly dims: number;
}

type Name = 'search' | 'score' | 'upsert' | 'remove' | 'forgetRemovals' | 'stats';
type ArgsOf<Which extends Name> = Parameters<VectorTable[Which]>;
type ResultOf<Which extends Name> = ReturnType<VectorTable[Which]>;

/** Content of a loan, with which another thread opens a `VectorTableReader`. */
export interface LentMemory {
  readonly memory: VectorMemory;
  readonly reader: number;
}

/** A call as the thread receives it. */
export type VectorCall = { [Which in Name]: { name: Which; args: ArgsOf<Which> } }[Name] | { name: 'memory' };

/** Handle of the vector thread in the main thread. Once the thread has ended, `hasEnded` is true and every call fails. */
export class VectorThread {
  private readonly thread: Thread;
  private readonly freeReaders = Array.from({ length: READERS_MAX }, (_, at) => READERS_MAX - at);
  private memory: Promise<VectorMemory> | undefined;
  private lock: VectorLock | undefined;

  constructor(start: VectorThreadStart) {
    const options = { workerData: start, ...threadOptions };
    const worker = new Worker(new URL('./vectors.worker.ts', import.meta.url), options);
    this.thread = new Thread(worker, { gone: threadGoneError, waitingMax: Infinity });
    void this.thread.ended.then(() => {
      this.lock?.end();
      // Whoever returns a loan later still refers to this object, which must not keep the vectors.
      this.memory = undefined;
    });
  }

  get hasEnded(): boolean {
    return this.thread.failure !== undefined;
  }

  call<Which extends Name>(name: Which, ...args: ArgsOf<Which>): Promise<ResultOf<Which>> {
    return this.thread.call(name, args) as Promise<ResultOf<Which>>;
  }

  /**
   * Lends the memory to one other thread, which then reads it itself, once the vectors are loaded; undefined if there are too
   * many readers. Whoever borrows it calls `returned` when that thread has ended or reads it no more.
   */
  async lend(): Promise<{ readonly lent: LentMemory; readonly returned: () => void } | undefined> {
    const memory = await (this.memory ??= this.thread.call('memory', []) as Promise<VectorMemory>);
    const lock = (this.lock ??= new VectorLock(memory.lock));
    if (this.hasEnded) lock.end();
    const reader = this.freeReaders.pop();
    if (reader === undefined) return undefined;
    lock.admit(reader);
    const returned = () => {
      lock.leave(reader);
      this.freeReaders.push(reader);
    };
    return { lent: { memory, reader }, returned };
  }

  /** Number of searches of the threads that borrowed the memory. */
  get questions(): number {
    return this.lock?.questions ?? 0;
  }

  /** Answers pending calls, then ends the thread. */
  async close(): Promise<void> {
    this.lock?.end();
    await this.thread.close();
  }
}

const threadGoneError = (what: string, cause?: unknown) =>
  new CairnError('index/unavailable', `The thread of the vector index ${what}.`, { cause });
