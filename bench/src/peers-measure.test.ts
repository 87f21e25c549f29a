import { existsSync } from 'node:fs';
import { MessageInput } from '@cairn/contracts';
import { HashedEmbedder } from './hashed-embedder.ts';
import { sqliteAlone } from './peer-libraries.ts';
import { startPeersEndpoint, type PeersEndpoint } from './peers-endpoint.ts';
import { packagesDirOf } from './peers-install.ts';
import { measurePeer } from './peers-measure.ts';
import type { Peer, PeerItem } from './peer.ts';

const packagesDir = packagesDirOf(sqliteAlone.needs);
const isThere = existsSync(packagesDir);
const skipped = isThere ? '' : ' [skipped: needs sqlite-vec]';

const item = (id: string, content: string): PeerItem => ({
  id,
  text: `Ana: ${content}`,
  message: MessageInput.parse({ role: 'user', speaker: 'Ana', content }),
});
const items = [
  item('harbour', 'The harbour is closed in winter.'),
  item('bakery', 'The bakery sells rye bread on Mondays.'),
  item('ferry', 'A ferry leaves for the island at noon.'),
];
// The first questions are asked to warm up and do not count.
const questions = Array.from({ length: 28 }, (_, at) =>
  at % 2 === 0
    ? { query: 'When is the harbour closed?', gold: new Set(['harbour']) }
    : { query: 'rye bread', gold: new Set(['bakery']) },
);

let endpoint: PeersEndpoint;
beforeAll(async () => void (endpoint = await startPeersEndpoint(new HashedEmbedder())));
afterAll(() => endpoint.close());

const measure = (fillSeconds: number) => measureOf(sqliteAlone, { fillSeconds });

const measureOf = (peer: Peer, { batch = 2, fillSeconds = 60, readySeconds = 60, askSeconds = 60 }) =>
  measurePeer({ ...peer, batch }, packagesDir, {
    ...{ items, questions, endpoint, fillSeconds, readySeconds, askSeconds },
    countTokens: (text) => text.split(/\s+/).length,
  });

(isThere ? test : test.skip)(`fills a system, asks it, and measures both${skipped}`, async () => {
  const figures = await measure(60);

  expect(figures).toMatchObject({ stored: 3, recall: 1, mrr: 1 });
  expect(figures.tokens).toBe(24);
  expect(figures.p95).toBeGreaterThanOrEqual(figures.p50);
  expect(figures.itemsPerSecond).toBeGreaterThan(0);
});

(isThere ? test : test.skip)(`asks a system that is too slow to fill as it is${skipped}`, async () => {
  const figures = await measure(0);

  expect(figures).toMatchObject({ stored: 2 });
});

test('gives up a system that stops while it is filled, and says what it had taken by then', async () => {
  let batches = 1;
  const stuck: Peer = {
    ...silentAfter(0),
    start: async (context) => ({
      ...(await silentAfter(0).start(context)),
      add: () => (batches-- > 0 ? Promise.resolve() : new Promise(() => undefined)),
    }),
  };

  await expect(measureOf(stuck, { readySeconds: 1 })).rejects.toThrow('It had 2 of 3 items, and was not ready');
});

test('asks a system that was stopped while it was filled only for what it holds', async () => {
  const { stored, asked } = await measureOf(silentAfter(99), { batch: 1, fillSeconds: 0 });

  expect({ stored, asked }).toEqual({ stored: 1, asked: 4 });
});

/** A system that answers some questions and then none. */
const silentAfter = (answers: number): Peer => ({
  ...sqliteAlone,
  start: async () => ({
    pid: undefined,
    add: async () => undefined,
    settle: async () => undefined,
    ask: () => (answers-- > 0 ? Promise.resolve({ ids: ['harbour'], text: '' }) : new Promise(() => undefined)),
    close: async () => undefined,
  }),
});

test('asks a system that stops to answer no more, and says after how many questions', async () => {
  expect((await measureOf(silentAfter(28), { askSeconds: 60 })).asked).toBe(18);
  expect((await measureOf(silentAfter(12), { askSeconds: 1 })).asked).toBe(2);
});

test('gives up a system that does not even answer the questions of the warm-up in time', async () => {
  await expect(measureOf(silentAfter(3), { askSeconds: 1 })).rejects.toThrow('10 questions or fewer in 1 s');
});

test('gives vectors as numbers and in base64, the same ones', async () => {
  const vectorOf = async (format: object): Promise<unknown> => {
    const body = JSON.stringify({ input: 'a ferry', ...format });
    const answer = await fetch(`${endpoint.url}/embeddings`, { method: 'POST', body });
    return ((await answer.json()) as { data: { embedding: unknown }[] }).data[0]!.embedding;
  };
  const bytes = Buffer.from((await vectorOf({ encoding_format: 'base64' })) as string, 'base64');

  expect([...new Float32Array(new Uint8Array(bytes).buffer)]).toEqual(await vectorOf({}));
});
