import type { FastifyRequest } from 'fastify';

/**
 * The session of a person at the console is their key in a cookie that no script can read and no other site can send. It counts
 * for data routes alone, ends when the key is revoked, and needs a header that a page of another origin may not send.
 */
const COOKIE = 'cairn_session';
const HEADER = 'x-cairn-console';
const HOURS = 12;

const KEY_IN_COOKIE = new RegExp(`(?:^|; *)${COOKIE}=(cairn_[A-Za-z0-9_-]{1,200})(?:;|$)`);

/** The key of the session that a request belongs to. A request that shows a credential of its own belongs to none. */
export function keyOfSession(request: FastifyRequest): string | undefined {
  const { headers, routeOptions } = request;
  if (headers.authorization !== undefined || !routeOptions.url?.startsWith('/v1/')) return undefined;
  return isFromConsole(request) ? KEY_IN_COOKIE.exec(headers.cookie ?? '')?.[1] : undefined;
}

/** Whether a request comes from a page of this very server, which other pages cannot pretend. */
export function isFromConsole({ headers, host }: FastifyRequest): boolean {
  if (headers[HEADER] === undefined) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin === undefined || hostOf(headers.origin) === host;
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);

/** The `Set-Cookie` that begins a session. */
export const sessionOf = (key: string, request: FastifyRequest): string => cookie(request, key, HOURS * 3600);

/** The `Set-Cookie` that ends one. */
export const endedSession = (request: FastifyRequest): string => cookie(request, '', 0);

const cookie = ({ protocol }: FastifyRequest, value: string, maxAgeSeconds: number) =>
  [
    `${COOKIE}=${value}`,
    'Path=/v1',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(protocol === 'https' ? ['Secure'] : []),
  ].join('; ');
