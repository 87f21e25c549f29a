import { setTimeout as delay } from 'node:timers/promises';

const LOOK_MS = 5;

/** Spreads the writes over the kills: writers wait while they are ahead of what is allowed so far. */
export class Pace {
  private allowed = 0;
  private underway = 0;
  private readonly written: () => number;

  constructor(written: () => number) {
    this.written = written;
  }

  allow(more: number): void {
    this.allowed = Math.max(this.allowed, this.written()) + more;
  }

  /** Resolves when one may write, or when there is nothing to wait for any more. To be told when the write has its answer. */
  async turn(isOver: () => boolean): Promise<() => void> {
    while (this.written() + this.underway >= this.allowed && !isOver()) await delay(LOOK_MS);
    this.underway++;
    return () => this.underway--;
  }
}
