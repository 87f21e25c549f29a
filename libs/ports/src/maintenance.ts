/** What maintenance asks of the truth: how far the indexes lag, and what is kept for a limited time. */
export abstract class Maintenance {
  /**
   * The age, ms, of the oldest change that has not reached each subscriber that tracks items, by its name; 0 if there is none.
   * Dead letters do not count.
   */
  abstract oldestBehind(): Promise<Record<string, number>>;
  /**
   * Deletes at most `limit` idempotency keys of older writes, and returns how many. A repeated request with a deleted key is a new
   * write.
   */
  abstract forgetIdempotency(olderThanMs: number, limit: number): Promise<number>;
}
