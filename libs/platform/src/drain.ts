import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { STOP_SECONDS } from './stop-seconds.ts';

/** Times of a stopping process, in ms. */
export class DrainTimes {
  /** Time that callers with an open connection may take to notice that the connection ends. */
  closeNoticeMs = 250;

  /** Takes the time for which the process continues to serve. */
  constructor(private readonly servingMs: number) {}

  /** Time after the signal at which the process exits, whatever is still open. */
  get limitMs(): number {
    return this.servingMs + STOP_SECONDS * 1000;
  }

  /** Waits until the process need not serve any longer. */
  async served(): Promise<void> {
    if (this.servingMs > 0) await delay(this.servingMs);
  }
}

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
    private readonly times: DrainTimes,
    private readonly host: HttpAdapterHost,
  ) {}

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    await this.times.served();
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

  private readonly limitStop = () => void setTimeout(() => this.giveUp(), this.times.limitMs).unref();

  /**
   * Waits briefly for connections to end. If the server closed a connection between two requests, the second request
   * would fail.
   */
  private async untilHeard(): Promise<void> {
    const giveUpAt = performance.now() + this.times.closeNoticeMs;
    while ((await this.connections()) > 0 && performance.now() < giveUpAt) await delay(DRAIN_CHECK_INTERVAL_MS);
  }

  private connections(): Promise<number> {
    const server: Server = this.host.httpAdapter.getHttpServer();
    return server.listening ? promisify(server.getConnections.bind(server))() : Promise.resolve(0);
  }

  private giveUp(): void {
    this.log.error(`Not everything closed within ${this.times.limitMs} ms of the signal; ending without the rest.`);
    process.exit(1);
  }
}
