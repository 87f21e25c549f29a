import { setTimeout as delay } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';

export interface WriterOptions {
  readonly url: string;
  readonly key: string;
  readonly ledger: Ledger;
  readonly writers: number;
  /** Memories of one request: all are there afterwards, or none. */
  readonly batch: number;
  /** Of requests: sent twice, half of them at once, half after the answer, as a client does that lost it. */
  readonly repeatShare: number;
  /** Waits until more may be written; at once, where nothing is said. What it gives is called when the write has its answer. */
  readonly turn?: () => Promise<() => void>;
  readonly isOver: () => boolean;
  /** Called as soon as an answer is in. */
  readonly onAcknowledged: () => void;
}

const RETRY_MS = 20;
const REQUEST_MS = 10_000;
/** Of batches: their writer asks to be answered when the indexes have them, and believes it when it is told that nothing was stored. */
const WAITING_SHARE = 0.25;
const WAIT_MS = 300;

interface Batch {
  readonly key: string;
  readonly isWaiting: boolean;
  readonly memories: readonly { readonly word: string; readonly content: string }[];
}

/** Writers that never give up: each batch is sent under one idempotency key until it is acknowledged. */
export async function writeUntilOver(options: WriterOptions): Promise<void> {
  await Promise.all(Array.from({ length: options.writers }, (_, writer) => writeMany(options, writer)));
}

async function writeMany(options: WriterOptions, writer: number): Promise<void> {
  for (let turn = 0; ; turn++) {
    const answered = await options.turn?.();
    if (options.isOver()) return;
    await writeOnceOrTwice(options, batchOf(writer, turn, options.batch));
    answered?.();
  }
}

async function writeOnceOrTwice(options: WriterOptions, batch: Batch): Promise<void> {
  const isRepeated = Math.random() < options.repeatShare;
  const isAtOnce = isRepeated && Math.random() < 0.5;
  await Promise.all([writeAndNote(options, batch), isAtOnce && writeAndNote(options, batch)]);
  if (isRepeated && !isAtOnce) await writeAndNote(options, batch);
}

function batchOf(writer: number, turn: number, length: number): Batch {
  const memories = Array.from({ length }, (_, at) => {
    const word = `zq${writer}x${turn}y${at}kv`;
    return { word, content: `Memory ${turn} of writer ${writer} is about ${word}.` };
  });
  return { key: `kill-${writer}-${turn}`, isWaiting: Math.random() < WAITING_SHARE, memories };
}

async function writeAndNote(options: WriterOptions, batch: Batch): Promise<void> {
  const ids = await write(options, batch);
  if (!ids) return;
  batch.memories.forEach((memory, at) => options.ledger.acknowledge(memory.word, { id: ids[at]!, ...memory }));
}

/** The ids, or nothing where the server says that it stored nothing and the writer leaves it at that: what is stored all the same counts as doubled. */
async function write(options: WriterOptions, batch: Batch): Promise<string[] | undefined> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      const response = await send(options, batch);
      if (response.ok) options.onAcknowledged();
      const answer = (await response.json()) as { items: { id: string }[]; error?: { code: string } };
      if (response.ok) return answer.items.map(({ id }) => id);
      if (isFirst && batch.isWaiting && answer.error?.code === 'truth/unavailable') return undefined;
      if (response.status < 500 && response.status !== 429)
        throw new Refused(`${response.status}: ${JSON.stringify(answer)}`);
    } catch (error) {
      if (error instanceof Refused) throw error; // Anything else is a killed server: the next try may meet the new one.
    }
    await delay(RETRY_MS);
  }
}

const send = ({ url, key: apiKey }: WriterOptions, { key, isWaiting, memories }: Batch): Promise<Response> =>
  fetch(`${url}/v1/memories${isWaiting ? `?wait=indexed&waitMs=${WAIT_MS}` : ''}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(memories.map(({ word, content }) => ({ title: `About ${word}`, content }))),
    signal: AbortSignal.timeout(REQUEST_MS),
  });

class Refused extends Error {}
