import { answerTo, problemOf, requestOf, type Fetch, type HttpAnswer, type SentParts } from '@cairn/client';
import {
  CairnError,
  errorCatalog,
  routes,
  WriteMemoriesQuery,
  WriteQuery,
  type ErrorCode,
  type Route,
  type RouteInput,
  type RouteName,
  type RouteOutput,
} from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { RouteCaller, type CallOptions } from '@cairn/ports';
import { Agent, fetch } from 'undici';
import { guardCallsTo } from './guarded.ts';
import { repeatIfSafe, addIdempotencyKey } from './repeated.ts';

/** Options of a client. They are read at every call, so that a getter can follow a service that moves. */
export interface HttpServiceOptions {
  /** Address of the service, such as `http://recall-api:7070`. */
  readonly baseUrl: string;
  /** Returns the bearer token that proves to the service on whose behalf the call is made. */
  readonly authorization: (principal: Principal) => string | Promise<string>;
  /** Returns further headers for every request, such as its trace. */
  readonly headers?: () => Readonly<Record<string, string>>;
  /** Timeout of an answer in ms; 30,000 by default. The time that a write waits for the indexes is added to it. */
  readonly timeoutMs?: number;
  /**
   * Called if the service gave no answer; resolves when the service can be called again. The call is then repeated, at
   * most a few times, if a repetition is safe. Writes have an Idempotency-Key, so their repetition is safe. Without
   * `recover`, no call is repeated.
   */
  readonly recover?: () => Promise<void>;
  /**
   * Name of the called service, for which the token is signed. If it is set, a refused token is reported as a fault of
   * the services.
   */
  readonly service?: string;
}

const REQUEST_TIMEOUT_MS = 30_000;
/**
 * Timeouts in ms for connecting, for the pause between parts of an answer, and for a probe. A working service needs far
 * less.
 */
const CONNECT_TIMEOUT_MS = 3_000;
const BODY_PAUSE_TIMEOUT_MS = 10_000;
const PROBE_TIMEOUT_MS = 1_500;
/**
 * Number of requests after which a connection is renewed. If one address stands for many replicas, each connection
 * stays with one replica. Permanent connections would leave the remaining replicas idle, above all replicas that an
 * autoscaler adds.
 */
const REQUESTS_PER_CONNECTION = 20;

/**
 * Calls the routes of one service. A connection is kept for some requests. A failure is thrown as the `CairnError` with
 * which the service answered. A service that does not answer gets no calls for a while, and the number of concurrent
 * calls is limited.
 */
export class RouteClient extends RouteCaller {
  private readonly options: HttpServiceOptions;
  private readonly agent = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    bodyTimeout: BODY_PAUSE_TIMEOUT_MS,
    maxRequestsPerClient: REQUESTS_PER_CONNECTION,
  });
  private readonly guards = new Map<string, ReturnType<typeof guardCallsTo>>();

  constructor(options: HttpServiceOptions) {
    super();
    this.options = options;
  }

  call<Name extends RouteName>(
    name: Name,
    principal: Principal,
    input: RouteInput<Name>,
    options: CallOptions = {},
  ): Promise<RouteOutput<Name>> {
    const { recover } = this.options;
    const sent: SentParts = input;
    return recover
      ? repeatIfSafe(recover, routes[name].method, addIdempotencyKey(name, sent), (again) =>
          this.once(name, principal, again, options),
        )
      : this.once(name, principal, sent, options);
  }

  private async once<Name extends RouteName>(
    name: Name,
    principal: Principal,
    sent: SentParts,
    options: CallOptions,
  ): Promise<RouteOutput<Name>> {
    const { status, body } = await this.guard(() => this.send(name, principal, sent, options));
    if (status >= 400) throw this.failureOf(name, status, body);
    const parsed = routes[name].output.safeParse(body);
    if (!parsed.success)
      throw new CairnError('internal', `The answer of ${this.labelOf(name)} does not have the expected form.`, {
        cause: parsed.error,
      });
    // The parsed answer has the type of this route's schema, which TypeScript cannot infer through the table.
    return parsed.data as RouteOutput<Name>;
  }

  /** Asks the liveness probe whether the service answers. The probe checks none of the dependencies of the service. */
  async health(): Promise<{ ready: boolean; problem?: string }> {
    const address = new URL('healthz', this.options.baseUrl.replace(/\/?$/, '/'));
    try {
      const answer = await fetch(address, { dispatcher: this.agent, signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
      await answer.body?.cancel();
      return answer.ok ? { ready: true } : { ready: false, problem: `${address.href} answered ${answer.status}` };
    } catch (error) {
      const { message, cause } = error as Error;
      return { ready: false, problem: `${address.href}: ${cause instanceof Error ? cause.message : message}` };
    }
  }

  async close(): Promise<void> {
    await this.agent.close();
  }

  /**
   * Returns the guard of the current address. Each address has its own guard, since failures of one address say nothing
   * about the next address.
   */
  private get guard(): ReturnType<typeof guardCallsTo> {
    const { baseUrl, service = 'The server' } = this.options;
    const guard = this.guards.get(baseUrl) ?? guardCallsTo(service);
    if (!this.guards.has(baseUrl)) this.guards.clear();
    this.guards.set(baseUrl, guard);
    return guard;
  }

  /** Sends a request. The timeout covers the whole call; the timeouts of the agent are shorter. */
  private async send(
    name: RouteName,
    principal: Principal,
    sent: SentParts,
    { signal, timeoutMs = this.options.timeoutMs ?? REQUEST_TIMEOUT_MS }: CallOptions,
  ): Promise<HttpAnswer> {
    const { authorization, headers, baseUrl } = this.options;
    const request = requestOf(routes[name], baseUrl, sent);
    const whole = { ...request, headers: { accept: 'application/json', ...headers?.(), ...request.headers } };
    const key = await authorization(principal);
    try {
      return await answerTo(whole, { key, timeoutMs: timeoutMs + waitOf(name, sent), signal, fetch: this.fetch });
    } catch (cause) {
      throw new CairnError('service/unavailable', `${this.labelOf(name)} did not answer.`, { cause });
    }
  }

  private readonly fetch: Fetch = (address, request) =>
    fetch(address, { ...request, dispatcher: this.agent, redirect: 'error' });

  private failureOf(name: RouteName, status: number, body: unknown): CairnError {
    const { service } = this.options;
    if (status !== 401 || service === undefined) return failureOf(status, body, this.labelOf(name));
    const cause = failureOf(status, body, this.labelOf(name));
    return new CairnError(
      'service/unavailable',
      `${service} refuses the token of this service: their CAIRN_SERVICE_SECRET or their clocks differ.`,
      { cause },
    );
  }

  private labelOf(name: RouteName): string {
    const { method, path } = routes[name];
    const { service } = this.options;
    return `${method} ${path}${service === undefined ? '' : ` of ${service}`}`;
  }
}

/** Additional time in ms that the service may take, since the caller requested to wait until the indexes have the write. */
function waitOf(name: RouteName, { query }: SentParts): number {
  const { query: schema }: Route = routes[name];
  const writing = [WriteQuery, WriteMemoriesQuery].find((one) => one === schema);
  const asked = writing?.safeParse(query ?? {}).data;
  return asked?.wait === undefined ? 0 : asked.waitMs;
}

function failureOf(status: number, body: unknown, label: string): CairnError {
  const { code, message, issues } = problemOf(body);
  if (code === undefined || message === undefined)
    return new CairnError(codeOf(status), `${label} answered ${status}.`);
  return new CairnError(code in errorCatalog ? (code as ErrorCode) : codeOf(status), message, {
    issues: issues.map(({ field = '', message: what = '', value, allowed }) => ({
      field,
      message: what,
      value,
      ...(allowed !== undefined && { allowed }),
    })),
  });
}

/**
 * Returns the error code for an answer that does not have our form, because a program between this process and the
 * service sent it.
 */
function codeOf(status: number): ErrorCode {
  if (status >= 500) return 'service/unavailable';
  const found = (Object.keys(errorCatalog) as ErrorCode[]).find((code) => errorCatalog[code].http === status);
  return found ?? 'internal';
}
