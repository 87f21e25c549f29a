import { Injectable, Logger, Optional, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { HealthSlot, ProcessSamples } from '@cairn/contracts';
import { SharedSamples } from '@cairn/ports';
import { PeriodicTasks } from './periodic-tasks.ts';
import { RequestSamples } from './request-samples.ts';

const SHARE_MS = 5_000;

/**
 * Shares the samples of this process with the others every five seconds, where there is a Redis for it. A killed process
 * loses the counts of its last seconds.
 */
@Injectable()
export class SampleSharing implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly tasks = new PeriodicTasks(new Logger(SampleSharing.name));
  private latest = '';

  constructor(
    private readonly samples: RequestSamples,
    @Optional() private readonly shared?: SharedSamples,
  ) {}

  onApplicationBootstrap(): void {
    if (this.shared) this.tasks.begin({ task: 'sharing of samples', everyMs: SHARE_MS, run: () => this.share() });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.tasks.end();
  }

  /** Samples of all processes, this one first. Those of this one alone while the others cannot be asked. */
  async read(): Promise<ProcessSamples[]> {
    const own = this.own();
    const all = (await this.shared?.read().catch(() => [])) ?? [];
    return [own, ...all.filter(({ process }) => process !== own.process)];
  }

  /** Shares what changed. A failure is left to the next time, since a health page is not worth a line each five seconds. */
  private async share(): Promise<void> {
    const own = this.own();
    const text = JSON.stringify(own);
    if (text === this.latest) return;
    await this.shared?.share(own).then(
      () => (this.latest = text),
      () => undefined,
    );
  }

  private own(): ProcessSamples {
    return { process: this.samples.process, since: this.samples.since, slots: this.samples.read() };
  }
}

/** Joins the slots of processes: sums of the counts, and the most of times and waiting deliveries. Oldest first. */
export function joinSlots(all: readonly HealthSlot[]): HealthSlot[] {
  return [...Map.groupBy(all, ({ at }) => at)]
    .toSorted(([one], [other]) => one - other)
    .map(([at, slots]) => ({
      ...{ at, ...totalOf(slots) },
      waiting: mostOf(slots.map(({ waiting }) => waiting)),
    }));
}

/** Sums of the counts of slots, and the slowest of their times. */
export const totalOf = (slots: readonly HealthSlot[]) => ({
  writes: sumOf(slots.map(({ writes }) => writes)),
  recalls: sumOf(slots.map(({ recalls }) => recalls)),
  recallP95Ms: mostOf(slots.map(({ recallP95Ms }) => recallP95Ms)),
  lateHooks: sumOf(slots.map(({ lateHooks }) => lateHooks)),
});

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

function mostOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}
