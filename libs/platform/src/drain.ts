import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

/** How long a process that was told to stop goes on serving, in ms. */
export class DrainTime {
  constructor(readonly ms: number) {}
}

/** What is still open after this is cut off, so that the process ends before an orchestrator kills it (30 s, by custom). */
const STOP_MS = 20_000;
/** How long callers that keep a connection, and are using it, may take to hear that it ends. */
const HEARD_MS = 250;
const LOOK_MS = 10;

/**
 * Told to stop, a process says at `/readyz` that it will, and with each answer that the connection ends, and goes on serving
 * for a while: routers and callers hear of it later than it does. Only then do doors, workers and stores close, in that order,
 * within bounds. Nest calls `onModuleDestroy` before it closes anything.
 */
@Injectable()
export class Drain implements OnModuleDestroy, BeforeApplicationShutdown {
  isStopping = false;
  private readonly log = new Logger('Drain');

  constructor(
    private readonly time: DrainTime,
    private readonly host: HttpAdapterHost,
  ) {}

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    if (this.time.ms > 0) await delay(this.time.ms);
    await this.untilHeard();
  }

  /** Only a process that got a signal ends by itself; a test that closes a service goes on. */
  beforeApplicationShutdown(signal?: string): void {
    if (signal !== undefined) setTimeout(() => this.giveUp(), STOP_MS).unref();
  }

  /** A connection that closes between two requests of one caller would cut the second one off. */
  private async untilHeard(): Promise<void> {
    const giveUpAt = performance.now() + HEARD_MS;
    while ((await this.connections()) > 0 && performance.now() < giveUpAt) await delay(LOOK_MS);
  }

  private connections(): Promise<number> {
    const server: Server = this.host.httpAdapter.getHttpServer();
    return server.listening ? promisify(server.getConnections.bind(server))() : Promise.resolve(0);
  }

  private giveUp(): void {
    this.log.error(`Not everything closed within ${STOP_MS} ms; ending without the rest.`);
    process.exit(1);
  }
}
