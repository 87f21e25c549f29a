import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { PeriodicTasks, Uses } from '@cairn/platform';
import { Embedders } from '@cairn/ports';
import { itemScan, type ItemScan } from '@cairn/store';
import { BackfillRate } from './backfill.ts';

const LOOK_EVERY_MS = 10_000;
const BATCH_ITEMS = 200;

/** Once there is an embedding model, announces the items that were written without one, at the speed of a backfill. */
@Injectable()
export class SwitchedOffSubscribers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly tasks = new PeriodicTasks(new Logger(SwitchedOffSubscribers.name));

  constructor(
    private readonly embedders: Embedders,
    @Uses(itemScan) private readonly itemScan: ItemScan,
    private readonly rate: BackfillRate,
  ) {}

  onApplicationBootstrap(): void {
    if (this.embedders.isOff) return;
    this.tasks.begin({ task: 'what waits for a model', everyMs: LOOK_EVERY_MS, run: () => this.announceSome() });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.tasks.end();
  }

  /**
   * Announces one page of items. Returns the pause in ms until the next page, or nothing if no item waits. During a
   * rolling restart another process may still have no model.
   */
  private async announceSome(): Promise<number | void> {
    const waiting = await this.itemScan.off({ target: 'vectors', limit: BATCH_ITEMS });
    if (waiting.length === 0) return;
    const announced = await this.itemScan.announce({ pointers: waiting, target: 'vectors' });
    if (announced > 0) return (1000 * announced) / this.rate.itemsPerSecond;
  }
}
