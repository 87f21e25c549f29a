import { Agent } from 'undici';

/** What a caller of the HTTP API has: an address that answers, and a key. */
export class ApiClient {
  private readonly key: string;
  private readonly agent = new Agent({ connections: 256 });

  constructor(key: string) {
    this.key = key;
  }

  async post<Answer>(url: string, body: object): Promise<Answer> {
    return this.ask(url, { method: 'POST', body: JSON.stringify(body) });
  }

  async get<Answer>(url: string): Promise<Answer> {
    return this.ask(url, { method: 'GET' });
  }

  close(): Promise<void> {
    return this.agent.close();
  }

  /** The shape of an answer is the route's promise, which other tests keep. */
  private async ask<Answer>(url: string, request: { method: 'GET' | 'POST'; body?: string }): Promise<Answer> {
    const { origin, pathname, search } = new URL(url);
    const headers = { authorization: `Bearer ${this.key}`, ...(request.body !== undefined && JSON_BODY) };
    const answer = await this.agent.request({ origin, path: pathname + search, headers, ...request });
    const text = await answer.body.text();
    if (answer.statusCode >= 400) throw new Error(`${request.method} ${url} answered ${answer.statusCode}: ${text}`);
    return JSON.parse(text) as Answer;
  }
}

const JSON_BODY = { 'content-type': 'application/json' };
