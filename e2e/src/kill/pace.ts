import { setTimeout as delay } from 'node:timers/promises';

const LOOK_MS = 5;

/** Spreads the writes over the kills: writers wait when they are ahead of the allowed number. */
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

  /** Resolves when a write is allowed, or at the end. The returned function must be called when the write is answered. */
  async turn(isOver: () => boolean): Promise<() => void> {
    while (this.written() + this.underway >= this.allowed && !isOver()) await delay(LOOK_MS);
    this.underway++;
    return () => this.underway--;
  }
}
