import { hostname } from 'node:os';
import { HEALTH_SLOT_MS, HEALTH_SLOTS, type HealthSlot } from '@cairn/contracts';
import { Clock } from '@cairn/ports';
import { Injectable, Optional } from '@nestjs/common';

/** Times that one slot keeps for its percentile; further ones replace earlier ones at random places. */
const TIMES_MAX = 1_000;

interface Slot {
  writes: number;
  recalls: number;
  lateHooks: number;
  waiting: number | null;
  readonly recallMs: number[];
}

/** One answered call of a route, as the samples count it. */
export interface SampledCall {
  readonly kind: 'write' | 'recall' | 'other';
  readonly tookMs: number;
  readonly isLate: boolean;
}

/**
 * Counts of the work of this process by five minutes, for 24 hours. They stay in memory, so that counting costs nothing,
 * and begin again with the process.
 */
@Injectable()
export class RequestSamples {
  readonly since: number;
  /** Host and number of this process. */
  readonly process = `${hostname()}:${process.pid}`;
  private readonly slots = new Map<number, Slot>();

  constructor(@Optional() private readonly clock?: Clock) {
    this.since = this.now();
  }

  note({ kind, tookMs, isLate }: SampledCall): void {
    if (kind === 'other' && !isLate) return;
    const slot = this.slot();
    if (kind === 'write') slot.writes += 1;
    if (isLate) slot.lateHooks += 1;
    if (kind !== 'recall') return;
    const at = slot.recalls < TIMES_MAX ? slot.recalls : Math.floor(Math.random() * TIMES_MAX);
    slot.recallMs[at] = tookMs;
    slot.recalls += 1;
  }

  /** Notes how many deliveries wait now. */
  noteWaiting(waiting: number): void {
    const slot = this.slot();
    slot.waiting = Math.max(slot.waiting ?? 0, waiting);
  }

  /** The slots in which something happened, oldest first. */
  read(): HealthSlot[] {
    this.dropOld();
    return [...this.slots].map(([at, { recallMs, ...counts }]) => ({
      ...{ at, ...counts },
      recallP95Ms: percentile(recallMs, 0.95),
    }));
  }

  private now(): number {
    return this.clock?.now() ?? Date.now();
  }

  private slot(): Slot {
    const at = Math.floor(this.now() / HEALTH_SLOT_MS) * HEALTH_SLOT_MS;
    const present = this.slots.get(at);
    if (present) return present;
    this.dropOld();
    const made: Slot = { writes: 0, recalls: 0, lateHooks: 0, waiting: null, recallMs: [] };
    this.slots.set(at, made);
    return made;
  }

  private dropOld(): void {
    const oldest = this.now() - HEALTH_SLOTS * HEALTH_SLOT_MS;
    for (const at of this.slots.keys()) if (at < oldest) this.slots.delete(at);
  }
}

function percentile(times: readonly number[], share: number): number | null {
  if (times.length === 0) return null;
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!);
}
