import type { FastifyRequest } from 'fastify';

/**
 * Name of the cookie with a console session: the user's key, or the user's access token of the identity provider.
 * Scripts cannot read the cookie, and other sites cannot send it. It is valid for data routes only, ends with the key
 * or token, and requires a header that a page of another origin may not send.
 */
const SESSION_COOKIE = 'cairn_session';
const CONSOLE_HEADER = 'x-cairn-console';
const SESSION_HOURS = 12;

/** The key or token in the console session of a request; undefined if the request has a credential of its own. */
export function credentialOfSession(request: FastifyRequest): string | undefined {
  const { headers, routeOptions } = request;
  if (headers.authorization !== undefined || !routeOptions.url?.startsWith('/v1/')) return undefined;
  return isFromConsole(request) ? cookieOf(request, SESSION_COOKIE) : undefined;
}

/** The value of a cookie of a request. */
export const cookieOf = ({ headers }: FastifyRequest, name: string): string | undefined =>
  (headers.cookie ?? '')
    .split(/; */)
    .find((each) => each.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** Whether a request comes from a page of this server; pages of other origins cannot imitate that. */
export function isFromConsole({ headers, host }: FastifyRequest): boolean {
  if (headers[CONSOLE_HEADER] === undefined) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  return headers.origin === undefined || hostOf(headers.origin) === host;
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);

/** Builds the `Set-Cookie` header that begins a session. */
export const sessionOf = (credential: string, request: FastifyRequest, seconds = SESSION_HOURS * 3600): string =>
  setCookie(request, { name: SESSION_COOKIE, value: credential, path: '/v1', sameSite: 'Strict', seconds });

/** Builds the `Set-Cookie` header that ends a session. */
export const clearSessionCookie = (request: FastifyRequest): string => sessionOf('', request, 0);

interface NewCookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
  readonly sameSite: 'Strict' | 'Lax';
  readonly seconds: number;
}

/** Builds a `Set-Cookie` header for a cookie that scripts cannot read. */
export const setCookie = ({ protocol }: FastifyRequest, { name, value, path, sameSite, seconds }: NewCookie): string =>
  [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${seconds}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(protocol === 'https' ? ['Secure'] : []),
  ].join('; ');
