import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { indexTargets, type IndexTarget } from '@cairn/contracts';
import { PeriodicTasks, Uses } from '@cairn/platform';
import { Clock, GenerationIndexes } from '@cairn/ports';
import { maintenance, type Maintenance } from '@cairn/store';

/** Number of days for which idempotency keys and records of removals are kept. */
export abstract class RetentionPeriod {
  abstract readonly days: number;
}

const RETENTION_INTERVAL_MS = 600_000;
const DAY_MS = 86_400_000;
const BATCH_ITEMS = 1_000;

/**
 * Deletes expired idempotency keys, and expired records of removals in the indexes. Such a record guards against a
 * process that read an item before it was forgotten and writes the item to the index afterwards. Such a write comes
 * minutes later, or as much later as the machine was suspended.
 */
@Injectable()
export class Retention implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(Retention.name);
  private readonly tasks = new PeriodicTasks(this.logger);

  constructor(
    @Uses(maintenance) private readonly maintenance: Maintenance,
    private readonly indexes: GenerationIndexes,
    private readonly period: RetentionPeriod,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks.begin({
      task: 'deletion of expired rows',
      everyMs: RETENTION_INTERVAL_MS,
      runsLate: true,
      run: () => this.run(),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.tasks.end();
  }

  /**
   * Deletes expired keys and records. After a failure the next run tries again. Several processes may run at the same
   * time.
   */
  async run(): Promise<void> {
    await Promise.all([
      this.attempt('idempotency keys', () => this.forgetIdempotency()),
      ...indexTargets.map((target) => this.attempt(`removals of ${target}`, () => this.forgetRemovals(target))),
    ]);
  }

  private get keptMs(): number {
    return this.period.days * DAY_MS;
  }

  private async forgetIdempotency(): Promise<void> {
    while (
      (await this.maintenance.forgetIdempotency({ olderThanMs: this.keptMs, limit: BATCH_ITEMS })) === BATCH_ITEMS
    );
  }

  private async forgetRemovals(target: IndexTarget): Promise<void> {
    const before = this.clock.now() - this.keptMs;
    for (const { index } of await this.indexes.written(target)) await index.forgetRemovals(before);
  }

  private async attempt(what: string, work: () => Promise<void>): Promise<void> {
    await work().catch((error) => this.logger.warn({ cause: String(error) }, `${what} stay for now: ${String(error)}`));
  }
}
