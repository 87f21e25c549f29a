import { Readiness } from '@cairn/ports';
import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from './auth.ts';
import { Drain } from './drain.ts';
import { Metrics } from './metrics.ts';

/** For probes and scrapers; open, and free of anything that was stored. */
@Public()
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly drain: Drain,
    private readonly metrics: Metrics,
  ) {}

  /** Am I alive: true as long as the event loop answers. */
  @Get('healthz')
  @Header('cache-control', 'no-store')
  alive() {
    return { status: 'ok' };
  }

  /** Can I reach what I need, and shall I go on. */
  @Get('readyz')
  @Header('cache-control', 'no-store')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const parts = this.drain.isStopping ? stopping : await this.readiness.parts();
    const ready = parts.every((part) => part.ready);
    reply.status(ready ? 200 : 503);
    return { ready, parts };
  }

  @Get('metrics')
  async measures(@Res({ passthrough: true }) reply: FastifyReply) {
    reply.header('content-type', this.metrics.contentType);
    return this.metrics.text();
  }
}

const stopping = [{ name: 'process', ready: false, problem: 'It was told to stop.' }];
