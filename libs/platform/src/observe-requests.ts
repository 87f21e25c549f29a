import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { context, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from './log.ts';
import type { Metrics } from './metrics.ts';
import { RefusalLines } from './refusal-lines.ts';
import { runInRequest } from './request-id.ts';
import { contextOf, traceIdOf, tracer } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The trace context of the request; null for a probe. */
    traced: Context | null;
  }
}

const SANE_ID = /^[\w.:-]{1,100}$/;

/** Id of a request: the id that the caller sent if it is a plain word, otherwise a new id. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && SANE_ID.test(sent) ? sent : randomUUID();
}

const probes = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Records a log line, a metric and a span for each request, with route and numbers but no contents. Log lines of refusals
 * are summed.
 */
export function observeRequests(server: FastifyInstance, log: Logger, metrics: Metrics): void {
  const seconds = metrics.histogram({
    name: 'cairn_http_request_seconds',
    help: 'How long requests took.',
    labels: ['method', 'route', 'status'],
  });
  const refusalLines = new RefusalLines(log);
  server.addHook('onClose', async () => refusalLines.end());
  server.decorateRequest('principal', null);
  server.decorateRequest('refusal', null);
  server.decorateRequest('traced', null);
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    startSpan(request);
  });
  // Enters the span of the request here, since its body has arrived outside the async context of the request.
  server.addHook('preValidation', (request, _, next) =>
    runInRequest(request.id, () => context.with(request.traced ?? context.active(), next)),
  );
  server.addHook('onResponse', async (request, reply) => {
    const line = lineOf(request, reply);
    seconds.observe({ method: line.method, route: line.route, status: line.status }, line.ms / 1000);
    if (refusalLines.mayBeLogged(line)) log[probes.has(line.route) ? 'debug' : 'info'](line, 'request');
    endSpan(request, line.status);
  });
}

const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'unknown';

function startSpan(request: FastifyRequest): void {
  const route = routeOf(request);
  if (probes.has(route)) return;
  const { method, headers } = request;
  const attributes = { 'http.request.method': method, 'http.route': route };
  const parent = contextOf(headers['traceparent']);
  const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
  request.traced = trace.setSpan(parent, span);
}

function endSpan({ traced }: FastifyRequest, status: number): void {
  const span = traced && trace.getSpan(traced);
  span?.setAttribute('http.response.status_code', status);
  if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
  span?.end();
}

const lineOf = (request: FastifyRequest, reply: FastifyReply) => ({
  method: request.method,
  route: routeOf(request),
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime * 10) / 10,
  requestId: request.id,
  traceId: request.traced ? traceIdOf(request.traced) : undefined,
  orgId: request.principal?.orgId,
  keyId: request.principal?.keyId,
});
