/** A source of the time, which tests replace. */
export abstract class Clock {
  /** Epoch milliseconds. */
  abstract now(): number;

  /** The time in ms by which the machine's clock is ahead of this one; 0 if they are the same clock. */
  aheadMs(): number {
    return 0;
  }
}

export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }
}
