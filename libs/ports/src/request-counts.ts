/** Requests of somebody in a window of time. */
export interface RequestCount {
  readonly current: number;
  /** Until the window ends, ms; 0 when none has begun. */
  readonly ttlMs: number;
}

/** Counts of requests that the replicas of all services keep together. Whatever fails is `service/unavailable`. */
export abstract class RequestCounts {
  /** One more of this name, in the window that began with the first. */
  abstract add(name: string, windowMs: number): Promise<RequestCount>;
  abstract read(name: string): Promise<RequestCount>;
}
