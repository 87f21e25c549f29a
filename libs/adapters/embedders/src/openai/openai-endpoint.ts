import { CairnError, type ErrorCode } from '@cairn/contracts';
import { DelegateBackoff, handleWhen, retry, type IRetryBackoffContext, type RetryPolicy } from 'cockatiel';

export interface EndpointOptions {
  /** Address of the server without the path, such as `http://localhost:11434/v1`. No other address is ever called. */
  readonly baseUrl: string;
  readonly path: '/embeddings' | '/chat/completions';
  /** Name of the server in messages, such as `embedding server`. */
  readonly server: string;
  /** Code of the error when the server does not answer. */
  readonly unavailable: ErrorCode;
  /** Makes the error about an unusable answer; `answered` describes the content that the server sent. */
  readonly broken: (answered: string, cause?: unknown) => CairnError;
  readonly apiKey?: string | undefined;
  /** Timeout of one attempt, including its answer, ms. */
  readonly timeoutMs: number;
  readonly attemptsMax: number;
  /** Maximum size of an answer in bytes. A larger answer is not read to its end and is refused. */
  readonly answerBytesMax: number;
}

const FIRST_PAUSE_MS = 250;
/** Longest pause in ms that a server may request. A server that requests a longer pause counts as unavailable. */
const LONGEST_PAUSE_MS = 10_000;
const BODY_CHARS_KEPT = 500;

/** Failure of one attempt; `again` tells whether a retry may help. */
class AttemptError extends Error {
  readonly again: boolean;
  readonly pauseMs: number | undefined;

  constructor(message: string, options: { again: boolean; pauseMs?: number | undefined; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.again = options.again;
    this.pauseMs = options.pauseMs;
  }
}

/**
 * One path of an OpenAI-compatible server. It returns the parsed body of an answer. Callers check the content of the
 * body.
 */
export class OpenAiEndpoint {
  readonly #options: EndpointOptions;
  readonly #url: string;
  readonly #attempts: RetryPolicy;

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.#attempts = retry(handleWhen(isWorthAnother), {
      maxAttempts: options.attemptsMax - 1,
      backoff: new DelegateBackoff(pauseMs),
    });
    this.#url = `${options.baseUrl.replace(/\/+$/, '')}${options.path}`;
  }

  /**
   * Sends a request. Retries with growing pauses while the server is busy, fails or does not connect; then throws the error
   * `unavailable`.
   */
  async post(body: unknown): Promise<unknown> {
    try {
      return this.#parsed(await this.#attempts.execute(() => this.#attempt(body)));
    } catch (error) {
      if (!(error instanceof AttemptError)) throw error;
      throw new CairnError(this.#options.unavailable, error.message, { cause: error.cause });
    }
  }

  async #attempt(body: unknown): Promise<string> {
    const signal = AbortSignal.timeout(this.#options.timeoutMs);
    try {
      const response = await fetch(this.#url, { ...this.#request(body), signal });
      const text = await this.#textOf(response);
      if (!response.ok) throw this.#refusal(response, text);
      return text;
    } catch (error) {
      throw error instanceof AttemptError || error instanceof CairnError
        ? error
        : this.#lost(error, { late: signal.aborted });
    }
  }

  async #textOf({ body }: Response): Promise<string> {
    const { answerBytesMax, broken } = this.#options;
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      if (bytes > answerBytesMax) throw broken(`more than ${answerBytesMax} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
  }

  /**
   * Builds the request. Redirects are refused, since they would send texts and key to an address that nobody
   * configured.
   */
  #request(body: unknown): RequestInit {
    const { apiKey } = this.#options;
    const authorization = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
    const headers = { 'content-type': 'application/json', accept: 'application/json', ...authorization };
    return { method: 'POST', headers, body: JSON.stringify(body), redirect: 'manual' };
  }

  #refusal(response: Response, text: string): AttemptError {
    const again = response.status === 429 || response.status >= 500;
    const pauseMs = retryAfterMs(response.headers.get('retry-after'));
    const cause = new Error(this.#withoutKey(text).slice(0, BODY_CHARS_KEPT));
    return new AttemptError(`The ${this.#options.server} answered with status ${response.status}.`, {
      again,
      pauseMs,
      cause,
    });
  }

  /** Makes the error of an attempt without an answer. A timeout is not retried. */
  #lost(error: unknown, { late }: { late: boolean }): AttemptError {
    const message = late
      ? `The ${this.#options.server} did not answer within ${this.#options.timeoutMs} ms.`
      : `The ${this.#options.server} cannot be reached.`;
    return new AttemptError(message, { again: !late, cause: error });
  }

  #withoutKey(text: string): string {
    return this.#options.apiKey ? text.replaceAll(this.#options.apiKey, '[key]') : text;
  }

  #parsed(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.#options.broken('something that is not JSON', new Error(text.slice(0, BODY_CHARS_KEPT)));
    }
  }
}

const isWorthAnother = (error: unknown): boolean =>
  error instanceof AttemptError && error.again && (error.pauseMs ?? 0) <= LONGEST_PAUSE_MS;

/**
 * Returns the pause that the server requests, or else a pause that doubles with each attempt. Half of the doubled pause
 * is random, so that clients do not retry at the same time.
 */
function pauseMs({ attempt, result }: IRetryBackoffContext<unknown>): number {
  const asked = 'error' in result && result.error instanceof AttemptError ? result.error.pauseMs : undefined;
  return asked ?? FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}

/** Parses a header with seconds or a date. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
