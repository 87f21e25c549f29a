import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseError } from 'pg';
import type { Probe } from './probe.ts';

/** Commands, one after the other, that got no answer in their time, until the server counts as silent. */
const TIMEOUTS = 3;
const LOOK_MS = 500;

/**
 * Notices a server that takes what it is sent and answers nothing, as one does that is frozen. While it is silent nobody
 * waits for it; the probe alone asks, and ends the silence.
 */
export class Silence {
  private readonly probe: Probe;
  private timeouts = 0;
  private isOver = false;

  constructor(probe: Probe) {
    this.probe = probe;
  }

  get isSilent(): boolean {
    return this.timeouts >= TIMEOUTS;
  }

  heard(): void {
    this.timeouts = 0;
  }

  /** A timeout that the server itself tells of is an answer. */
  failed(error: unknown): void {
    if (error instanceof DatabaseError) return this.heard();
    if (!/timeout/i.test(String(error))) return;
    this.timeouts += 1;
    if (this.timeouts === TIMEOUTS) void this.listen();
  }

  close(): void {
    this.isOver = true;
  }

  private async listen(): Promise<void> {
    while (!this.isOver && !(await this.probe.health()).ready) await delay(LOOK_MS, undefined, { ref: false });
    this.heard();
  }
}
