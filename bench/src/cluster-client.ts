import { Agent } from 'undici';

/** What a caller of the HTTP API has: an address that answers, and a key. */
export class ApiClient {
  private readonly key: string;
  private readonly agent = new Agent({ connections: 256 });

  constructor(key: string) {
    this.key = key;
  }

  /** The shape of an answer is the route's promise, which other tests keep. */
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
