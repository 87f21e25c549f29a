import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** A measure, its sentence for operators, and its labels, whose values come from small fixed sets, never from a caller's text. */
export interface Measure<Label extends string = string> {
  readonly name: `cairn_${string}`;
  readonly help: string;
  readonly labels?: readonly Label[];
}

/** A value of a gauge that has labels. */
export interface Sample<Label extends string> {
  readonly labels: Readonly<Record<Label, string>>;
  readonly value: number;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** The measures of this process. A name always gives the same measure. */
@Injectable()
export class Metrics {
  private readonly registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  counter<Label extends string>({ name, help, labels = [] }: Measure<Label>): Counter<Label> {
    return (
      this.present<Counter<Label>>(name) ?? new Counter({ name, help, labelNames: labels, registers: [this.registry] })
    );
  }

  /** A histogram of durations in seconds, up to half a minute by default. */
  histogram<Label extends string>(
    { name, help, labels = [] }: Measure<Label>,
    buckets: readonly number[] = SECONDS,
  ): Histogram<Label> {
    return (
      this.present<Histogram<Label>>(name) ??
      new Histogram({ name, help, labelNames: labels, buckets: [...buckets], registers: [this.registry] })
    );
  }

  /**
   * A gauge whose values are read at each scrape: `gauge({ name, help }, async () => depth)`. Values that cannot be read are left out,
   * and the rest is shown: a failing store must not hide everything else.
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

  /** All measures in the text format of Prometheus. */
  text(): Promise<string> {
    return this.registry.metrics();
  }

  get contentType(): string {
    return this.registry.contentType;
  }

  private present<Found>(name: string): Found | undefined {
    return this.registry.getSingleMetric(name) as Found | undefined;
  }
}
