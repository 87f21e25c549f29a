import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';

const SANE_ID = /^[\w.:-]{1,100}$/;

/** The caller's own request id if it is a plain word, else a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && SANE_ID.test(sent) ? sent : randomUUID();
}

const probes = new Set(['/healthz', '/readyz', '/metrics']);

/** Echoes the request id and writes one line and one measure a request: route pattern and numbers, never what was asked or answered. */
export function observeRequests(server: FastifyInstance, log: Logger, metrics: Metrics): void {
  const seconds = metrics.histogram({
    name: 'cairn_http_request_seconds',
    help: 'How long requests took.',
    labels: ['method', 'route', 'status'],
  });
  server.decorateRequest('principal', null);
  server.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  server.addHook('onResponse', async (request, reply) => {
    const line = lineOf(request, reply);
    seconds.observe({ method: line.method, route: line.route, status: line.status }, line.ms / 1000);
    log[probes.has(line.route) ? 'debug' : 'info'](line, 'request');
  });
}

const lineOf = (request: FastifyRequest, reply: FastifyReply) => ({
  method: request.method,
  route: request.routeOptions.url ?? 'unknown',
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime * 10) / 10,
  requestId: request.id,
  orgId: request.principal?.orgId,
  keyId: request.principal?.keyId,
});
