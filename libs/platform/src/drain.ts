import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';

/** How long a process that was told to stop goes on serving, in ms. */
export class DrainTime {
  constructor(readonly ms: number) {}
}

/** What is still open after this is cut off, so that the process ends before an orchestrator kills it (30 s, by custom). */
const STOP_MS = 20_000;

/**
 * Told to stop, a process says at `/readyz` that it will, and goes on serving for a while: routers hear of it later than it
 * does. Only then do doors, workers and stores close, in that order, within bounds. Nest calls `onModuleDestroy` before it closes anything.
 */
@Injectable()
export class Drain implements OnModuleDestroy, BeforeApplicationShutdown {
  isStopping = false;
  private readonly log = new Logger('Drain');

  constructor(private readonly time: DrainTime) {}

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    if (this.time.ms > 0) await delay(this.time.ms);
  }

  /** Only a process that got a signal ends by itself; a test that closes a service goes on. */
  beforeApplicationShutdown(signal?: string): void {
    if (signal !== undefined) setTimeout(() => this.giveUp(), STOP_MS).unref();
  }

  private giveUp(): void {
    this.log.error(`Not everything closed within ${STOP_MS} ms; ending without the rest.`);
    process.exit(1);
  }
}
