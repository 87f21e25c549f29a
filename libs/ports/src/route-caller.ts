import type { RouteInput, RouteName, RouteOutput } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';

/** Bounds of a caller's wait. */
export interface CallOptions {
  /** Ends the wait; the service itself continues. */
  readonly signal?: AbortSignal;
  /** The timeout for an answer of another process, ms; the route's own by default. A call within the process has none. */
  readonly timeoutMs?: number;
}

/**
 * Calls any route in the name of a principal: the handler itself if this process has it, otherwise the service of the route over
 * HTTP. Either way the schemas of the route validate the input, and failures are the same `CairnError`s.
 */
export abstract class RouteCaller {
  abstract call<Name extends RouteName>(
    name: Name,
    principal: Principal,
    input: RouteInput<Name>,
    options?: CallOptions,
  ): Promise<RouteOutput<Name>>;
}

/** The services of other processes, for routes that this process does not handle. */
export abstract class Neighbours extends RouteCaller {}
