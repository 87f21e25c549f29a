/** The truth for those who look after it: how long it waits for its indexes, and what it keeps for a while only. */
export abstract class Maintenance {
  /**
   * Age of the oldest change that is still to reach each subscriber that tracks items, by its name, ms; 0 without one. What
   * was given up does not count.
   */
  abstract oldestBehind(): Promise<Record<string, number>>;
  /**
   * Forgets the idempotency keys of writes longer ago than that, `limit` of them at most, and says how many. Who sends one
   * of them again sends a new write.
   */
  abstract forgetIdempotency(olderThanMs: number, limit: number): Promise<number>;
}
