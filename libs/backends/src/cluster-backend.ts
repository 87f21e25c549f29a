import {
  PostgresOutbox,
  PostgresPool,
  PostgresStore,
  PostgresTruth,
  PrincipalChangeNotices,
  StoreClock,
} from '@cairn/adapter-postgres';
import { Identity, storeProviders } from '@cairn/store';
import { requestId, currentTraceparent, type Config } from '@cairn/platform';
import { Clock, Outbox, Readiness } from '@cairn/ports';
import { Logger, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { closeAtShutdown } from './close-at-shutdown.ts';
import type { ClusterPart, Ports } from './cluster-part.ts';
import { ClusterReadiness } from './cluster-readiness.ts';
import { POSTGRES_UNREACHABLE, openWithRetries } from './open-with-retries.ts';
import { truthParts } from './truth-parts.ts';

export type ClusterConfig = Pick<Config<'ingest'>, 'postgresUrl'> &
  Partial<Pick<Config<'ingest'>, 'postgresPoolMax'>> & {
    /**
     * A clock that follows the clock of the store once the backend is open. Pass one if other parts of the process need the
     * same time.
     */
    readonly clock?: StoreClock;
  };

@Module({})
class ClusterBackend {}

/**
 * Provides the truth on Postgres and the ports of the given parts. Waits for Postgres at the start; other servers may start
 * later or fail meanwhile.
 */
export async function clusterBackend(config: ClusterConfig, ...beside: ClusterPart[]): Promise<DynamicModule> {
  const { clock = new StoreClock() } = config;
  const pool = await openWithRetries(
    () => PostgresPool.open({ url: config.postgresUrl, connectionsMax: config.postgresPoolMax }),
    POSTGRES_UNREACHABLE,
  );
  await clock.follow(pool);
  const parts = [openTruth(pool, clock), ...(await Promise.all(beside.map((part) => part(pool, clock))))];
  const ports: Provider[] = [
    { provide: Clock, useValue: clock },
    { provide: Readiness, useValue: new ClusterReadiness(parts.flatMap(({ uses }) => uses)) },
    ...parts.flatMap((part) => part.ports),
  ];
  return {
    module: ClusterBackend,
    global: true,
    providers: [
      ...ports,
      closeAtShutdown(
        parts.flatMap(({ holds }) => holds),
        [pool],
      ),
    ],
    exports: ports.map((port) => (port as { provide: symbol }).provide),
  };
}

function openTruth(pool: PostgresPool, clock: Clock): Ports {
  const store = new PostgresStore({ pool, clock, trace: currentTraceparent, request: requestId });
  const news = new PrincipalChangeNotices(pool);
  const identity = new Identity({ store, clock, changed: () => news.tell() });
  news.reach(identity);
  const outbox = new PostgresOutbox({ pool, clock, log: new Logger('Outbox') });
  return {
    ports: [
      ...truthParts(new PostgresTruth({ pool, clock, trace: currentTraceparent, request: requestId })),
      { provide: Outbox, useValue: outbox },
      { provide: Identity, useValue: identity },
      ...storeProviders(store, () => news.tell()),
    ],
    uses: [{ name: 'truth', isNeeded: true, health: () => pool.health() }],
    holds: [outbox, clock, news],
  };
}
