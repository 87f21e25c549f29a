import { Agent } from 'undici';

/** Caller of the HTTP API with an address and a key. */
export class ApiClient {
  private readonly key: string;
  private readonly agent = new Agent({ connections: 256 });

  constructor(key: string) {
    this.key = key;
  }

  /** The type of the answer is asserted, not checked; other tests check that routes keep it. */
  async post<Answer>(url: string, body: object): Promise<Answer> {
    const { origin, pathname, search } = new URL(url);
    const answer = await this.agent.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 400) throw new Error(`POST ${url} answered ${answer.statusCode}: ${text}`);
    return JSON.parse(text) as Answer;
  }

  close(): Promise<void> {
    return this.agent.close();
  }
}
