import { randomUUID } from 'node:crypto';
import {
  Injectable,
  Logger,
  Optional,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { indexTargets } from '@cairn/contracts';
import { Metrics, RepeatedLooks } from '@cairn/platform';
import { GenerationIndexes, ItemScan, IndexLosses, type ClaimedLoss, type IndexLoss } from '@cairn/ports';
import { BackfillRate } from './backfill.ts';

const MEND_EVERY_MS = 5_000;
/** The search lists all indexes, so it runs less often. */
const SEARCH_EVERY_MS = 30_000;
/** Renewed with every page. After a process was killed, another one takes over when this has passed. */
const LEASE_MS = 60_000;

/**
 * Notices physical indexes that were deleted, and sends all their items to the outbox again, no faster than a backfill. Does
 * nothing where an index cannot be lost without the truth.
 */
@Injectable()
export class LostIndexes implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(LostIndexes.name);
  private readonly owner = randomUUID();
  private readonly looks = new RepeatedLooks(this.logger);

  constructor(
    private readonly indexes: GenerationIndexes,
    private readonly itemScan: ItemScan,
    private readonly rate: BackfillRate,
    metrics: Metrics,
    @Optional() private readonly losses?: IndexLosses,
  ) {
    metrics.gauge(
      {
        name: 'cairn_index_lost',
        help: 'Physical indexes that were lost and are not yet as full as they were. Answers do without them and say so.',
      },
      async () => (await losses?.current())?.length ?? 0,
    );
  }

  onApplicationBootstrap(): void {
    const { losses } = this;
    if (!losses) return;
    this.looks.begin({ task: 'the search for lost indexes', everyMs: SEARCH_EVERY_MS, run: () => this.search() });
    this.looks.begin({ task: 'mending lost indexes', everyMs: MEND_EVERY_MS, run: () => this.mend(losses) });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.looks.end();
  }

  private async search(): Promise<void> {
    for (const target of indexTargets) {
      const live = (await this.indexes.written(target).catch(() => [])).at(0);
      await live?.index.makeMissing();
    }
  }

  private async mend(losses: IndexLosses): Promise<void> {
    const loss = await losses.claim(this.owner, LEASE_MS);
    if (loss) await this.sendAgain(losses, loss);
    await losses.settle();
  }

  private async sendAgain(losses: IndexLosses, loss: ClaimedLoss): Promise<void> {
    this.logger.error(`${nameOf(loss)} was lost; everything in it is sent again`);
    let orgId = await losses.nextOrganisation(loss);
    for (; orgId && !this.looks.isEnded; orgId = await losses.nextOrganisation(loss, orgId)) {
      for await (const page of this.itemScan.of(orgId)) {
        await this.itemScan.announce(page, loss.target);
        await losses.claim(this.owner, LEASE_MS);
        await this.looks.pause((1000 * page.length) / this.rate.itemsPerSecond);
        if (this.looks.isEnded) return;
      }
    }
    if (!orgId) await losses.sent(loss);
  }
}

const nameOf = ({ target, generation, place }: IndexLoss): string =>
  place === '' ? `${target}-${generation}` : `${target}-${generation} in ${place}`;
