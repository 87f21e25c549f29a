import { BullQueues, BullTransport, OutboxRelay } from '@cairn/adapter-bullmq';
import { indexTargets, subscriptions, type Subscription } from '@cairn/contracts';
import type { Config } from '@cairn/platform';
import { Outbox } from '@cairn/ports';
import {
  Injectable,
  Logger,
  Module,
  type BeforeApplicationShutdown,
  type INestApplicationContext,
  type OnApplicationBootstrap,
} from '@nestjs/common';

/** Prefix of all queue names. Its braces are a hash tag, which keeps all queues on one node of a Redis Cluster. */
export const queuePrefix = (namespace: string): string => `{${namespace}}`;

type EventsConfig = Pick<Config<'embedding-worker'>, 'redisUrl' | 'namespace'> & {
  /** Concurrency of the subscribers that write indexes; absent: as in the catalog. */
  readonly concurrency?: number;
};

/**
 * Replaces the concurrency of the subscribers `words` and `vectors` in the catalog: most of their events wait for a refresh
 * of the index. Other subscribers search the indexes or take locks, and many of them at once (such as 128) delay the
 * searches of users.
 */
export const subscriptionsWith = (concurrency: number | undefined): readonly Subscription[] =>
  subscriptions.map((each) =>
    concurrency !== undefined && writers.has(each.subscriber) ? { ...each, concurrency } : each,
  );

const writers: ReadonlySet<string> = new Set(indexTargets);

/** The event transport of the cluster: a queue in Redis for each pattern, which a relay fills from the outbox. */
export const clusterEvents =
  ({ redisUrl, namespace, concurrency }: EventsConfig) =>
  (app: INestApplicationContext): BullTransport =>
    new BullTransport(app.get(Outbox), {
      url: redisUrl,
      prefix: queuePrefix(namespace),
      subscriptions: subscriptionsWith(concurrency),
    });

@Injectable()
class Relaying implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly relay: OutboxRelay;

  constructor(outbox: Outbox, queues: BullQueues) {
    this.relay = new OutboxRelay({ outbox, queues, log: new Logger('Relay') });
  }

  onApplicationBootstrap(): void {
    this.relay.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.relay.stop();
  }
}

/** Moves committed events to the queues while the process runs. Each replica may have one. */
@Module({ providers: [Relaying] })
export class OutboxRelayModule {}
