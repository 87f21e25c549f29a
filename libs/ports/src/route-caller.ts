import type { RouteInput, RouteName, RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

/** Limits the time for which a caller waits. */
export interface CallOptions {
  /** Aborts the wait; the called service still completes the call. */
  readonly signal?: AbortSignal;
  /**
   * The timeout in ms for an answer of another process; by default that of the route. A call within the process has no
   * timeout.
   */
  readonly timeoutMs?: number;
}

/**
 * Calls any route in the name of a principal: the handler itself if this process has it, otherwise the route's service over
 * HTTP. In both cases the schemas of the route validate the input, and failures are the same `CairnError`s.
 */
export abstract class RouteCaller {
  abstract call<Name extends RouteName>(
    name: Name,
    principal: Principal,
    input: RouteInput<Name>,
    options?: CallOptions,
  ): Promise<RouteOutput<Name>>;
}

/** Calls the services of other processes, for routes that this process does not handle. */
export abstract class Neighbours extends RouteCaller {}
