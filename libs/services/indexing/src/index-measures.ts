import type { IndexTarget, Item } from '@cairn/contracts';
import { Metrics } from '@cairn/platform';
import { Clock } from '@cairn/ports';
import { Injectable } from '@nestjs/common';

/**
 * Upper bounds of the histogram's buckets in seconds. They range from the lag of a healthy index, tenths of a second,
 * to the lag after a model was unavailable for an hour.
 */
const LAG_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600];

/** Metrics of indexing: the lag of the indexes, and the part of that lag that the model takes. */
@Injectable()
export class IndexMeasures {
  private readonly lag;
  private readonly embedding;
  private atModel = 0;

  constructor(
    metrics: Metrics,
    private readonly clock: Clock,
  ) {
    this.lag = metrics.histogram(
      {
        name: 'cairn_index_lag_seconds',
        help: "Time from the commit of a write until an index has it. What the truth's own commit serves, words on the embedded backend, has none.",
        labels: ['target'],
      },
      LAG_SECONDS,
    );
    this.embedding = metrics.histogram({
      name: 'cairn_embed_seconds',
      help: 'Time until the passages of an item are embedded; waiting for the model is in it.',
    });
    metrics.gauge(
      {
        name: 'cairn_embed_waiting',
        help: 'Passages that this process handed to the embedding model and that are not back yet.',
      },
      async () => this.atModel,
    );
  }

  /** Records the lag after an index has written or removed an item. */
  indexed(target: IndexTarget, item: Pick<Item, 'createdAt'> | { readonly deletedAt: number }): void {
    const committedAt = 'deletedAt' in item ? item.deletedAt : item.createdAt;
    this.lag.observe({ target }, Math.max(0, this.clock.now() - committedAt) / 1000);
  }

  async embedded<Result>(passages: number, work: () => Promise<Result>): Promise<Result> {
    const end = this.embedding.startTimer();
    this.atModel += passages;
    try {
      return await work();
    } finally {
      this.atModel -= passages;
      end();
    }
  }
}
