import { setTimeout as delay } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';

export interface WriterOptions {
  readonly url: string;
  readonly key: string;
  readonly ledger: Ledger;
  readonly writers: number;
  /** Of requests that got their answer: sent again now and then, as a client does that lost it. */
  readonly repeatShare: number;
  readonly isOver: () => boolean;
}

const RETRY_MS = 20;
const REQUEST_MS = 10_000;

/** Writers that never give up: each memory is sent under one idempotency key until it is acknowledged. */
export async function writeUntilOver(options: WriterOptions): Promise<void> {
  await Promise.all(Array.from({ length: options.writers }, (_, writer) => writeMany(options, writer)));
}

async function writeMany(options: WriterOptions, writer: number): Promise<void> {
  for (let turn = 0; !options.isOver(); turn++) {
    const word = `zq${writer}x${turn}kv`;
    const key = `kill-${writer}-${turn}`;
    const content = `Memory ${turn} of writer ${writer} is about ${word}.`;
    const id = await writeOnce(options, key, word, content);
    options.ledger.acknowledge(key, { id, content, word });
    if (Math.random() < options.repeatShare) {
      options.ledger.acknowledge(key, { id: await writeOnce(options, key, word, content), content, word });
    }
  }
}

async function writeOnce(
  { url, key: apiKey }: WriterOptions,
  key: string,
  word: string,
  content: string,
): Promise<string> {
  for (;;) {
    try {
      const response = await fetch(`${url}/v1/memories`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ title: `About ${word}`, content }),
        signal: AbortSignal.timeout(REQUEST_MS),
      });
      const body = (await response.json()) as { items: { id: string }[] };
      if (response.ok) return body.items[0]!.id;
      if (response.status < 500 && response.status !== 429)
        throw new Refused(`${response.status}: ${JSON.stringify(body)}`);
    } catch (error) {
      if (error instanceof Refused) throw error; // Anything else is a killed server: the next try may meet the new one.
    }
    await delay(RETRY_MS);
  }
}

class Refused extends Error {}
