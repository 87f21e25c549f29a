export interface PartState {
  readonly name: string;
  /** Whether the service can work with it as it is. */
  readonly ready: boolean;
  /** Why it does not answer. */
  readonly problem?: string | undefined;
  /** Why it answers less well than it could. */
  readonly note?: string | undefined;
}

/** What a service needs to work. Readiness asks each part; liveness asks none. */
export abstract class Readiness {
  abstract parts(): Promise<PartState[]>;
}
