import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { CairnError, indexTargets, type ErrorCode, type IndexTarget } from '@cairn/contracts';
import { PeriodicTasks, Uses } from '@cairn/platform';
import { GenerationIndexes, type GenerationIndex } from '@cairn/ports';
import { itemScan, type ItemScan, type ScannedItem, generations, type Generations, type FillClaim } from '@cairn/store';
import { IndexItem } from './index-item.ts';
import { ScaleMeasurement } from './scale-measurement.ts';

/** Speed limit of a backfill. It leaves capacity of the engines and of the model to reads and new writes. */
export abstract class BackfillRate {
  abstract readonly itemsPerSecond: number;
}

const LOOK_EVERY_MS = 2_000;
/**
 * Length of the lease in ms. The lease is renewed during a batch. After a process was killed, another process takes
 * over once the lease has ended.
 */
const BACKFILL_LEASE_MS = 10_000;
/**
 * Maps a target to the number of items in a batch. A batch of words needs one refresh, whatever its size; a batch of
 * vectors is small, so that new items do not wait long for the model.
 */
const BATCH_ITEMS: Readonly<Record<IndexTarget, number>> = { words: 128, vectors: 32 };

/** Codes of errors that no single item causes. The batch is retried until such errors stop. */
const unavailableCodes: ReadonlySet<ErrorCode> = new Set([
  'embedder/unavailable',
  'index/unavailable',
  'truth/unavailable',
  'truth/full',
  'truth/overloaded',
  'service/unavailable',
]);

/**
 * Fills a new generation with the items that were stored before it. One process at a time fills a generation, and
 * continues at the last position. Events deliver the items that are written meanwhile. A filled generation waits for
 * the switch.
 */
@Injectable()
export class Backfill implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(Backfill.name);
  private readonly owner = randomUUID();
  private readonly tasks = new PeriodicTasks(this.logger);

  constructor(
    @Uses(generations) private readonly generations: Generations,
    private readonly indexes: GenerationIndexes,
    @Uses(itemScan) private readonly itemScan: ItemScan,
    private readonly items: IndexItem,
    private readonly rate: BackfillRate,
    private readonly scales: ScaleMeasurement,
  ) {}

  onApplicationBootstrap(): void {
    for (const target of indexTargets)
      this.tasks.begin({ task: `backfill of ${target}`, everyMs: LOOK_EVERY_MS, run: () => this.lookOnce(target) });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.tasks.end();
  }

  /** Claims a generation and fills it; a failed batch is tried again later. */
  private async lookOnce(target: IndexTarget): Promise<void> {
    const filling = await this.generations.claim({ target, owner: this.owner, leaseMs: BACKFILL_LEASE_MS });
    if (!filling) return;
    // Waits until every process writes to the new generation. Until then, an item could be written to the old
    // generations alone, at a position that the cursor has already passed.
    await this.tasks.pause(2 * this.indexes.staleMs);
    await this.fill(filling);
  }

  private async fill(filling: FillClaim): Promise<void> {
    // Mutation: reindex-from-zero
    const { generation } = filling;
    const into = { generation, index: this.indexes.of(generation) };
    const batch = BATCH_ITEMS[generation.target];
    this.logger.log(`filling ${generation.target}-${generation.number} from place ${generation.cursor} on`);
    for (let cursor = generation.cursor; !this.tasks.isEnded;) {
      const startedAt = performance.now();
      const held = await this.itemScan.after({ place: cursor, limit: batch });
      await this.keeping(filling, () => Promise.all(held.map((item) => this.fillWith(into, item))));
      cursor = held.at(-1)?.place ?? cursor;
      const isFilled = held.length < batch;
      if (isFilled && generation.target === 'vectors')
        await this.keeping(filling, () => this.scales.measure(generation));
      const isOurs = await this.generations.advance({ filling, cursor, isFilled, leaseMs: BACKFILL_LEASE_MS });
      if (isFilled && isOurs) this.logger.log(`${generation.target}-${generation.number} has all that was stored`);
      if (isFilled || !isOurs) return;
      await this.tasks.pause((1000 * held.length) / this.rate.itemsPerSecond - (performance.now() - startedAt));
    }
  }

  /**
   * Runs `work` and renews the lease meanwhile. Ignores a failed renewal, since a lost lease shows when the next step
   * is stored.
   */
  private async keeping({ generation: { target }, owner }: FillClaim, work: () => Promise<unknown>): Promise<void> {
    const renew = () =>
      void this.generations.claim({ target, owner, leaseMs: BACKFILL_LEASE_MS }).catch(() => undefined);
    const timer = setInterval(renew, BACKFILL_LEASE_MS / 3);
    await work().finally(() => clearInterval(timer));
  }

  /**
   * Indexes one item; skips a forgotten item. An item that itself causes an error is left to the delivery of its event,
   * which gives up after the last attempt.
   */
  private async fillWith(into: GenerationIndex<IndexTarget>, held: ScannedItem): Promise<void> {
    if (held.isDeleted) return;
    try {
      await this.items.fill(into, held);
    } catch (error) {
      if (error instanceof CairnError && unavailableCodes.has(error.code)) throw error;
      this.logger.warn({ cause: String(error) }, `${held.kind} ${held.id} goes by its event: ${String(error)}`);
      await this.itemScan.announce({ pointers: [held], target: into.generation.target });
    }
  }
}
