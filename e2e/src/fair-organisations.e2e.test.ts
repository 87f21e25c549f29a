import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from './cairn.ts';
import { Client } from './client.ts';
import { until } from './until.ts';

/** Number of messages that the large organisation imports. */
const MESSAGES = Number(process.env['CAIRN_FAIR_MESSAGES'] ?? 2_000);
const BATCH = 250;
/** Batches in flight at the same time. */
const IMPORTERS = 4;
const OPERATOR_KEY = `cairn_operator_${'f'.repeat(40)}`;
/** Number of words of the small organisation that are found while the large one's import still waits to be indexed. */
const FOUND_MEANWHILE = 2;
/** Greatest part of the import that is indexed, at the median, between a write of the small organisation and its finding. */
const INDEXED_MEANWHILE_MAX = 0.25;

let folder: string;
let server: Cairn;
let large: Client;
let small: Client;
const made = async (name: string) => {
  const operator = new Client(server.url, OPERATOR_KEY);
  return new Client(server.url, (await operator.post('/v1/organisations', { name })).body.admin.key);
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-fair-'));
  const env = { CAIRN_EMBEDDER: 'none', CAIRN_OPERATOR_KEY: OPERATOR_KEY, CAIRN_RATE_LIMIT_PER_MINUTE: '100000' };
  server = await startCairn({ dataDir: join(folder, 'data'), port: await freePort(), env });
  [large, small] = [await made('Large'), await made('Small')];
  // On five processes, an organisation's word index is created with its first message.
  for (const client of [large, small]) {
    await client.post('/v1/messages', { content: 'The first words.' });
    await until(
      async () => (await client.post('/v1/recall', { query: 'words', sources: 'messages' })).body.hits?.length > 0,
    );
  }
}, 120_000);

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const at = (sorted: readonly number[], part: number) => Math.round(sorted[Math.ceil(sorted.length * part) - 1]!);
const median = (all: readonly number[]) => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)]!;
const inWords = (all: readonly number[]) => {
  const sorted = all.toSorted((one, other) => one - other);
  return { median: at(sorted, 0.5), p95: at(sorted, 0.95), worst: at(sorted, 1) };
};

interface Times {
  readonly recall: number[];
  readonly found: number[];
  /** Part of the import that was indexed from a write's acknowledgement until its words were found. */
  readonly indexedMeanwhile: number[];
}

/** Returns the numbers of messages of the large organisation that are in the word index, and that wait for it. */
async function wordsOfImport() {
  const { body } = await large.get('/v1/recall/stats');
  const waiting: number = body.index.pending.words;
  return { indexed: body.messages.total - waiting, waiting };
}

/** Writes and recalls in the small organisation, again and again. */
async function sayAndAsk(times: Times, number: number): Promise<void> {
  const word = `lighthouse${number}`;
  expect((await small.post('/v1/messages', { content: `The ${word} is repaired in May.` })).status).toBe(201);
  const since = performance.now();
  const before = await wordsOfImport();
  await until(async () => {
    const asked = performance.now();
    const { body } = await small.post('/v1/recall', { query: word, sources: 'messages' });
    times.recall.push(performance.now() - asked);
    // An overloaded server may refuse a recall.
    return body.hits?.length > 0;
  });
  times.found.push(performance.now() - since);
  // On one process, words belong to the commit and never wait.
  const meanwhile = before.waiting === 0 ? 0 : (await wordsOfImport()).indexed - before.indexed;
  times.indexedMeanwhile.push(meanwhile / MESSAGES);
}

const messageOf = (number: number) => ({
  content: `Entry ${number} of the log says that pump ${number % 97} ran dry.`,
});

/** Says whether a recall of the large organisation finds the last message that it imports. */
async function isImportFound(): Promise<boolean> {
  const query = `entry ${MESSAGES - 1}`;
  const { body } = await large.post('/v1/recall', { query, sources: 'messages', limit: 1 });
  return body.hits?.[0]?.content.startsWith(`Entry ${MESSAGES - 1} `) === true;
}

async function importAll(): Promise<void> {
  let next = 0;
  const importer = async () => {
    for (let from = next; from < MESSAGES; from = next) {
      next = from + BATCH;
      const { status } = await large.post(
        '/v1/messages',
        Array.from({ length: BATCH }, (_, at) => messageOf(from + at)),
      );
      expect(status).toBe(201);
    }
  };
  await Promise.all(Array.from({ length: IMPORTERS }, importer));
}

it("finds an organisation's words before a quarter of another one's import is indexed", async () => {
  const [alone, beside]: Times[] = [
    { recall: [], found: [], indexedMeanwhile: [] },
    { recall: [], found: [], indexedMeanwhile: [] },
  ];
  for (let number = 0; number < 10; number++) await sayAndAsk(alone!, number);

  let isWaiting = true;
  let foundMeanwhile = 0;
  const begunAt = performance.now();
  const importing = importAll()
    .then(() => until(isImportFound))
    .finally(() => (isWaiting = false));
  for (let number = 100; isWaiting; number++) {
    await sayAndAsk(beside!, number);
    if (isWaiting) foundMeanwhile++;
    await delay(20);
  }
  await importing;

  const seconds = ((performance.now() - begunAt) / 1000).toFixed(1);
  process.stdout.write(
    `${MESSAGES} messages of another in ${seconds} s, ${foundMeanwhile} words found meanwhile, ms: ${JSON.stringify({
      recall: { alone: inWords(alone!.recall), beside: inWords(beside!.recall) },
      found: { alone: inWords(alone!.found), beside: inWords(beside!.found) },
    })}, part of the import indexed meanwhile: ${median(beside!.indexedMeanwhile).toFixed(3)}\n`,
  );
  expect(foundMeanwhile).toBeGreaterThanOrEqual(FOUND_MEANWHILE);
  expect(median(beside!.indexedMeanwhile)).toBeLessThanOrEqual(INDEXED_MEANWHILE_MAX);
}, 900_000);
