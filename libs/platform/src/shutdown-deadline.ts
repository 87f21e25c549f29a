import type { Server } from 'node:http';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

const DRAIN_MS = 10_000;
const LOOK_MS = 50;

/**
 * Bounds the end of requests under way at a stop. A connection is closed after its last answer (a client would keep it open
 * for the next request); connections that remain after ten seconds are cut, so that the stores can close.
 */
@Injectable()
export class ShutdownDeadline implements BeforeApplicationShutdown, OnApplicationShutdown {
  private looking: NodeJS.Timeout | undefined;

  constructor(private readonly host: HttpAdapterHost) {}

  beforeApplicationShutdown(): void {
    const server: Server = this.host.httpAdapter.getHttpServer();
    const deadline = Date.now() + DRAIN_MS;
    this.looking = setInterval(
      () => (Date.now() < deadline ? server.closeIdleConnections() : server.closeAllConnections()),
      LOOK_MS,
    );
  }

  onApplicationShutdown(): void {
    clearInterval(this.looking);
  }
}
