import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Describes a metric: name, sentence for operators, and labels. Values of labels come from small fixed sets, never from a
 * caller's text.
 */
export interface Measure<Label extends string = string> {
  readonly name: `cairn_${string}`;
  readonly help: string;
  readonly labels?: readonly Label[];
}

/** One value of a gauge, with its labels. */
export interface Sample<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}

const DURATION_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * Interval of the timer by which delays of the event loop are measured, ms. The default of 10 ms costs an idle process
 * three times the processor time of all its other work.
 */
const EVENT_LOOP_INTERVAL_MS = 50;
/** Figures that prom-client computes from the time between two ticks of that timer, which includes the interval. */
const FIGURES_WITH_INTERVAL = ['min', 'max', 'mean', 'p50', 'p90', 'p99'];

/** The metrics of this process. A repeated name returns the same metric. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: EVENT_LOOP_INTERVAL_MS });
    this.exportDelayAlone();
  }

  counter<Label extends string>({ name, help, labels = [] }: Measure<Label>): Counter<Label> {
    return (
      this.present<Counter<Label>>(name) ?? new Counter({ name, help, labelNames: labels, registers: [this.registry] })
    );
  }

  /** Makes a histogram of durations in seconds, by default up to half a minute. */
  histogram<Label extends string>(
    { name, help, labels = [] }: Measure<Label>,
    buckets: readonly number[] = DURATION_BUCKETS_S,
  ): Histogram<Label> {
    return (
      this.present<Histogram<Label>>(name) ??
      new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers: [this.registry] })
    );
  }

  /**
   * Makes a gauge whose values are read at each scrape: `gauge({ name, help }, async () => depth)`. If reading fails,
   * only this gauge is left out of the scrape.
   */
  gauge<Label extends string = never>(
    { name, help, labels = [] }: Measure<Label>,
    read: () => Promise<number | readonly Sample<Label>[]>,
  ): void {
    if (this.present(name)) return;
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [this.registry],
      async collect() {
        const values = await read().catch(() => []);
        this.reset();
        if (typeof values === 'number') this.set(values);
        else if (labels.length === 0) this.remove();
        else for (const { labels: of, value } of values) this.set(of as never, value);
      },
    });
  }

  /** Renders all metrics in the text format of Prometheus. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  /** Subtracts the interval of the timer, so that an event loop without delay exports 0. */
  private exportDelayAlone(): void {
    for (const figure of FIGURES_WITH_INTERVAL) {
      const gauge = this.registry.getSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`) as Gauge;
      const set = gauge.set.bind(gauge) as (labels: object, value: number) => void;
      gauge.set = (labels: object | number, value?: number) =>
        set(labels as object, Math.max(0, value! - EVENT_LOOP_INTERVAL_MS / 1_000));
    }
  }

  private present<Found>(name: string): Found | undefined {
    return this.registry.getSingleMetric(name) as Found | undefined;
  }
}
