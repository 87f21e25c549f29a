import { createHash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import { CairnError } from '@cairn/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { keyOf } from './auth.ts';

const open = new Set(['/healthz', '/readyz', '/metrics']);

/** Counts requests by key, or by address where there is none, and refuses those beyond the limit. Probes are never refused. */
export const limitRate = (server: FastifyInstance, perMinute: number) =>
  server.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator: callerName,
    allowList: (request) => open.has(request.routeOptions.url ?? ''),
    errorResponseBuilder: (_, { max, after }) =>
      new CairnError('rate/limited', `More than ${max} requests a minute. Come back in ${after}.`),
  });

function callerName(request: FastifyRequest): string {
  const key = keyOf(request);
  return key === undefined ? request.ip : createHash('sha256').update(key).digest('base64url').slice(0, 16);
}
