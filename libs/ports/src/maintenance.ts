/** Maintenance of the truth: the lag of indexes, and data that is kept for a limited time. */
export abstract class Maintenance {
  /**
   * Maps the name of each subscriber that tracks items to the age in ms of the oldest change that the subscriber has not
   * processed; 0 if there is none. Dead letters do not count.
   */
  abstract oldestBehind(): Promise<Record<string, number>>;
  /**
   * Deletes at most `limit` idempotency keys of writes older than `olderThanMs`, and returns their number. A request that
   * repeats a deleted key is a new write.
   */
  abstract forgetIdempotency(olderThanMs: number, limit: number): Promise<number>;
}
