import { CairnError, errorCatalog, routes, type ErrorCode, type Principal, type RouteName } from '@cairn/contracts';
import { z } from 'zod';

/** Read anew for every call, so a getter can follow a service that moves. */
export interface HttpServiceOptions {
  /** Where the service is, such as `http://recall-api:7070`. */
  readonly baseUrl: string;
  /** The bearer token that proves to the service who asks. */
  readonly authorization: (principal: Principal) => string;
  /** How long an answer may take, beside the time that a write waits for the indexes; 30 s unless told. */
  readonly timeoutMs?: number;
}

export interface RouteCall {
  readonly id?: string | undefined;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Time that the service is asked to take on top. */
  readonly waitMs?: number | undefined;
}

type Answer<Name extends RouteName> = z.output<(typeof routes)[Name]['response']>;

const TIMEOUT_MS = 30_000;

/** One service over the route table. Connections are kept alive by `fetch`; failures come back as the `CairnError` that the service answered with. */
export class RouteClient {
  private readonly options: HttpServiceOptions;

  constructor(options: HttpServiceOptions) {
    this.options = options;
  }

  async call<Name extends RouteName>(name: Name, principal: Principal, call: RouteCall = {}): Promise<Answer<Name>> {
    const answer = await this.send(name, principal, call);
    const body = await this.read(name, answer);
    if (!answer.ok) throw failureOf(answer.status, body, labelOf(name));
    const parsed = routes[name].response.safeParse(body);
    if (!parsed.success)
      throw new CairnError('internal', `The answer of ${labelOf(name)} has not the form that was agreed.`, {
        cause: parsed.error,
      });
    // The schema is this route's own; TypeScript does not follow that through the table.
    return parsed.data as Answer<Name>;
  }

  private async send(name: RouteName, principal: Principal, call: RouteCall): Promise<Response> {
    const { timeoutMs = TIMEOUT_MS, authorization } = this.options;
    const request: RequestInit = {
      method: routes[name].method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${authorization(principal)}`,
        ...bodyType(call.body),
        ...call.headers,
      },
      signal: AbortSignal.timeout(timeoutMs + (call.waitMs ?? 0)),
      redirect: 'error',
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    };
    return fetch(this.addressOf(name, call), request).catch((cause: unknown) => {
      throw noAnswer(name, cause);
    });
  }

  private addressOf(name: RouteName, { id, query = {} }: RouteCall): URL {
    const path = routes[name].path.replace(':id', encodeURIComponent(id ?? ''));
    const address = new URL(`${this.options.baseUrl.replace(/\/+$/, '')}${path}`);
    for (const [field, value] of Object.entries(query))
      if (value !== undefined) address.searchParams.set(field, String(value));
    return address;
  }

  /** The JSON of an answer; what is no JSON comes from something in between and counts only by its status. */
  private async read(name: RouteName, answer: Response): Promise<unknown> {
    const text = await answer.text().catch((cause: unknown) => {
      throw noAnswer(name, cause);
    });
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }
}

const bodyType = (body: unknown) => (body === undefined ? {} : { 'content-type': 'application/json' });

const labelOf = (name: RouteName) => `${routes[name].method} ${routes[name].path}`;

const noAnswer = (name: RouteName, cause: unknown) =>
  new CairnError('service/unavailable', `${labelOf(name)} did not answer.`, { cause });

const Failure = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    issues: z
      .array(
        z.object({
          field: z.string(),
          message: z.string(),
          value: z.unknown().optional(),
          allowed: z.string().optional(),
        }),
      )
      .default([]),
  }),
});

function failureOf(status: number, body: unknown, label: string): CairnError {
  const parsed = Failure.safeParse(body);
  if (!parsed.success) return new CairnError(codeOf(status), `${label} answered ${status}.`);
  const { code, message, issues } = parsed.data.error;
  const known = code in errorCatalog ? (code as ErrorCode) : codeOf(status);
  return new CairnError(known, message, {
    issues: issues.map(({ allowed, ...issue }) => ({ ...issue, ...(allowed !== undefined && { allowed }) })),
  });
}

/** What a status means when the answer does not say it in our form: something stands between us and the service. */
function codeOf(status: number): ErrorCode {
  if (status >= 500) return 'service/unavailable';
  const found = (Object.keys(errorCatalog) as ErrorCode[]).find((code) => errorCatalog[code].http === status);
  return found ?? 'internal';
}
