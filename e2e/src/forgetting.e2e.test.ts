import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from './cairn.ts';
import { cli } from './cli.ts';
import { Client } from './client.ts';
import { storedText } from './stored-text.ts';
import { until } from './until.ts';

let folder: string;
let dataDir: string;
let server: Cairn;
let client: Client;
const cairn = (...args: string[]) => cli([...args, '--data-dir', dataDir]);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-forgetting-'));
  dataDir = join(folder, 'data');
  server = await startCairn({ dataDir, port: await freePort() });
  client = new Client(server.url, server.key!);
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const canaries = ['zorblax', 'quintrell', 'mervok', 'dastrin', 'plovick', 'grenthor'] as const;
const [content, session, speaker, former, title, external] = canaries;

const tool = async (name: string, args: object): Promise<string> => {
  const params = { name, arguments: args };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  return JSON.stringify((await client.post('/mcp', body, { accept: 'application/json, text/event-stream' })).body);
};

const traces = async () => {
  const text = await storedText(dataDir);
  return canaries.filter((word) => text.includes(word));
};

async function aSession(): Promise<void> {
  const turns = Array.from({ length: 130 }, (_, at) => ({
    content: `Turn ${at} about the ${content}.`,
    sessionKey: session,
    speaker,
    source: 'chat',
    externalId: `${external}-${at}`,
  }));
  await client.post('/v1/messages?wait=indexed', turns);
  const made = { title, content: `It was ${former}.`, source: 'chat', sourceIds: [`${external}-3`] };
  const { id } = (await client.post('/v1/memories?wait=indexed', made)).body.items[0];
  await client.post(`/v1/memories/${id}/update`, { content: 'It is otherwise now.', reason: former });
  await client.post('/v1/memories?wait=indexed', { title: 'Kept', content: 'The canteen closes at two.' });
}

it('a session is forgotten with what was made from it: first told, then done, verified in every store, and not taken again', async () => {
  await aSession();
  const before = await traces();
  const selection = { sessionKey: session, lineage: true };

  const told = await client.post('/v1/forgets', selection);
  const refusal = await client.post('/v1/forgets', { lineage: true });
  const done = await client.post('/v1/forgets', { ...selection, confirm: true });
  const certificate = async () => (await client.get(`/v1/forgets/${done.body.id}`)).body;
  await until(async () => (await certificate()).state === 'verified');
  await until(async () => (await traces()).length === 0).catch(() => undefined);

  expect(before).toEqual(canaries);
  expect(told.body).toMatchObject({
    confirmed: false,
    preview: { messages: 130, memories: 1, others: 0, blocks: 'session' },
  });
  expect(told.body.preview.examples[0]).toMatchObject({ kind: 'memory', text: title });
  expect(refusal).toMatchObject({ status: 400, body: { error: { code: 'request/invalid' } } });
  expect(await certificate()).toMatchObject({ by: ['sessionKey'], messages: 130, memories: 1 });
  expect((await certificate()).verified.every(({ remaining }: { remaining: number }) => remaining === 0)).toBe(true);
  expect((await certificate()).verified.map(({ where }: { where: string }) => where)).toEqual(
    expect.arrayContaining(['store: item', 'store: revision', 'words-1', 'vectors-1']),
  );
  expect(await traces()).toEqual([]);
  expect((await client.post('/v1/recall', { query: 'canteen' })).body.hits).toHaveLength(1);

  const again = { content: 'It goes on.', sessionKey: session };
  expect(await client.post('/v1/messages', [{ content: 'Elsewhere.' }, again])).toMatchObject({
    status: 409,
    body: { error: { code: 'item/forgotten', issues: [{ field: '[1].sessionKey' }] } },
  });
  expect((await client.post('/v1/messages?overwrite=true', again)).status).toBe(201);
  expect((await client.post('/v1/messages', again)).status).toBe(201);
});

it('a source is forgotten on the command line, and an import of it again names each line that is refused', async () => {
  const lines = [1, 2, 3].map((at) => JSON.stringify({ id: `b${at}`, conversation: `c${at}`, content: `Line ${at}.` }));
  const dir = mkdtempSync(join(folder, 'import-'));
  writeFileSync(join(dir, 'messages.jsonl'), lines.join('\n'));
  await cairn('import', 'jsonl', dir);

  const told = await cairn('forget', '--source', 'jsonl', '--dry-run');
  const done = await cairn('forget', '--source', 'jsonl', '--yes', '--json');
  const refused = await cairn('import', 'jsonl', dir, '--json');
  const taken = await cairn('import', 'jsonl', dir, '--overwrite', '--json');

  expect(told.stdout).toContain('3 messages and 0 memories would be deleted for good.');
  expect(done).toMatchObject({ code: 0, json: { state: 'verified', messages: 3 } });
  expect(refused).toMatchObject({ code: 0, json: { imported: 0, failed: 0, forgotten: 3 } });
  expect(refused.json.leftOut).toMatchObject([
    { reason: expect.stringContaining('forgotten for good'), count: 3, examples: expect.any(Array) },
  ]);
  const lineNumbers = refused.json.leftOut[0].examples.map(({ line }: { line: number }) => line);
  expect(lineNumbers.toSorted()).toEqual([1, 2, 3]);
  expect(taken.json).toMatchObject({ imported: 3, failed: 0 });
});

it('a memory says that its source was forgotten, and lineage takes it along', async () => {
  const source = { content: 'The lighthouse lamp has 900 candela.', sessionKey: 'lamp', externalId: 'lamp-1' };
  const { id: sourceId } = (await client.post('/v1/messages?wait=indexed', source)).body.items[0];
  const made = { title: 'Lamp', content: 'The lighthouse lamp is bright.', sourceIds: [sourceId] };
  const { id } = (await client.post('/v1/memories?wait=indexed', made)).body.items[0];
  const again = { title: 'Lens', content: 'The lighthouse lens follows from the lamp.', sourceIds: [id] };
  await client.post('/v1/memories?wait=indexed', again);

  const along = await client.post('/v1/forgets', { ids: [sourceId], lineage: true });
  await client.call('DELETE', `/v1/messages/${sourceId}`);
  const answer = await client.post('/v1/recall', { query: 'lighthouse lamp bright', sources: 'without-messages' });
  const hit = answer.body.hits.find(({ memoryId }: { memoryId: string }) => memoryId === id);

  expect(along.body.preview).toMatchObject({ messages: 1, memories: 2 });
  expect((await client.get(`/v1/memories/${id}`)).body.goneSources).toEqual([sourceId]);
  expect(hit.goneSources).toEqual([sourceId]);
  expect((await cairn('recall', 'lighthouse lamp bright')).stdout).toContain('1 of its sources forgotten');
});

it('an identifier is forgotten in every written form, and a text that names none is refused', async () => {
  const forms = ['pays with 4000 1234 5678 9010', 'Card 4000-1234-5678-9010', 'the other card is 40001234567890101'];
  await client.post(
    '/v1/memories',
    forms.map((content, at) => ({ title: `Payment ${at}`, content })),
  );

  const identifier = 'card 4000123456789010';
  await client.call('PUT', '/v1/notes', { workspace: 'depot', path: 'cards.md', text: 'Paid: 4000-1234-5678-9010.' });

  const previews = [
    JSON.stringify((await client.post('/v1/forgets', { identifier })).body),
    (await cairn('forget', '--identifier', identifier, '--dry-run')).stdout,
    await tool('crystal_forget', { identifier, permanent: true }),
  ];
  const refusal = await client.post('/v1/forgets', { identifier: 'the old card of the depot' });
  const tooMany = await client.post('/v1/forgets', { identifier: 'a1b|a2b|a3b|a4b|a5b|a6b|a7b|a8b|a9b' });
  const done = await cairn('forget', '--identifier', identifier, '--yes', '--json');

  const shown = ['cards.md', 'depot', 'Payment 0', forms[0]!];
  for (const preview of previews) for (const text of shown) expect(preview).toContain(text);
  for (const preview of previews.slice(1)) expect(preview).toContain('notes delete PATH --forget');
  expect((await client.get('/v1/notes?workspace=depot')).body.notes).toHaveLength(1);
  expect(refusal).toMatchObject({ status: 400, body: { error: { issues: [{ field: 'identifier' }] } } });
  expect(tooMany).toMatchObject({ status: 400, body: { error: { issues: [{ field: 'identifier' }] } } });
  expect(done).toMatchObject({ code: 0, json: { state: 'verified', memories: 2, by: ['identifier'] } });
  expect(
    (await client.get('/v1/memories?limit=50')).body.items.map(({ title: of }: { title: string }) => of),
  ).toContain('Payment 2');
});

it('a forgotten text comes back through a change, a tool, a command and a base only where it is asked for again', async () => {
  // Each attempt has a text of its own, since a text that an earlier one forgot is refused.
  const text = `The spare key of boathouse ${randomUUID()} hangs behind the third oar.`;
  const stored = async (content: string): Promise<string> =>
    (await client.post('/v1/memories', { title: 'Boathouse', content })).body.items[0].id;
  const forgotten = async (id: string) => void (await client.call('DELETE', `/v1/memories/${id}`));
  await forgotten(await stored(text));

  const overHttp = await stored('A text to change over HTTP.');
  const change = { content: text };
  expect(await client.post(`/v1/memories/${overHttp}/update`, change)).toMatchObject({
    status: 409,
    body: { error: { code: 'item/forgotten', issues: [{ field: 'content', allowed: 'overwrite=true' }] } },
  });
  expect((await client.post(`/v1/memories/${overHttp}/update?overwrite=true`, change)).status).toBe(200);
  await forgotten(overHttp);

  const byTool = await stored('A text to change by a tool.');
  expect(await tool('crystal_update', { memoryId: byTool, ...change })).toContain('allowed: overwrite=true');
  expect(await tool('crystal_update', { memoryId: byTool, ...change, overwrite: true })).toContain('has version 2');
  await forgotten(byTool);

  const byCommand = await stored('A text to change by a command.');
  const refused = await cairn('update', byCommand, '--content', text);
  expect(refused.code).not.toBe(0);
  expect(refused.stderr).toContain('--overwrite');
  expect(await cairn('update', byCommand, '--content', text, '--overwrite')).toMatchObject({ code: 0 });
  await forgotten(byCommand);

  const chunks = { knowledgeBaseName: 'Boats', chunks: [{ content: text }] };
  const left = await client.post('/v1/knowledge-imports', chunks);
  expect(left.body).toMatchObject({ imported: 0, failed: [{ code: 'item/forgotten' }] });
  expect((await client.post('/v1/knowledge-imports?overwrite=true', chunks)).body).toMatchObject({
    imported: 1,
    failed: [],
  });
});

it('the demo is removed as a whole, nothing else of its channel is, and it can be shown again', async () => {
  const listed = async () => {
    const [memories, messages] = await Promise.all([
      cairn('list', 'memories', '--channel', 'demo', '--json'),
      cairn('list', 'messages', '--channel', 'demo', '--json'),
    ]);
    return [...memories.json.items, ...messages.json.items].filter(({ channel }) => channel === 'demo');
  };
  await cairn('remember', '--channel', 'demo', 'Ours in the channel.');
  const loaded = await cairn('demo', '--json');

  const kept = await cairn('demo', '--remove');
  const before = (await listed()).length;
  const removed = await cairn('demo', '--remove', '--yes', '--json');
  const after = await listed();
  const again = await cairn('demo', '--json');

  expect([kept.code, before > 1]).toEqual([2, true]);
  expect(removed).toMatchObject({ code: 0, json: { state: 'verified' } });
  expect(removed.json.messages + removed.json.memories).toBe(loaded.json.imported);
  expect(after).toMatchObject([{ content: 'Ours in the channel.' }]);
  expect(again.json).toMatchObject({ imported: loaded.json.imported, alreadyThere: 0 });
});
