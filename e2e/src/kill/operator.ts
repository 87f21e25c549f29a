import { setTimeout as delay } from 'node:timers/promises';
import { cli } from '../cli.ts';
import { Client } from '../client.ts';

export interface Progress {
  readonly id: string;
  readonly target: 'words' | 'vectors';
  readonly status: string;
  /** How far along what is stored it has come. */
  readonly filled: number;
  readonly filledAt: number | null;
}

/** What a switch found when it asked both generations the same. */
export interface Answers {
  readonly asked: number;
  readonly equal: number;
  readonly overlap: number;
}

const AGAIN_MS = 500;
const ACCEPTED_MS = 240_000;

/** Whoever looks after the indexes: over HTTP, and by the command line where it has one command. */
export class Operator {
  private readonly client: Client;

  constructor({ url, key }: { readonly url: string; readonly key: string }) {
    this.client = new Client(url, key);
  }

  async begin(target: Progress['target']): Promise<Progress> {
    return done(await this.client.post('/v1/generations', { target }));
  }

  /** The progress of the generations that are being built. */
  async building(): Promise<Progress[]> {
    const { generations } = done(await this.client.get('/v1/generations')) as { generations: Progress[] };
    return generations.filter(({ status }) => status === 'building');
  }

  /** Asks for it once, as nobody should who has just begun it. */
  async switchTooEarly(id: string): Promise<void> {
    await this.client.post(`/v1/generations/${id}/switch`, {});
  }

  /** Asks for it again while it is refused. Answers with what was compared. */
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
