import { routes, type OrgId, type Route, type RouteName } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Injectable, Logger, Optional, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { useCounts, type CountedUses, type UseCounts } from '@cairn/store';
import { memoryIdsIn } from './memory-ids-in.ts';
import { Uses } from './uses.ts';

const STORE_INTERVAL_MS = 5_000;
/** The most counts that are stored at a time; further counts are stored the next time. */
const COUNTS_PER_WRITE_MAX = 1_000;
/** The most counts that wait in memory; further counts are dropped. */
const WAITING_COUNTS_MAX = 10_000;

interface WaitingUses extends CountedUses {
  readonly orgId: OrgId;
}

/**
 * Counts the memories that answers return. Counts in memory and stores the counts every few seconds, so that no answer
 * waits for a write. A killed process loses the counts of its last seconds.
 */
@Injectable()
export class UseCounter implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(UseCounter.name);
  private readonly waiting = new Map<string, WaitingUses>();
  private timer: NodeJS.Timeout | undefined;

  constructor(@Optional() @Uses(useCounts) private readonly counts?: UseCounts) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.flush(), STORE_INTERVAL_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    while (this.waiting.size > 0) await this.flush();
  }

  /** Counts the memories in an answer, if the route's answers are counted. */
  countAnswer(name: RouteName, { orgId }: Principal, answer: unknown): void {
    const { counts: kind }: Route = routes[name];
    if (kind) for (const memoryId of memoryIdsIn(answer)) this.count({ orgId, memoryId, kind });
  }

  private count({ orgId, memoryId, kind }: Omit<WaitingUses, 'times'>): void {
    const name = `${orgId} ${memoryId} ${kind}`;
    const times = (this.waiting.get(name)?.times ?? 0) + 1;
    if (times > 1 || this.waiting.size < WAITING_COUNTS_MAX) this.waiting.set(name, { orgId, memoryId, kind, times });
  }

  private async flush(): Promise<void> {
    const stored = [...this.waiting].slice(0, COUNTS_PER_WRITE_MAX);
    for (const [name] of stored) this.waiting.delete(name);
    const byOrganisation = Map.groupBy(stored, ([, { orgId }]) => orgId);
    for (const [orgId, entries] of byOrganisation)
      await this.counts
        ?.add({ orgId, uses: entries.map(([, { memoryId, kind, times }]) => ({ memoryId, kind, times })) })
        .catch((error: unknown) => this.logger.warn(`Uses of memories could not be stored: ${String(error)}`));
  }
}
