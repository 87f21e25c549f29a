export interface PartState {
  readonly name: string;
  /** Whether the service can work with this part in its current state. */
  readonly ready: boolean;
  /** The reason why the part does not work. */
  readonly problem?: string | undefined;
  /** The reason why the part works less well than it could. */
  readonly note?: string | undefined;
}

/** The parts that a service depends on. Its readiness depends on their health; its liveness does not. */
export abstract class Readiness {
  abstract parts(): Promise<PartState[]>;
}
