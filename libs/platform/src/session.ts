import type { FastifyRequest } from 'fastify';

/**
 * The session of a person at the console is their key, or their access token of the company's identity provider, in a cookie that no
 * script can read and no other site can send. It counts for data routes alone, ends when the key or token does, and needs a header that
 * a page of another origin may not send.
 */
const COOKIE = 'cairn_session';
const HEADER = 'x-cairn-console';
const HOURS = 12;

/** The key or token of the session that a request belongs to. A request that shows a credential of its own belongs to none. */
export function credentialOfSession(request: FastifyRequest): string | undefined {
  const { headers, routeOptions } = request;
  if (headers.authorization !== undefined || !routeOptions.url?.startsWith('/v1/')) return undefined;
  return isFromConsole(request) ? cookieOf(request, COOKIE) : undefined;
}

/** The value of a cookie that a request came with. */
export const cookieOf = ({ headers }: FastifyRequest, name: string): string | undefined =>
  (headers.cookie ?? '')
    .split(/; */)
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Whether a request comes from a page of this very server, which other pages cannot pretend. */
export function isFromConsole({ headers, host }: FastifyRequest): boolean {
  if (headers[HEADER] === undefined) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin === undefined || hostOf(headers.origin) === host;
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);

/** The `Set-Cookie` that begins a session. */
export const sessionOf = (credential: string, request: FastifyRequest, seconds = HOURS * 3600): string =>
  setCookie(request, { name: COOKIE, value: credential, path: '/v1', sameSite: 'Strict', seconds });

/** The `Set-Cookie` that ends one. */
export const endedSession = (request: FastifyRequest): string => sessionOf('', request, 0);

interface NewCookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly sameSite: 'Strict' | 'Lax';
  readonly seconds: number;
}

/** A `Set-Cookie` of what no script reads. */
export const setCookie = ({ protocol }: FastifyRequest, { name, value, path, sameSite, seconds }: NewCookie): string =>
  [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${seconds}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(protocol === 'https' ? ['Secure'] : []),
  ].join('; ');
