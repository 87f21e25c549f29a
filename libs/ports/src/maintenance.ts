/** Maintenance of the truth: the lag of indexes, and data that is kept for a limited time. */
export abstract class Maintenance {
  /**
   * The age in ms of the oldest change that each subscriber that tracks items has not processed, by its name; 0 if there is none.
   * Dead letters do not count.
   */
  abstract oldestBehind(): Promise<Record<string, number>>;
  /**
   * Deletes at most `limit` idempotency keys of older writes, and returns how many. A repeated request with a deleted key is a new
   * write.
   */
  abstract forgetIdempotency(olderThanMs: number, limit: number): Promise<number>;
}
