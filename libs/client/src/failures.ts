/** One field that the server refused. */
export interface RefusedField {
  readonly field?: string | undefined;
  readonly message?: string | undefined;
  /** What was sent there. */
  readonly value?: unknown;
  readonly allowed?: string | undefined;
}

/** The server answered, and the answer is no. */
export class ServerRefusal extends Error {
  readonly status: number;
  /** Of the error catalog, such as `request/invalid`. */
  readonly code: string | undefined;
  readonly issues: readonly RefusedField[];
  /** How long the server asks to wait before the next try. */
  readonly retryAfterMs: number | undefined;
  /** The answer's JSON, or its text. */
  readonly body: unknown;

  constructor(status: number, body: unknown, retryAfterMs?: number) {
    const { code, message, issues } = problemOf(body);
    super(message ?? `the server answered ${status}`);
    this.name = 'ServerRefusal';
    this.status = status;
    this.code = code;
    this.issues = issues;
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

/** Whether the same request can succeed later: too many of them, a server that is down or starting, a broken connection. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ServerUnreachable) return true;
  if (!(error instanceof ServerRefusal)) return false;
  return error.code !== 'data/locked' && [408, 429, 500, 502, 503, 504].includes(error.status);
}

/** What an answer that is a no says, as far as it says it in our form. */
export interface Problem {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
  readonly issues: readonly RefusedField[];
}

export function problemOf(body: unknown): Problem {
  const error = fieldsOf(fieldsOf(body)['error']);
  const issues = Array.isArray(error['issues']) ? error['issues'].map(fieldsOf) : [];
  return {
    code: textOf(error['code']),
    message: textOf(error['message']),
    issues: issues.map((issue) => ({
      field: textOf(issue['field']),
      message: textOf(issue['message']),
      value: issue['value'],
      allowed: textOf(issue['allowed']),
    })),
  };
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const reason = cause instanceof Error ? ((cause as Error & { code?: string }).code ?? cause.message) : undefined;
  return reason || error.message;
}
