import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

/** Time in ms for which a stopping process continues to serve. */
export class DrainTimes {
  constructor(readonly ms: number) {}
}

/**
 * Time in ms after which a stopping process exits, whatever is still open. It is shorter than the time after which an
 * orchestrator kills the process (30 s by default).
 */
const STOP_TIMEOUT_MS = 20_000;
/** Time in ms that callers with an open connection may take to notice that the connection ends. */
const CLOSE_NOTICE_MS = 250;
const DRAIN_CHECK_INTERVAL_MS = 10;

/**
 * Drains a stopping process. It reports the stop at `/readyz`, ends each connection with its next answer, and continues
 * to serve for a while, since routers and callers notice the stop later. Then servers, workers and stores close, in
 * this order, within time limits. Nest calls `onModuleDestroy` before it closes anything.
 */
@Injectable()
export class Drain implements OnModuleDestroy, OnApplicationShutdown {
  isStopping = false;
  private limited: readonly NodeJS.Signals[] = [];
  private readonly log = new Logger('Drain');

  constructor(
    private readonly time: DrainTimes,
    private readonly host: HttpAdapterHost,
  ) {}

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    if (this.time.ms > 0) await delay(this.time.ms);
    await this.untilHeard();
  }

  /**
   * Limits the stop that each of these signals begins. A hook of Nest could not, since those of this module come last, and
   * one before them may never end. A test that closes a service continues.
   */
  limitStopsBy(signals: readonly NodeJS.Signals[]): void {
    this.limited = signals;
    for (const signal of signals) process.once(signal, this.limitStop);
  }

  onApplicationShutdown(): void {
    for (const signal of this.limited) process.off(signal, this.limitStop);
  }

  private readonly limitStop = () => void setTimeout(() => this.giveUp(), this.time.ms + STOP_TIMEOUT_MS).unref();

  /**
   * Waits briefly for connections to end. If the server closed a connection between two requests, the second request
   * would fail.
   */
  private async untilHeard(): Promise<void> {
    const giveUpAt = performance.now() + CLOSE_NOTICE_MS;
    while ((await this.connections()) > 0 && performance.now() < giveUpAt) await delay(DRAIN_CHECK_INTERVAL_MS);
  }

  private connections(): Promise<number> {
    const server: Server = this.host.httpAdapter.getHttpServer();
    return server.listening ? promisify(server.getConnections.bind(server))() : Promise.resolve(0);
  }

  private giveUp(): void {
    this.log.error(`Not everything closed within ${STOP_TIMEOUT_MS} ms; ending without the rest.`);
    process.exit(1);
  }
}
