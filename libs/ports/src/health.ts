export interface PartState {
  readonly name: string;
  /** Whether the service can work with this part in its current state. */
  readonly ready: boolean;
  /** The reason why it does not work. */
  readonly problem?: string | undefined;
  /** The reason why it works less well than it could. */
  readonly note?: string | undefined;
}

/** The dependencies of a service. Readiness asks each of them; liveness asks none. */
export abstract class Readiness {
  abstract parts(): Promise<PartState[]>;
}
