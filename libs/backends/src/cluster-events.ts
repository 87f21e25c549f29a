import { BullQueues, BullTransport, OutboxRelay } from '@cairn/adapter-bullmq';
import { subscriptions, type Subscriber, type Subscription } from '@cairn/contracts';
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
import { keyPrefix } from './key-prefix.ts';

type EventsConfig = Pick<Config<'embedding-worker'>, 'redisUrl' | 'namespace'> & {
  /** Concurrency of the subscribers that write indexes; absent: as in the catalog. */
  readonly concurrency?: number;
};

/**
 * The most concurrent events of one queue of vectors. The model computes one text after another, so more of them would
 * only wait in the process, before those of other organisations; as many keep it busy while their vectors are stored.
 */
const VECTORS_AT_ONCE_MAX = 32;

/**
 * Replaces the concurrency of the subscribers `words` and `vectors` in the catalog: most events of words wait for a refresh
 * of the index. Other subscribers search the indexes or take locks, and many of them at once (such as 128) delay the
 * searches of users.
 */
export const subscriptionsWith = (concurrency: number | undefined): readonly Subscription[] => {
  if (concurrency === undefined) return subscriptions;
  const writers: Partial<Record<Subscriber, number>> = {
    words: concurrency,
    vectors: Math.min(concurrency, VECTORS_AT_ONCE_MAX),
  };
  return subscriptions.map((each) => ({ ...each, concurrency: writers[each.subscriber] ?? each.concurrency }));
};

/** The event transport of the cluster: a queue in Redis for each pattern, which a relay fills from the outbox. */
export const clusterEvents =
  ({ redisUrl, namespace, concurrency }: EventsConfig) =>
  (app: INestApplicationContext): BullTransport =>
    new BullTransport(app.get(Outbox), {
      url: redisUrl,
      prefix: keyPrefix(namespace),
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
