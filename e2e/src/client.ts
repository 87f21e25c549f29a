export interface Answer {
  readonly status: number;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- What a body holds is what the tests are about.
  readonly body: any;
  readonly headers: Headers;
}

/** Caller of the HTTP API. */
export class Client {
  readonly url: string;
  readonly key: string;

  constructor(url: string, key: string) {
    this.url = url;
    this.key = key;
  }

  /** Sends a request. A write that waits for its indexes waits as long as the server allows. */
  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const raw = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body);
    const response = await fetch(this.url + path.replace(/\?wait=indexed$/, '$&&waitMs=30000'), {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        ...(raw === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(raw === undefined ? {} : { body: raw }),
    });
    const text = await response.text();
    return { status: response.status, body: jsonOr(text), headers: response.headers };
  }

  post(path: string, body: unknown, headers?: Record<string, string>) {
    return this.call('POST', path, body, headers);
  }

  get(path: string) {
    return this.call('GET', path);
  }
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
