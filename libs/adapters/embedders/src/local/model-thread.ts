import { Worker } from 'node:worker_threads';
import { withTimeout } from '@cairn/ports';
import type { EngineName } from './engines.ts';
import type { TextOutput } from './loaded-model.ts';

/** Kind and source of a model that embedding-model.worker.ts can load. */
export interface ModelSource {
  readonly kind: 'bundled' | 'folder';
}

/** The start parameters of the worker. */
export interface ThreadSetup<Source = ModelSource> {
  readonly source: Source;
  /** Engines in the order in which they are tried. */
  readonly engines: readonly EngineName[];
  readonly threads: number;
}

/** Tokenised texts, computed one by one and answered together. */
export interface Group {
  readonly texts: readonly (readonly number[])[];
}

interface Ready {
  readonly type: 'ready';
  /** Numeric form in which the model computes. */
  readonly form: string;
  readonly engine: EngineName;
  /** Reasons why the preferred engines, which come earlier in the list, do not run here. */
  readonly problems: readonly string[];
}

export type Answer =
  | Ready
  | { readonly type: 'done'; readonly outputs: readonly TextOutput[] }
  | { readonly type: 'failed'; readonly problem: string };

const LOAD_TIMEOUT_MS = 60_000;
const RUN_TIMEOUT_MS = 60_000;

/**
 * Worker thread with the model. The thread answers one group at a time. After a crash or a timeout it is unusable and
 * must be replaced. It keeps the process alive only while it works.
 */
export class ModelThread {
  readonly form: string;
  readonly engine: EngineName;
  readonly problems: readonly string[];
  readonly #worker: Worker;
  readonly #onFall: () => void;

  private constructor(worker: Worker, { form, engine, problems }: Ready, onFall: () => void) {
    this.#worker = worker;
    this.form = form;
    this.engine = engine;
    this.problems = problems;
    this.#onFall = onFall;
    worker.on('error', onFall).once('exit', onFall);
  }

  /** Starts the thread and waits until the model is loaded and has passed its self-test. */
  static async start(setup: ThreadSetup, onFall: () => void): Promise<ModelThread> {
    // Flags of the process, such as --input-type, must not apply to the worker.
    const worker = new Worker(new URL('../embedding-model.worker.ts', import.meta.url), {
      workerData: setup,
      execArgv: [],
    });
    const answer = await awaitAnswer(worker, LOAD_TIMEOUT_MS);
    if (answer.type === 'ready') return new ModelThread(worker, answer, onFall);
    void endThread(worker);
    throw new Error(answer.type === 'failed' ? answer.problem : 'The model thread answered before it was asked.');
  }

  /** Runs a group. Throws when the model fails on the group or the thread is lost. */
  async run(texts: Group['texts']): Promise<readonly TextOutput[]> {
    const answer = await this.#ask({ texts });
    if (answer.type === 'done') return answer.outputs;
    throw new Error(answer.type === 'failed' ? answer.problem : 'The model thread loaded twice.');
  }

  /** Ends the thread after its current group. */
  async close(): Promise<void> {
    await endThread(this.#worker);
  }

  async #ask(group: Group): Promise<Answer> {
    this.#worker.postMessage(group);
    try {
      return await awaitAnswer(this.#worker, RUN_TIMEOUT_MS);
    } catch (error) {
      this.#onFall();
      throw error;
    }
  }
}

const END_TIMEOUT_MS = 10_000;

/**
 * Asks the thread to end and waits for its end, within a limit. The thread is never terminated: terminating it during a
 * run of the model would abort the whole process (ONNX Runtime throws where nothing can catch; tested).
 */
async function endThread(worker: Worker): Promise<void> {
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.ref();
  worker.postMessage('end');
  await withTimeout(END_TIMEOUT_MS, gone, () => undefined);
  worker.unref();
}

/** Returns the next message of the worker. Throws when the worker dies or sends none in time. */
async function awaitAnswer(worker: Worker, timeoutMs: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const onExit = (code: number) => reject(new Error(`The model thread ended with code ${code}.`));
  worker.ref();
  worker.once('message', resolve).once('error', reject).once('exit', onExit);
  try {
    return await withTimeout(timeoutMs, promise, () => {
      void endThread(worker);
      throw new Error(`The model thread was silent for ${timeoutMs} ms.`);
    });
  } finally {
    worker.off('message', resolve).off('error', reject).off('exit', onExit);
    worker.unref();
  }
}
