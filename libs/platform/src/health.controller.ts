import { hasRole } from '@cairn/domain';
import { Controller, Get, Header, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { NeedsRole, Public } from './auth.ts';
import { HealthOfProcess } from './health.ts';
import { Metrics } from './metrics.ts';

/** Reports health. Probes learn only yes or no; admins also learn the reasons. Nothing stored is shown. */
@Controller()
export class HealthController {
  constructor(
    private readonly health: HealthOfProcess,
    private readonly metrics: Metrics,
  ) {}

  /** Liveness: answers as long as the event loop runs. */
  @Public()
  @Get('healthz')
  @Header('cache-control', 'no-store')
  alive() {
    return { status: 'ok' };
  }

  /** Readiness: whether the process reaches the dependencies that it needs, and is not stopping. */
  @Public()
  @Get('readyz')
  @Header('cache-control', 'no-store')
  async ready(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply) {
    const { ready, parts } = await this.health.now();
    reply.status(ready ? 200 : 503);
    return isOfAdmin(request) ? { ready, parts } : { ready };
  }

  @NeedsRole('admin')
  @Get('metrics')
  async measures(@Res({ passthrough: true }) reply: FastifyReply) {
    reply.header('content-type', this.metrics.contentType);
    return this.metrics.text();
  }
}

const isOfAdmin = ({ principal }: FastifyRequest) => principal !== null && hasRole(principal.role, 'admin');
