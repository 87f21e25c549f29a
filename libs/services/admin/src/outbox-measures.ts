import { Injectable } from '@nestjs/common';
import { Metrics } from '@cairn/platform';
import { cacheFor, Outbox } from '@cairn/ports';

/** Time in ms for which a result is reused, so that one query serves all gauges of a scrape. */
const MEASURES_CACHE_MS = 1_000;

/** Metrics of the write path: the number and age of waiting deliveries, and the dead letters. */
@Injectable()
export class OutboxMeasures {
  constructor(metrics: Metrics, outbox: Outbox) {
    const depth = cacheFor(MEASURES_CACHE_MS, () => outbox.depth());
    metrics.gauge(
      { name: 'cairn_outbox_waiting', help: 'Deliveries that no subscriber has finished yet.' },
      async () => (await depth()).waiting,
    );
    metrics.gauge(
      { name: 'cairn_outbox_oldest_seconds', help: 'Age of the oldest waiting delivery.' },
      async () => (await depth()).oldestMs / 1000,
    );
    metrics.gauge(
      { name: 'cairn_outbox_dead', help: 'Deliveries that were given up, with their reason in the truth.' },
      async () => (await depth()).dead,
    );
  }
}
