import { BullQueues, BullTransport, OutboxRelay } from '@cairn/adapter-bullmq';
import { subscriptions } from '@cairn/contracts';
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

/** The braces keep all queues on one node of a Redis Cluster. */
export const queuePrefix = (namespace: string): string => `{${namespace}}`;

type EventsConfig = Pick<Config<'embedding-worker'>, 'redisUrl' | 'namespace'> & {
  /** Where a setting says it, in place of what the catalog says of each subscriber. */
  readonly concurrency?: number;
};

/** How events reach their handlers in the cluster: a queue in Redis for each pattern, which a relay fills from the outbox. */
export const clusterEvents =
  ({ redisUrl, namespace, concurrency }: EventsConfig) =>
  (app: INestApplicationContext): BullTransport =>
    new BullTransport(app.get(Outbox), {
      url: redisUrl,
      prefix: queuePrefix(namespace),
      ...(concurrency !== undefined && { subscriptions: subscriptions.map((each) => ({ ...each, concurrency })) }),
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

/** Moves what the truth committed to the queues, as long as the process serves. Each replica may have one. */
@Module({ providers: [Relaying] })
export class OutboxRelayModule {}
