import { createHash } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import { CairnError } from '@cairn/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { keyOf, tokenOf } from './auth.ts';
import type { ServiceTokens } from './service-tokens.ts';

const open = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Counts requests by key, or by address where there is none, and refuses those beyond the limit. Probes are never refused,
 * nor is a neighbour: it has counted its caller already, and speaks for many from one address.
 */
export const limitRate = (server: FastifyInstance, perMinute: number, tokens?: ServiceTokens) =>
  server.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    keyGenerator: callerName,
    allowList: (request) => open.has(request.routeOptions.url ?? '') || isNeighbour(request, tokens),
    errorResponseBuilder: (_, { max, after }) =>
      new CairnError('rate/limited', `More than ${max} requests a minute. Come back in ${after}.`),
  });

async function isNeighbour(request: FastifyRequest, tokens: ServiceTokens | undefined): Promise<boolean> {
  const token = tokens && tokenOf(request);
  return token !== undefined && (await tokens?.verify(token)) !== undefined;
}

function callerName(request: FastifyRequest): string {
  const key = keyOf(request);
  return key === undefined ? request.ip : createHash('sha256').update(key).digest('base64url').slice(0, 16);
}
