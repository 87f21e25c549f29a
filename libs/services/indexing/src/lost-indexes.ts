import { randomUUID } from 'node:crypto';
import {
  Injectable,
  Logger,
  Optional,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { indexTargets, type IndexTarget } from '@cairn/contracts';
import { Metrics, PeriodicTasks, Uses } from '@cairn/platform';
import {
  GenerationIndexes,
  IndexLosses,
  QueueStatistics,
  type ClaimedLoss,
  type GenerationIndex,
  type IndexLoss,
} from '@cairn/ports';
import { itemScan, type ItemScan, itemPages } from '@cairn/store';
import { BackfillRate } from './backfill.ts';
import { Shortfalls } from './shortfalls.ts';

const MEND_EVERY_MS = 5_000;
/** Interval of checks in ms. A check lists all indexes, and counts the items of some organisations. */
const SEARCH_EVERY_MS = 5_000;
const LOOK_EVERY_MS = 2_000;
/**
 * Length of the lease in ms. The lease is renewed with every page. After a process was killed, another process takes
 * over once the lease has ended.
 */
const LEASE_MS = 60_000;

/**
 * Detects physical indexes that were deleted or have lost items, and adds the events of all their items to the outbox
 * again, no faster than a backfill. When an index becomes readable or writable again, its waiting deliveries are
 * retried at once. Ignores an index that can be lost only together with the truth.
 */
@Injectable()
export class LostIndexes implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(LostIndexes.name);
  private readonly owner = randomUUID();
  private readonly tasks = new PeriodicTasks(this.logger);

  constructor(
    private readonly indexes: GenerationIndexes,
    @Uses(itemScan) private readonly itemScan: ItemScan,
    private readonly rate: BackfillRate,
    metrics: Metrics,
    @Optional() private readonly losses?: IndexLosses,
    @Optional() private readonly queues?: QueueStatistics,
  ) {
    metrics.gauge(
      {
        name: 'cairn_index_lost',
        help: 'Indexes that were lost, or lack items of an organisation, and are not yet as full as they were: each physical index, or organisation in it, counts once. Answers do without them and say so.',
      },
      async () => (await losses?.current())?.length ?? 0,
    );
  }

  onApplicationBootstrap(): void {
    const { losses } = this;
    if (!losses) return;
    for (const target of indexTargets) {
      const shortfalls = new Shortfalls(losses);
      this.tasks.begin({
        task: `the search for lost indexes of ${target}`,
        everyMs: SEARCH_EVERY_MS,
        run: () => this.search(target, shortfalls),
      });
      const troubles = new Set<string>();
      this.tasks.begin({
        task: `the look at the indexes of ${target}`,
        everyMs: LOOK_EVERY_MS,
        run: () => this.hurryWhenOver(target, troubles),
      });
    }
    this.tasks.begin({ task: 'mending lost indexes', everyMs: MEND_EVERY_MS, run: () => this.mend(losses) });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.tasks.end();
  }

  private async search(target: IndexTarget, shortfalls: Shortfalls): Promise<void> {
    const live = await this.live(target);
    if (!live) return;
    await live.index.makeMissing();
    await shortfalls.look(live);
  }

  private async live(target: IndexTarget): Promise<GenerationIndex<IndexTarget> | undefined> {
    return (await this.indexes.written(target).catch(() => [])).at(0);
  }

  /**
   * Makes waiting deliveries due when an index has recovered. Otherwise these deliveries would wait for minutes, since
   * each failure lengthens the pause before the next attempt.
   */
  private async hurryWhenOver(target: IndexTarget, before: Set<string>): Promise<void> {
    const now = await this.troublesOf(target);
    const isOver = [...before].some((name) => !now.has(name));
    before.clear();
    for (const name of now) before.add(name);
    if (isOver) await this.queues?.hurry(target);
  }

  private async troublesOf(target: IndexTarget): Promise<ReadonlySet<string>> {
    try {
      const troubles = await (await this.live(target))?.index.problems();
      return new Set(troubles?.keys());
    } catch {
      return new Set([NO_ANSWER]);
    }
  }

  private async mend(losses: IndexLosses): Promise<void> {
    let loss = await losses.claim(this.owner, LEASE_MS);
    for (; loss && !this.tasks.isEnded; loss = await losses.claim(this.owner, LEASE_MS))
      await this.sendAgain(losses, loss);
    await losses.settle();
  }

  private async sendAgain(losses: IndexLosses, loss: ClaimedLoss): Promise<void> {
    this.logger.error(`${nameOf(loss)} was lost; everything in it is sent again`);
    let orgId = await losses.nextOrganisation(loss);
    for (; orgId && !this.tasks.isEnded; orgId = await losses.nextOrganisation(loss, orgId)) {
      for await (const page of itemPages(this.itemScan, orgId)) {
        await this.itemScan.announce({ pointers: page, target: loss.target });
        await losses.claim(this.owner, LEASE_MS);
        await this.tasks.pause((1000 * page.length) / this.rate.itemsPerSecond);
        if (this.tasks.isEnded) return;
      }
    }
    if (!orgId) await losses.sent(loss);
  }
}

/** Name of the failure if the server does not answer, so that no single index can be named. */
const NO_ANSWER = 'no answer';

const nameOf = ({ target, generation, place }: IndexLoss): string =>
  place === '' ? `${target}-${generation}` : `${target}-${generation} in ${place}`;
