import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from './cairn.ts';
import { Client } from './client.ts';
import { cli } from './cli.ts';
import { overHttp, type Caller } from './mcp-caller.ts';
import { until } from './until.ts';

let dataDir: string;
let server: Cairn;
let caller: Caller;
let client: Client;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-e2e-'));
  server = await startCairn({ dataDir, port: await freePort() });
  client = new Client(server.url, server.key!);
  caller = await overHttp(server.url, server.key!, 'auto');
  await client.call('PUT', '/v1/notes', {
    path: 'backfills.md',
    text: '# Backfills\n\nA backfill needs the approval of Chen.\n',
  });
  const memory = { category: 'decision', title: 'Backfills', content: 'Backfills run at night, in batches of 1000.' };
  await client.post('/v1/memories?wait=indexed', memory);
  const said = ['stopping the backfill', 'the backfill runs again', 'backfill done', 'Tulips are in bloom'];
  const place = { role: 'user', speaker: 'Chen', sessionKey: 'night', channel: 'ops' };
  // Five processes index a moment later, and doors asked in that moment could find less than others.
  await client.post(
    '/v1/messages?wait=indexed',
    said.map((content) => ({ content, ...place })),
  );
  // A note has no receipt of its indexes.
  await until(async () => {
    const { hits } = (await client.post('/v1/recall', { query: 'approval of Chen', sources: 'notes' })).body;
    return hits?.length > 0;
  });
}, 60_000);

afterAll(async () => {
  await caller?.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

type Found = Record<string, string>;
const idOf = ({ memoryId, sectionId, messageId }: Found): string => (memoryId ?? sectionId ?? messageId)!;
const everything = ['memories', 'notes', 'documents', 'messages'];

const QUESTION = 'what do we do about backfills?';

async function atEveryDoor(query: string, narrowed: { readonly tags?: readonly string[] } = {}) {
  const [http, mcp, terminal] = await Promise.all([
    client.post('/v1/recall', { query, ...narrowed }),
    caller.callTool({ name: 'crystal_recall', arguments: { query, ...narrowed } }),
    cli(['recall', query, '--json', '--data-dir', dataDir, ...(narrowed.tags ?? []).flatMap((tag) => ['--tag', tag])]),
  ]);
  return { http: http.body, mcp: mcp.structuredContent, terminal: terminal.json };
}

it('finds the same at every door, and says what was searched', async () => {
  const { http, mcp, terminal } = await atEveryDoor(QUESTION);

  expect(http.hits.map(idOf)).toEqual(terminal.hits.map(idOf));
  expect([...mcp.memories, ...mcp.notes, ...mcp.messages].map(idOf).sort()).toEqual(http.hits.map(idOf).sort());
  expect([http.searched, mcp.searched, terminal.searched]).toEqual([everything, everything, everything]);
  const narrowed = await atEveryDoor(QUESTION, { tags: ['none'] });
  for (const { searched } of Object.values(narrowed)) expect(searched).toEqual(everything.slice(0, 3));
  expect(narrowed.http.injectionBlock).toContain('Searched memories, notes, documents.');
  expect((await cli(['recall', QUESTION, '--data-dir', dataDir])).stdout).toMatch(
    /^Searched memories, notes, documents, messages\.\n/,
  );
});

it('puts what is kept first, and what only a message answers first too', async () => {
  const kinds = async (query: string) =>
    (await client.post('/v1/recall', { query })).body.hits.map(({ kind }: Found) => kind);

  expect((await kinds(QUESTION)).slice(0, 3)).toEqual(expect.arrayContaining(['memory', 'note']));
  expect((await kinds('are the tulips in bloom?'))[0]).toBe('message');
});
