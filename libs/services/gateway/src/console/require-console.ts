import { CairnError } from '@cairn/contracts';
import { isFromConsole } from '@cairn/platform';
import type { FastifyRequest } from 'fastify';

/** Refuses a request that no page of this server sent. */
export function requireConsole(request: FastifyRequest): void {
  if (isFromConsole(request)) return;
  throw new CairnError('auth/forbidden', 'Only the console of this server signs people in and out.');
}
