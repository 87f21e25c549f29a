import { setTimeout as delay } from 'node:timers/promises';
import { limits, MessageInput, type MemoryId, type OrgId } from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { RouteCaller } from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';
import { startBenchServer } from './bench-server.ts';
import { HashedEmbedder } from './hashed-embedder.ts';
import { spreadOf } from './speed-statistics.ts';

/** `npm run bench:neighbours [-- MESSAGES]`: measures one organisation's short writes while another one writes much. */
const STORED = Number(process.argv[2] ?? 20_000);
const BATCH = 200;
const SESSIONS = 20;
/** One below the maximum of a note's sections, so that a line fits before them. */
const SECTIONS = 4_999;
/** Number of items that one command changes. */
const MANY = 5_000;
/** Maximum number of chunks in one import call. */
const CHUNKS = limits.knowledgeChunks.max;

interface Row {
  /** Duration of the other organisation's work, in s. */
  readonly seconds: number;
  /** Durations of concurrent one-line writes, in ms. */
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

const server = await startBenchServer({ remember: false, model: new HashedEmbedder() });
const api = server.service.app.get(RouteCaller);
const busy = server.principal;
const quiet: Principal = { ...busy, orgId: uuidv7() as OrgId };
let count = 0;

const content = () => `The harbour office moved gate ${count++} to pier nine.`;
const message = (sessionKey?: string) => MessageInput.parse({ role: 'user', content: content(), sessionKey });
const batch = (sessionOf: (at: number) => string | undefined) =>
  api.call('addMessages', busy, {
    headers: {},
    body: Array.from({ length: BATCH }, (_, at) => message(sessionOf(at))),
  });
const putNote = (text: string) => api.call('putNote', busy, { body: { workspace: 'default', path: 'large.md', text } });
const sections = (word: string) => Array.from({ length: SECTIONS }, (_, at) => `# ${word} ${at}`).join('\n');

const OLD_SOURCE = 'old-chat';
/** Imports messages of one source. */
async function importMessages(): Promise<void> {
  for (let stored = 0; stored < MANY; stored += BATCH) {
    const body = Array.from({ length: BATCH }, () => ({
      ...message(),
      source: OLD_SOURCE,
      speaker: `Ann ${count % 30}`,
    }));
    await api.call('addMessages', busy, { headers: {}, body });
  }
}

async function forgetSource(): Promise<void> {
  const asked = { source: OLD_SOURCE, lineage: false, confirm: true };
  const { id } = await api.call('forgetMany', busy, { body: asked });
  const isForgotten = async () =>
    (await api.call('forgetCertificate', busy, { params: { id: id! } })).forgottenAt !== null;
  while (!(await isForgotten())) await delay(50);
}

/** Imports a document of this many chunks, replacing the former one at its address. */
async function importDocument(chunks: number): Promise<void> {
  const ids: MemoryId[] = [];
  for (let at = 0; at < chunks; at += CHUNKS) {
    const places = Array.from({ length: Math.min(CHUNKS, chunks - at) }, (_, place) => at + place);
    const metadata = { sourceUrl: 'https://handbook.example/long', totalChunks: chunks };
    const body = {
      knowledgeBaseName: 'Handbook',
      ...(at + CHUNKS >= chunks && ids.length > 0 && { earlierChunks: [...ids] }),
      chunks: places.map((chunkIndex) => ({ content: content(), metadata: { ...metadata, chunkIndex } })),
    };
    ids.push(...(await api.call('importKnowledge', busy, { body })).memoryIds);
  }
}

/** Measures one-line writes in sequence during the work. */
async function beside(work: () => Promise<unknown>): Promise<Row> {
  const waits: number[] = [];
  let isDone = false;
  const began = performance.now();
  const done = work().finally(() => (isDone = true));
  while (!isDone) {
    const at = performance.now();
    await api.call('addMessages', quiet, { headers: {}, body: [message()] });
    waits.push(performance.now() - at);
    await delay(5);
  }
  await done;
  const { p50, p95 } = spreadOf(waits);
  return { seconds: (performance.now() - began) / 1000, p50, p95, max: Math.max(...waits) };
}

const rounded = (row: Row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Math.round(value * 100) / 100]));

try {
  for (let stored = 0; stored < STORED; stored += BATCH) await batch(() => undefined);
  const table: Record<string, Row> = { idle: await beside(() => delay(2_000)) };
  table['a batch of 200 in 20 sessions, four times'] = await beside(async () => {
    for (let times = 0; times < 4; times += 1) await batch((at) => `session ${at % SESSIONS}`);
  });
  table['eight such batches at once'] = await beside(() =>
    Promise.all(Array.from({ length: 8 }, () => batch((at) => `session ${at % SESSIONS}`))),
  );
  table[`a note of ${SECTIONS} sections`] = await beside(() => putNote(sections('one')));
  table['all its sections changed'] = await beside(() => putNote(sections('two')));
  table['a line put before them'] = await beside(() => putNote(`before\n\n${sections('two')}`));
  table['replaced by one line'] = await beside(() => putNote('one line'));
  await importMessages();
  table[`${MANY} messages of a source forgotten`] = await beside(forgetSource);
  await importDocument(MANY);
  table[`a document of ${MANY} chunks replaced by one chunk`] = await beside(() => importDocument(1));
  console.table(Object.fromEntries(Object.entries(table).map(([name, row]) => [name, rounded(row)])));
} finally {
  await server.close();
}
