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
  /** Called as soon as an answer is in. */
  readonly onAcknowledged: () => void;
}

const RETRY_MS = 20;
const REQUEST_MS = 10_000;
/** Memories of one request: all are there afterwards, or none. */
const BATCH = 3;

interface Batch {
  readonly key: string;
  readonly memories: readonly { readonly word: string; readonly content: string }[];
}

/** Writers that never give up: each batch is sent under one idempotency key until it is acknowledged. */
export async function writeUntilOver(options: WriterOptions): Promise<void> {
  await Promise.all(Array.from({ length: options.writers }, (_, writer) => writeMany(options, writer)));
}

async function writeMany(options: WriterOptions, writer: number): Promise<void> {
  for (let turn = 0; !options.isOver(); turn++) {
    const batch = batchOf(writer, turn);
    await writeAndNote(options, batch);
    if (Math.random() < options.repeatShare) await writeAndNote(options, batch);
  }
}

function batchOf(writer: number, turn: number): Batch {
  const memories = Array.from({ length: BATCH }, (_, at) => {
    const word = `zq${writer}x${turn}y${at}kv`;
    return { word, content: `Memory ${turn} of writer ${writer} is about ${word}.` };
  });
  return { key: `kill-${writer}-${turn}`, memories };
}

async function writeAndNote(options: WriterOptions, batch: Batch): Promise<void> {
  const ids = await write(options, batch);
  batch.memories.forEach((memory, at) => options.ledger.acknowledge(memory.word, { id: ids[at]!, ...memory }));
}

async function write({ url, key: apiKey, onAcknowledged }: WriterOptions, { key, memories }: Batch): Promise<string[]> {
  const body = JSON.stringify(memories.map(({ word, content }) => ({ title: `About ${word}`, content })));
  for (;;) {
    try {
      const response = await fetch(`${url}/v1/memories`, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
        body,
        signal: AbortSignal.timeout(REQUEST_MS),
      });
      if (response.ok) onAcknowledged();
      const answer = (await response.json()) as { items: { id: string }[] };
      if (response.ok) return answer.items.map(({ id }) => id);
      if (response.status < 500 && response.status !== 429)
        throw new Refused(`${response.status}: ${JSON.stringify(answer)}`);
    } catch (error) {
      if (error instanceof Refused) throw error; // Anything else is a killed server: the next try may meet the new one.
    }
    await delay(RETRY_MS);
  }
}

class Refused extends Error {}
