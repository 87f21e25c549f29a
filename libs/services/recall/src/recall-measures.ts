import { Injectable } from '@nestjs/common';
import type { RetrieverName } from '@cairn/contracts';
import { Metrics } from '@cairn/platform';

/** Metrics of recall: the duration of each stage, and how often retrievers are missing. */
@Injectable()
export class RecallMeasures {
  private readonly stages;
  private readonly degraded;

  constructor(metrics: Metrics) {
    this.stages = metrics.histogram({
      name: 'cairn_recall_seconds',
      help: 'Time of a recall by stage; stages that run together overlap.',
      labels: ['stage'],
    });
    this.degraded = metrics.counter({
      name: 'cairn_recall_degraded_total',
      help: 'Answers that a retriever was missing from.',
      labels: ['lane'],
    });
  }

  observe(timings: Readonly<Record<string, number>>, degraded: readonly RetrieverName[]): void {
    for (const [stage, ms] of Object.entries(timings)) this.stages.observe({ stage }, ms / 1000);
    for (const name of degraded) this.degraded.inc({ lane: name });
  }
}
