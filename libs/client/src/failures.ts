/** A field of the request that the server rejected. */
export interface RefusedField {
  readonly field?: string | undefined;
  readonly message?: string | undefined;
  /** Value that the client sent in this field. */
  readonly value?: unknown;
  readonly allowed?: string | undefined;
}

/** Thrown when the server answers with an error status. */
export class ServerRefusal extends Error {
  readonly status: number;
  /** Code of the error catalog, such as `request/invalid`. */
  readonly code: string | undefined;
  readonly issues: readonly RefusedField[];
  /** Time in ms that the server asks the client to wait before the next attempt. */
  readonly retryAfterMs: number | undefined;
  /** Parsed JSON of the answer, or its text when it is not JSON. */
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

/** Thrown when no answer arrives in time. The server may nevertheless have carried out the request. */
export class ServerUnreachable extends Error {
  constructor(url: string, cause: unknown) {
    super(`no answer from ${url}: ${reasonOf(cause)}`, { cause });
    this.name = 'ServerUnreachable';
  }
}

/**
 * Tells whether the same request can succeed later, since the failure is temporary: too many requests, a server that is down or
 * starting, a broken connection.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof ServerUnreachable) return true;
  if (!(error instanceof ServerRefusal)) return false;
  return error.code !== 'data/locked' && [408, 429, 500, 502, 503, 504].includes(error.status);
}

/** Problem details in an error response; each field is present only if the response has it in our format. */
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
