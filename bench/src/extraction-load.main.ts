import { setTimeout as delay } from 'node:timers/promises';
import { IMPORT_ID, MessageInput, type MessageId } from '@cairn/contracts';
import { RouteCaller } from '@cairn/ports';
import { ConversationReader } from '@cairn/service-indexing';
import { startBenchServer } from './bench-server.ts';
import { messagesOf, readSessions } from './extraction-sets.ts';
import { spreadOf } from './speed-statistics.ts';

/**
 * `npm run bench:extraction-load [-- MESSAGES]`: measures recalls beside an import with `--extract`, and beside reading
 * alone, each against quiet recalls of the same run.
 */
const MESSAGES = Number(process.argv[2] ?? 20_000);
const BASE_MESSAGES = 2_000;
const BATCH = 200;
const SLICE_MS = 5_000;
const SLICES = 8;
const IMPORT = 'bench-import';
const QUESTIONS = [
  'which database does the queue use',
  'who owns the billing service',
  'when do we deploy',
  'what failed',
];

const server = await startBenchServer({ remember: false });
const api = server.service.app.get(RouteCaller);
const reader = server.service.app.get(ConversationReader);
const caller = server.principal;
const sessions = readSessions('bench/data/extraction/dev.jsonl').map(messagesOf);
let written = 0;

/** Makes messages of the judged sessions, each copy with words of its own, so that no text is known from before. */
function nextMessages(number: number): MessageInput[] {
  return Array.from({ length: number }, () => {
    const at = written++;
    const session = sessions[Math.floor(at / BATCH) % sessions.length]!;
    const { role, content } = session[at % session.length]!;
    const sessionKey = `session ${Math.floor(at / BATCH)}`;
    const provenance = { [IMPORT_ID]: IMPORT };
    return MessageInput.parse({ role, content: `${content} (step ${at})`, sessionKey, source: 'bench', provenance });
  });
}

async function importMessages(number: number): Promise<void> {
  for (let stored = 0; stored < number; stored += BATCH)
    await api.call('addMessages', caller, { headers: {}, body: nextMessages(Math.min(BATCH, number - stored)) });
}

/** Asks for the reading of all imported conversations, page by page. */
async function requestReading(): Promise<void> {
  let after: MessageId | null | undefined;
  while (after !== null)
    after = (await api.call('extract', caller, { body: { importId: IMPORT, ...(after && { after }) } })).next;
}

const pendingVectors = async () => (await api.call('stats', caller, { query: {} })).index.pending.vectors;

async function waitIndexed(): Promise<void> {
  while ((await pendingVectors()) > 0) await delay(500);
}

/** Reads conversations like the server: after each one, with the pause that the reader asks for. */
async function readUntil(signal: AbortSignal): Promise<number> {
  let reads = 0;
  while (!signal.aborted) {
    const pauseMs = await reader.readNext();
    if (pauseMs === undefined) break;
    reads += 1;
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return reads;
}

/** Measures recalls, one after the other, for a time or until the signal. */
async function recallsDuring(ms: number, signal?: AbortSignal): Promise<number[]> {
  const waits: number[] = [];
  const until = performance.now() + ms;
  while (performance.now() < until && !signal?.aborted) {
    const query = `${QUESTIONS[waits.length % QUESTIONS.length]!} ${waits.length % 97}`;
    const at = performance.now();
    await api.call('recall', caller, { body: { query } as never });
    waits.push(performance.now() - at);
    await delay(10);
  }
  return waits;
}

const rounded = (waits: readonly number[]) => {
  const { n, p50, p95, p99 } = spreadOf(waits);
  return { n, p50: round(p50), p95: round(p95), p99: round(p99), max: round(Math.max(...waits)) };
};
const round = (value: number) => Math.round(value * 10) / 10;

async function whileReading(): Promise<{ waits: number[]; reads: number }> {
  const done = new AbortController();
  const reading = readUntil(done.signal);
  const waits = await recallsDuring(SLICE_MS);
  done.abort();
  return { waits, reads: await reading };
}

try {
  await importMessages(BASE_MESSAGES);
  await waitIndexed();
  await recallsDuring(2_000);
  const table: Record<string, object> = { 'quiet, before': rounded(await recallsDuring(SLICE_MS)) };

  const importDone = new AbortController();
  const began = performance.now();
  const importing = importMessages(MESSAGES)
    .then(requestReading)
    .then(waitIndexed)
    .finally(() => importDone.abort());
  const reading = delay(1_000).then(() => readUntil(importDone.signal));
  table[`import of ${MESSAGES} with --extract`] = rounded(await recallsDuring(1e9, importDone.signal));
  await Promise.all([importing, reading]);
  const seconds = Math.round((performance.now() - began) / 1000);

  const [quiet, busy]: [number[], number[]] = [[], []];
  let reads = 0;
  for (let slice = 0; slice < SLICES; slice += 1) {
    quiet.push(...(await recallsDuring(SLICE_MS)));
    const beside = await whileReading();
    busy.push(...beside.waits);
    reads += beside.reads;
  }
  Object.assign(table, { 'quiet, in turn': rounded(quiet), 'reading, in turn': rounded(busy) });
  console.table(table);
  console.log(`import and indexing: ${seconds} s; ${reads} windows read`);
} finally {
  await server.close();
}
