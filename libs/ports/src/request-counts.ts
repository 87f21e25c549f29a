/** The number of requests that a caller has made in the current window of time. */
export interface RequestCount {
  readonly current: number;
  /** The time in ms until the window ends; 0 if no window has begun. */
  readonly ttlMs: number;
}

/** Request counts that all replicas of all services share. Throws `service/unavailable` on any failure. */
export abstract class RequestCounts {
  /** Adds one request to the window of this name. The first request begins the window. */
  abstract add(name: string, windowMs: number): Promise<RequestCount>;
  abstract read(name: string): Promise<RequestCount>;
}
