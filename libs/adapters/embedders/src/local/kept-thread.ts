import type { ModelThread } from './model-thread.ts';

/** Place of one model thread, which starts with the first use and again after a crash. */
export class KeptThread {
  readonly #start: (onFall: () => void) => Promise<ModelThread>;
  #thread: Promise<ModelThread> | undefined;

  constructor(start: (onFall: () => void) => Promise<ModelThread>) {
    this.#start = start;
  }

  /** Returns the running thread, or starts one. Throws if the model cannot be loaded; the next call tries again. */
  running(): Promise<ModelThread> {
    return (this.#thread ??= this.#begin());
  }

  /** Ends the thread after its current group. */
  async close(): Promise<void> {
    const thread = await this.#thread?.catch(() => undefined);
    this.#thread = undefined;
    await thread?.close();
  }

  #begin(): Promise<ModelThread> {
    const forget = () => {
      if (this.#thread === started) this.#thread = undefined;
    };
    const started: Promise<ModelThread> = this.#start(forget);
    started.catch(forget);
    return started;
  }
}
