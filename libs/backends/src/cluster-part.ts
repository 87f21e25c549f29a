import type { PostgresPool } from '@cairn/adapter-postgres';
import type { Clock } from '@cairn/ports';
import type { Provider } from '@nestjs/common';
import type { ReadinessPart } from './cluster-readiness.ts';

/** Ports, the servers behind them, and what must be closed. */
export interface Ports {
  readonly ports: readonly Provider[];
  readonly uses: readonly ReadinessPart[];
  /** Objects to close at shutdown. */
  readonly holds: readonly object[];
}

/** Opens a part of a process, other than the truth. */
export type ClusterPart = (pool: PostgresPool, clock: Clock) => Ports | Promise<Ports>;
