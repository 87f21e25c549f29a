import type { PostgresPool } from '@cairn/adapter-postgres';
import type { Clock } from '@cairn/ports';
import type { Provider } from '@nestjs/common';
import type { ReadinessPart } from './cluster-readiness.ts';

/** Some ports, and the servers behind them. */
export interface Ports {
  readonly ports: readonly Provider[];
  readonly uses: readonly ReadinessPart[];
  /** What is to be closed. */
  readonly holds: readonly object[];
}

/** What a process has beside the truth. */
export type ClusterPart = (pool: PostgresPool, clock: Clock) => Ports | Promise<Ports>;
