import { routeRequest, type RouteRequest, type SentParts } from '@cairn/adapter-http-services';
import { routes, type FieldIssue, type RouteInput, type RouteName, type RouteOutput } from '@cairn/contracts';
import { z } from 'zod';
import { CommandFailure } from './exit-codes.ts';

const TIMEOUT_MS = 60_000;

/** The server answered, and the answer is no. */
export class ServerRefusal extends Error {
  readonly status: number;
  readonly code: string | undefined;
  readonly issues: readonly Partial<FieldIssue>[];
  readonly retryAfterMs: number | undefined;
  /** The answer's JSON, or its text. */
  readonly body: unknown;

  constructor(status: number, body: unknown, retryAfterMs?: number) {
    const { code, message, issues } = readProblem(body);
    super(message ?? `the server answered ${status}`);
    this.name = 'ServerRefusal';
    this.status = status;
    this.code = code;
    this.issues = issues ?? [];
    this.retryAfterMs = retryAfterMs;
    this.body = body;
  }
}

/** No answer: nobody listens, the connection broke, or it took too long. Whether the request was carried out is unknown. */
export class ServerUnreachable extends Error {
  constructor(url: string, cause: unknown) {
    super(`no answer from ${url}: ${reasonOf(cause)}`, { cause });
    this.name = 'ServerUnreachable';
  }
}

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** For what goes through a whole store. */
  readonly timeoutMs?: number;
}

/** The parts of a route's input as a person typed them: the server checks what stands in them, and says what is wrong with it. */
type UncheckedInput<Name extends RouteName> = {
  readonly [Part in keyof RouteInput<Name>]: Part extends keyof SentParts ? SentParts[Part] : never;
};

/** One server over HTTP. Answers come back as the server sent them; errors are `ServerRefusal` or `ServerUnreachable`. */
export class CairnClient {
  readonly url: string;
  private readonly key: string | undefined;

  constructor({ url, key }: { url: string; key: string | undefined }) {
    this.url = url.replace(/\/+$/, '');
    this.key = key;
  }

  /** A data route, its answer held against the route's schema. `json` is the answer before that, with fields this version does not know. */
  async call<Name extends RouteName>(
    name: Name,
    { signal, timeoutMs, ...sent }: UncheckedInput<Name> & RequestOptions,
  ): Promise<{ json: unknown; answer: RouteOutput<Name> }> {
    const json = await this.request(routeRequest(name, this.url, sent), { signal, ...(timeoutMs && { timeoutMs }) });
    const read = routes[name].output.safeParse(json);
    if (read.success) return { json, answer: read.data as RouteOutput<Name> };
    const why = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
    throw new CommandFailure(
      'failed',
      `The server's answer to ${name} is not one that this version of cairn knows: ${why}`,
    );
  }

  /** What stands beside the data routes, such as health. */
  get(path: string, options: RequestOptions = {}): Promise<unknown> {
    const address = new URL(this.url + path);
    return this.request({ method: 'GET', address, headers: {}, body: undefined }, options);
  }

  private async request(request: RouteRequest, options: RequestOptions): Promise<unknown> {
    const { status, body, retryAfterMs } = await this.send(request, options);
    if (status >= 400) throw new ServerRefusal(status, body, retryAfterMs);
    return body;
  }

  private async send(
    { method, address, headers, body }: RouteRequest,
    { signal, timeoutMs = TIMEOUT_MS }: RequestOptions,
  ) {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(address, {
        method,
        headers: { ...this.authorization(), ...headers },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        ...(body === undefined ? {} : { body }),
      });
      const text = await response.text();
      return {
        status: response.status,
        body: readJson(text),
        retryAfterMs: retryAfterOf(response.headers.get('retry-after')),
      };
    } catch (error) {
      throw new ServerUnreachable(this.url, error);
    }
  }

  private authorization(): Record<string, string> {
    return this.key === undefined ? {} : { authorization: `Bearer ${this.key}` };
  }
}

const Issues = z.array(
  z.looseObject({ field: z.string().optional(), message: z.string().optional(), allowed: z.string().optional() }),
);
const ErrorBody = z.object({
  error: z.looseObject({ code: z.string().optional(), message: z.string().optional(), issues: Issues.optional() }),
});

function readProblem(body: unknown): {
  code?: string | undefined;
  message?: string | undefined;
  issues?: readonly Partial<FieldIssue>[] | undefined;
} {
  const problem = ErrorBody.safeParse(body);
  if (!problem.success) return {};
  const { code, message, issues } = problem.data.error;
  return { code, message, issues: issues as readonly Partial<FieldIssue>[] | undefined };
}

function readJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Seconds or a date, as HTTP has both. */
function retryAfterOf(header: string | null): number | undefined {
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause =
    error.cause instanceof Error ? ((error.cause as NodeJS.ErrnoException).code ?? error.cause.message) : undefined;
  return cause || error.message;
}
