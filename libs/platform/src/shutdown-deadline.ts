import type { Server } from 'node:http';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';

const DRAIN_TIMEOUT_MS = 10_000;
const PARENT_CHECK_INTERVAL_MS = 50;

/**
 * Limits the time that running requests take at a stop. Each connection closes after its last answer, since clients
 * would keep the connection open. Connections that remain after ten seconds are cut, so that the stores can close.
 */
@Injectable()
export class ShutdownDeadline implements BeforeApplicationShutdown, OnApplicationShutdown {
  private looking: NodeJS.Timeout | undefined;

  constructor(private readonly host: HttpAdapterHost) {}

  beforeApplicationShutdown(): void {
    const server: Server = this.host.httpAdapter.getHttpServer();
    const deadline = Date.now() + DRAIN_TIMEOUT_MS;
    this.looking = setInterval(
      () => (Date.now() < deadline ? server.closeIdleConnections() : server.closeAllConnections()),
      PARENT_CHECK_INTERVAL_MS,
    );
  }

  onApplicationShutdown(): void {
    clearInterval(this.looking);
  }
}
