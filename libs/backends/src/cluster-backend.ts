import {
  PostgresOutbox,
  PostgresPool,
  PostgresStore,
  PostgresTruth,
  PrincipalNews,
  StoreClock,
} from '@cairn/adapter-postgres';
import { SqlIdentity, SqlOrganisations, SqlSignIns, storePorts, tablesOfOrganisations } from '@cairn/store';
import { requestId, traceparent, type Config } from '@cairn/platform';
import { Clock, Identity, Organisations, Outbox, Readiness, SignIns } from '@cairn/ports';
import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { closing } from './closing.ts';
import type { ClusterPart, Ports } from './cluster-part.ts';
import { ClusterReadiness } from './cluster-readiness.ts';
import { NO_POSTGRES, openWithRetries } from './open-with-retries.ts';
import { truthParts } from './truth-parts.ts';

export type ClusterConfig = Pick<Config<'ingest'>, 'postgresUrl'> &
  Partial<Pick<Config<'ingest'>, 'postgresPoolMax' | 'peerPrefixes'>> & {
    /** A clock that follows the store from here on, for parts beside the ports that need its time. */
    readonly clock?: StoreClock;
  };

@Module({})
class ClusterBackend {}

/**
 * The truth on Postgres, with the further parts that a process needs: it gets their ports and no others. The start waits for
 * Postgres; the other servers may come and go.
 */
export async function clusterBackend(config: ClusterConfig, ...beside: ClusterPart[]): Promise<DynamicModule> {
  const { clock = new StoreClock() } = config;
  const pool = await openWithRetries(
    () => PostgresPool.open({ url: config.postgresUrl, connectionsMax: config.postgresPoolMax }),
    NO_POSTGRES,
  );
  await clock.follow(pool);
  const parts = [truthOn(pool, clock, config), ...(await Promise.all(beside.map((part) => part(pool, clock))))];
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
      closing(
        parts.flatMap(({ holds }) => holds),
        [pool],
      ),
    ],
    exports: ports.map((port) => (port as { provide: symbol }).provide),
  };
}

function truthOn(pool: PostgresPool, clock: Clock, { peerPrefixes }: ClusterConfig): Ports {
  const store = new PostgresStore({ pool, clock, trace: traceparent, request: requestId });
  const news = new PrincipalNews(pool);
  const signIns = new SqlSignIns(store, clock, () => news.tell());
  const identity = new SqlIdentity({ store, clock, peerPrefixes, changed: () => news.tell() });
  news.reach(identity, signIns);
  const tables = tablesOfOrganisations('postgres');
  const outbox = new PostgresOutbox({ pool, clock });
  return {
    ports: [
      ...truthParts(new PostgresTruth({ pool, clock, trace: traceparent, request: requestId })),
      { provide: Outbox, useValue: outbox },
      { provide: SignIns, useValue: signIns },
      { provide: Identity, useValue: identity },
      { provide: Organisations, useValue: new SqlOrganisations({ store, tables, peerPrefixes, identity }) },
      ...storePorts(store, () => news.tell()),
    ],
    uses: [{ name: 'truth', isNeeded: true, health: () => pool.health() }],
    holds: [outbox, clock, news],
  };
}
