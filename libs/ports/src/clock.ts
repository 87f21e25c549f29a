/** The time, so that tests can set it. */
export abstract class Clock {
  /** Epoch milliseconds. */
  abstract now(): number;

  /** By how much the machine's own clock is ahead of the one that `now` goes by, in ms; 0 where it is the same. */
  aheadMs(): number {
    return 0;
  }
}

export class SystemClock extends Clock {
  now(): number {
    return Date.now();
  }
}
