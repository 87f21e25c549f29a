import type { Principal, RouteInput, RouteName, RouteOutput } from '@cairn/contracts';

/** How long a caller waits, and until when. */
export interface CallOptions {
  /** Ends the waiting; what the service does goes on. */
  readonly signal?: AbortSignal;
  /** How long the answer of another process may take; its own usual time unless told. In one process nothing is cut short. */
  readonly timeoutMs?: number;
}

/**
 * Asks for any route in the name of a principal: the handler itself where this process has it, else the service that answers the
 * route, over HTTP. Input is checked by the schemas of the route either way, and failures are the same `CairnError`s.
 */
export abstract class RouteCaller {
  abstract call<Name extends RouteName>(
    name: Name,
    principal: Principal,
    input: RouteInput<Name>,
    options?: CallOptions,
  ): Promise<RouteOutput<Name>>;
}

/** The services of other processes. A process that has them asks for what it does not handle itself. */
export abstract class Neighbours extends RouteCaller {}
