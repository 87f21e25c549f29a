import { once } from 'node:events';
import { emitKeypressEvents } from 'node:readline';
import type { CliContext } from '../context/cli-context.ts';

interface Keypress {
  readonly name?: string | undefined;
  readonly ctrl?: boolean;
}

type Terminal = CliContext['stdin'] & { setRawMode?: (isRaw: boolean) => unknown };

/** Single keys of the terminal. Other programs may read the terminal while nobody waits for a key. */
export class Keyboard {
  private readonly stdin: Terminal;
  private readonly interrupted: AbortSignal;
  private readonly pressed: string[] = [];

  constructor({ stdin, interrupted }: Pick<CliContext, 'stdin' | 'interrupted'>) {
    this.stdin = stdin;
    this.interrupted = interrupted;
    emitKeypressEvents(stdin);
    stdin.on('keypress', this.keep);
  }

  /** Waits for a key and returns its name, such as `j`, `down` or `ctrl-c`; undefined: the input has ended. */
  async nextKey(): Promise<string | undefined> {
    if (this.pressed.length === 0) await this.waitForKey();
    return this.pressed.shift();
  }

  /** Leaves the terminal to something else that reads it. Keys that were typed before are dropped. */
  async lend<Result>(run: () => Promise<Result>): Promise<Result> {
    this.release();
    this.pressed.length = 0;
    try {
      return await run();
    } finally {
      this.stdin.on('keypress', this.keep);
    }
  }

  release(): void {
    this.stdin.off('keypress', this.keep);
    this.stdin.pause();
  }

  private readonly keep = (text: string | undefined, { name, ctrl }: Keypress): void => {
    this.pressed.push(ctrl ? `ctrl-${name}` : (name ?? text ?? ''));
  };

  private async waitForKey(): Promise<void> {
    if (this.stdin.readableEnded || this.interrupted.aborted) return;
    const answered = new AbortController();
    const signal = AbortSignal.any([answered.signal, this.interrupted]);
    this.stdin.setRawMode?.(true);
    this.stdin.resume();
    try {
      await Promise.race(['keypress', 'end'].map((event) => once(this.stdin, event, { signal })));
    } catch (error) {
      if (!this.interrupted.aborted) throw error;
    } finally {
      answered.abort();
      this.stdin.setRawMode?.(false);
      this.stdin.pause();
    }
  }
}
