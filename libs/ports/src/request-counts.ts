/** The number of a caller's requests in a window of time. */
export interface RequestCount {
  readonly current: number;
  /** Time until the window ends, ms; 0 if none has begun. */
  readonly ttlMs: number;
}

/** Request counts that all replicas of all services share. Any failure is `service/unavailable`. */
export abstract class RequestCounts {
  /** Adds one request under this name to the window that began with the first. */
  abstract add(name: string, windowMs: number): Promise<RequestCount>;
  abstract read(name: string): Promise<RequestCount>;
}
