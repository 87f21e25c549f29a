import { finished, Transform, type Readable } from 'node:stream';
import { CairnError, limits } from '@cairn/contracts';
import { hasRole, requireRole, type Principal } from '@cairn/domain';
import { context } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Callers, KnownCaller } from './auth.ts';
import type { BodiesInFlight, HeldBody } from './bodies-in-flight.ts';
import { challengeOf } from './challenge.ts';
import { knownAddresses, type KnownAddresses } from './known-addresses.ts';
import type { RateLimit } from './rate-limit.ts';
import type { ResourceAuthority } from './resource-authority.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The memory reserved for the body of the request; null if it has none. */
    heldBody: HeldBody | null;
  }
}

interface AuthGuardOptions {
  readonly callers: Callers;
  readonly rateLimit: RateLimit;
  readonly bodies: BodiesInFlight;
  readonly bodyMs: number;
  /** The authorization server that clients are sent to, if there is one. */
  readonly authority: ResourceAuthority | undefined;
}

/**
 * Time in ms for which the server still reads and drops the body of a refused request, so that the client receives the
 * answer.
 */
const REFUSAL_LINGER_MS = 5_000;

/**
 * Checks a request before its body is read: the caller, their role, their rate, and the memory for the body. A route is
 * closed unless it is declared public.
 */
export function authGuard(server: FastifyInstance, options: AuthGuardOptions): void {
  const addresses = knownAddresses(server);
  server.decorateRequest('heldBody', null);
  server.addHook('onRequest', (request, reply) => admitCaller(request, reply, options, addresses));
  server.addHook('preParsing', async (request, reply, payload) => limitBody(request, reply, payload, options.bodyMs));
  server.addHook('onResponse', async ({ raw }) => {
    if (!raw.complete) setTimeout(() => raw.complete || raw.destroy(), REFUSAL_LINGER_MS).unref();
  });
  // Handles a request that waits for `100 Continue` like any other request. The server asks for the body once the
  // request is accepted.
  server.server.on('checkContinue', (request, response) => server.server.emit('request', request, response));
}

async function admitCaller(
  request: FastifyRequest,
  reply: FastifyReply,
  { callers, rateLimit, bodies, authority }: AuthGuardOptions,
  addresses: KnownAddresses,
): Promise<void> {
  if (isProbe(request)) return;
  const access = accessOf(request);
  const caller = await context.with(request.traced ?? context.active(), () => findPrincipal(request, callers, access));
  request.principal = caller?.principal ?? null;
  if (!caller?.isNeighbour) await rateLimit.count(request, reply);
  setQuotaHeaders(request, reply);
  if (access === undefined) throw addresses.refusal(request, reply);
  if (access !== 'public') requireAccess(request, reply, access, authority);
  holdBody(request, reply, bodies, caller);
}

/**
 * Sets headers with the organisation's quotas, for admins only: the numbers count the whole organisation, with items hidden
 * from the caller.
 */
function setQuotaHeaders({ method, principal }: FastifyRequest, reply: FastifyReply): void {
  if (method === 'GET' || !principal?.quotas || !hasRole(principal.role, 'admin')) return;
  for (const { limit, remaining } of principal.quotas) reply.header(`x-limit-${limit}-remaining`, remaining);
}

const probes = new Set(['/healthz', '/readyz']);

/** Whether a request is a probe without a credential. A probe with a credential is authenticated. */
const isProbe = ({ routeOptions, headers }: FastifyRequest) =>
  headers.authorization === undefined && probes.has(routeOptions.url ?? '');

const DOCS_PATH = /^\/docs(?:[-/]|$)/;

/** Returns who may call the route of a request; undefined if no route matches, or only the catch-all route for browsers. */
function accessOf({ is404, routeOptions: { url, config } }: FastifyRequest): Access | undefined {
  if (is404 || url === undefined || url === '*') return undefined;
  return config.access ?? (DOCS_PATH.test(url) ? 'public' : 'reader');
}

/** Authenticates the caller. On a public route, a failing store does not fail the request. */
async function findPrincipal(
  request: FastifyRequest,
  callers: Callers,
  access: Access | undefined,
): Promise<KnownCaller | undefined> {
  if (access !== undefined && access !== 'public') return callers.find(request);
  return callers.find(request).catch(() => undefined);
}

function requireAccess(
  request: FastifyRequest,
  reply: FastifyReply,
  needed: Exclude<Access, 'public'>,
  authority: ResourceAuthority | undefined,
): void {
  const { principal, refusal } = request;
  if (!principal) {
    reply.header('www-authenticate', challengeOf(request, authority));
    throw new CairnError('auth/missing', refusal ?? 'Send a valid key: Authorization: Bearer cairn_...');
  }
  if (needed === 'operator') return requireOperator(principal);
  if (principal.isOperator)
    throw new CairnError('auth/forbidden', "The operator's key opens /v1/organisations and nothing else.");
  requireRole(principal, needed, { act: 'This' });
}

function requireOperator({ isOperator, role }: Principal): void {
  if (isOperator) return;
  throw new CairnError('auth/forbidden', `This needs the operator's key; the key has the role ${role}.`);
}

function holdBody(
  request: FastifyRequest,
  reply: FastifyReply,
  bodies: BodiesInFlight,
  caller: KnownCaller | undefined,
): void {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared === 0 && request.headers['transfer-encoding'] === undefined) return;
  if (declared > limits.bodyBytes.max) throw tooLargeError();
  const address = caller?.isNeighbour ? undefined : request.ip;
  const held = bodies.hold({ keyId: caller?.principal.keyId, address });
  held.grow(declared);
  request.heldBody = held;
  finished(reply.raw, () => held.release());
}

const tooLargeError = () =>
  new CairnError('request/too-large', `A body has at most ${limits.bodyBytes.max} ${limits.bodyBytes.unit}.`);

/** Wraps the body of a request as it arrives: counts its bytes if the length was not declared, and limits the time. */
function limitBody(request: FastifyRequest, reply: FastifyReply, payload: Readable, bodyMs: number): Readable {
  const { heldBody, headers, raw } = request;
  if (!heldBody) return payload;
  if (headers.expect !== undefined) reply.raw.writeContinue();
  const isDeclared = headers['content-length'] !== undefined;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      done(isDeclared ? null : problemOf(() => heldBody.grow(chunk.length)), chunk);
    },
  });
  const timer = setTimeout(() => counted.destroy(slowBodyError(bodyMs)), bodyMs);
  finished(counted, () => clearTimeout(timer));
  raw.once('close', () => raw.complete || counted.destroy(new CairnError('request/invalid', 'The body broke off.')));
  return payload.pipe(counted);
}

function problemOf(work: () => void): Error | null {
  try {
    work();
    return null;
  } catch (error) {
    return error as Error;
  }
}

const slowBodyError = (bodyMs: number) =>
  new CairnError('request/slow', `The body did not arrive within ${bodyMs / 1000} seconds.`);
