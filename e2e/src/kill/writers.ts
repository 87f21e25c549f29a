import { changeSomehow } from './changers.ts';
import type { Ledger } from './ledger.ts';
import { requestUntilAnswered } from './request.ts';

export interface WriterOptions {
  readonly url: string;
  readonly key: string;
  readonly ledger: Ledger;
  readonly writers: number;
  /** Number of memories per request, which are stored together or not at all. */
  readonly batch: number;
  /** Share of requests that are sent twice: half of them at once, half after the answer, like a client that lost it. */
  readonly repeatShare: number;
  /** Share of batches whose memories are updated, superseded or forgotten after their acknowledgement. */
  readonly changeShare: number;
  /** Waits until another write is allowed; by default at once. The returned function must be called when the write is answered. */
  readonly turn?: () => Promise<() => void>;
  readonly isOver: () => boolean;
  /** Called as soon as an answer arrives. */
  readonly onAcknowledged: () => void;
}

/** Share of batches whose writer waits for the indexes. It believes an answer that nothing was stored. */
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
    const batch = batchOf(writer, turn, options.batch);
    await writeOnceOrTwice(options, batch);
    if (Math.random() < options.changeShare) await changeAll(options, batch);
    answered?.();
  }
}

async function changeAll(options: WriterOptions, { memories }: Batch): Promise<void> {
  const stored = memories.filter(({ word }) => options.ledger.acknowledged.has(word));
  await Promise.all(stored.map(({ word }) => changeSomehow(options, word)));
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
  batch.memories.forEach((memory, at) =>
    options.ledger.acknowledge(memory.word, { id: ids[at]!, ...memory, version: 1 }),
  );
}

/** Writes a batch; undefined if the server says that nothing was stored. Anything stored all the same then counts as a duplicate. */
async function write(options: WriterOptions, { key, isWaiting, memories }: Batch): Promise<string[] | undefined> {
  const { body } = await requestUntilAnswered(
    options,
    `/v1/memories${isWaiting ? `?wait=indexed&waitMs=${WAIT_MS}` : ''}`,
    {
      method: 'POST',
      headers: { 'idempotency-key': key },
      body: JSON.stringify(memories.map(({ word, content }) => ({ title: `About ${word}`, content }))),
    },
    (code, isFirst) => isFirst && isWaiting && code === 'truth/unavailable',
  );
  return body.items?.map(({ id }) => id);
}
