/** A source of the time, which tests replace. */
export abstract class Clock {
  /** Epoch milliseconds. */
  abstract now(): number;

  /** How far the machine's clock is ahead of the clock of `now`, in ms; 0 if it is the same clock. */
  aheadMs(): number {
    return 0;
  }
}

export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }
}
