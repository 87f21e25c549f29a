import { setTimeout as delay } from 'node:timers/promises';
import { cli } from '../cli.ts';
import { Client } from '../client.ts';

export interface Progress {
  readonly id: string;
  readonly target: 'words' | 'vectors';
  readonly status: string;
  /** Progress through the stored items. */
  readonly filled: number;
  readonly filledAt: number | null;
}

/** Result of comparing both generations before a switch. */
export interface Answers {
  readonly asked: number;
  readonly equal: number;
  readonly overlap: number;
}

const AGAIN_MS = 500;
const ACCEPTED_MS = 240_000;

/** Operator of the indexes, over HTTP and through the command line where it has a command. */
export class Operator {
  private readonly client: Client;

  constructor({ url, key }: { readonly url: string; readonly key: string }) {
    this.client = new Client(url, key);
  }

  async begin(target: Progress['target']): Promise<Progress> {
    return done(await this.client.post('/v1/generations', { target }));
  }

  /** Progress of the generations under construction. */
  async building(): Promise<Progress[]> {
    const { generations } = done(await this.client.get('/v1/generations')) as { generations: Progress[] };
    return generations.filter(({ status }) => status === 'building');
  }

  /** Requests a switch once, before the generation is ready. */
  async switchTooEarly(id: string): Promise<void> {
    await this.client.post(`/v1/generations/${id}/switch`, {});
  }

  /** Requests a switch until it is accepted. Returns the comparison. */
  async switchTo(id: string): Promise<Answers | undefined> {
    for (const giveUpAt = Date.now() + ACCEPTED_MS; ; await delay(AGAIN_MS)) {
      const answer = await this.client.post(`/v1/generations/${id}/switch`, {});
      if (answer.status !== 409 || Date.now() > giveUpAt) return done(answer).answers;
    }
  }

  async rollback(target: Progress['target']): Promise<void> {
    const { url, key } = this.client;
    const { code, stderr } = await cli(['reindex', 'rollback', '--target', target, '--url', url, '--key', key]);
    if (code !== 0) throw new Error(`cairn reindex rollback ended with ${code}: ${stderr}`);
  }
}

function done({ status, body }: Awaited<ReturnType<Client['get']>>) {
  if (status < 300) return body;
  throw new Error(`${status} ${JSON.stringify(body)}`);
}
