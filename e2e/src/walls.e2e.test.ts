import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from './cairn.ts';
import { cli } from './cli.ts';
import { Client } from './client.ts';
import { overHttp, type Caller } from './mcp-caller.ts';
import { until } from './until.ts';

const OPERATOR_KEY = `cairn_operator_${'w'.repeat(40)}`;
let folder: string;
let server: Cairn;
let admin: Client;
let bob: Client;
let tools: Caller;
const cairn = (...args: string[]) => cli([...args, '--data-dir', join(folder, 'data')]);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-walls-'));
  const env = { CAIRN_PEER_PREFIXES: 'coach', CAIRN_EMBEDDER: 'none', CAIRN_OPERATOR_KEY: OPERATOR_KEY };
  server = await startCairn({ dataDir: join(folder, 'data'), port: await freePort(), env });
  admin = new Client(server.url, server.key!);
  const made = await admin.post('/v1/keys', { name: 'Bob', kind: 'person', role: 'writer', peers: ['*'] });
  bob = new Client(server.url, made.body.key);
  tools = await overHttp(server.url, bob.key, 'auto');
}, 120_000);

afterAll(async () => {
  await tools.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const found = async (who: Client, query: string, channel?: string): Promise<string[]> => {
  const { body } = await who.post('/v1/recall', { query, channel, sources: 'without-notes' });
  return body.hits.map(({ content }: { content: string }) => content);
};

/** Each process caches a caller for seconds. */
it('a channel is closed to all but some, within seconds, and opens again', async () => {
  const content = 'The zebra contract is signed in May.';
  await bob.post('/v1/memories?wait=indexed', { title: 'Zebra', content, channel: 'deals' });
  const before = await found(bob, 'zebra contract');

  const { principalId } = (await admin.get('/v1/caller')).body;
  const closed = await cairn('channels', 'close', 'deals', principalId, '--json');
  const unknown = await cairn('channels', 'close', 'deals', 'Nobody Known');
  await until(async () => (await found(bob, 'zebra contract')).length === 0);
  const theirs = await found(bob, 'zebra contract', 'deals');
  const refused = await bob.post('/v1/memories', { title: 'More', content: 'More.', channel: 'deals' });
  const denied = await bob.call('PUT', '/v1/closed-channels', { channel: 'deals' });
  const listed = await cairn('channels', 'list');
  const opened = await cairn('channels', 'open', 'deals');
  const again = await admin.call('DELETE', '/v1/closed-channels?channel=deals');

  expect(before).toEqual([content]);
  expect([closed.code, closed.json]).toMatchObject([0, { channel: 'deals', teams: [] }]);
  expect(unknown.code).toBe(1);
  expect(theirs).toEqual([]);
  expect([refused.status, refused.body.error]).toMatchObject([
    403,
    { code: 'auth/forbidden', issues: [{ field: 'channel', value: 'deals' }] },
  ]);
  expect(denied.status).toBe(403);
  expect(listed.stdout).toContain('deals');
  expect(opened.code).toBe(0);
  expect([again.status, again.body.error.code]).toEqual([404, 'channel/unknown']);
  await until(async () => (await found(bob, 'zebra contract')).length > 0);
});

it('an admin reaches what is private to somebody by saying so, and the audit names both', async () => {
  const { principalId: bobId } = (await bob.get('/v1/caller')).body;
  const secret = 'The gazelle password hint is a song.';
  const written = await bob.post('/v1/memories', { title: 'Gazelle', content: secret, visibility: 'private' });
  const [{ id }] = written.body.items;
  const reach = `?privateOf=${bobId}`;
  const asked = { name: 'crystal_get', arguments: { id, privateOf: bobId } };
  const adminTools = await overHttp(server.url, server.key!, 'auto');

  const unsaid = await admin.get(`/v1/memories/${id}`);
  const refused = await bob.get(`/v1/memories/${id}${reach}`);
  const unknown = await admin.get(`/v1/memories/${id}?privateOf=0190a000-0000-7000-8000-000000000000`);
  const read = await admin.get(`/v1/memories/${id}${reach}`);
  const listed = await admin.get(`/v1/memories${reach}`);
  const byTool = await adminTools.callTool(asked);
  const refusedTool = await tools.callTool(asked);
  const changed = await admin.post(`/v1/memories/${id}/update${reach}`, {
    content: 'The hint is gone.',
    reason: 'leak',
  });
  const shown = await cairn('show', id, '--private-of', 'Bob', '--json');
  const theirs = await bob.get(`/v1/memories/${id}`);
  const forgotten = await cairn('forget', id, '--permanent', '--yes', '--private-of', 'Bob');
  const gone = await bob.get(`/v1/memories/${id}`);
  await adminTools.close();

  expect([unsaid, refused, unknown, read, gone].map(({ status }) => status)).toEqual([404, 403, 404, 200, 404]);
  expect(read.body).toMatchObject({ content: secret, visibility: 'private' });
  expect(listed.body.items.map((item: { id: string }) => item.id)).toContain(id);
  expect(byTool.structuredContent).toMatchObject({ content: secret });
  expect(refusedTool).toMatchObject({ isError: true });
  expect([changed.status, theirs.body.content, theirs.body.visibility]).toEqual([200, 'The hint is gone.', 'private']);
  expect([shown.code, shown.json, forgotten.code]).toMatchObject([0, { content: 'The hint is gone.' }, 0]);
  const reads = `/v1/audit?act=read&kind=principal&targetId=${bobId}&limit=100`;
  const routesRead = async () => (await admin.get(reads)).body.entries.map(({ route }: { route: string }) => route);
  await until(async () => (await routesRead()).includes('forgetMemory'));
  expect(await routesRead()).toEqual(expect.arrayContaining(['getMemory', 'listMemories', 'updateMemory']));
}, 60_000);

it('a question for a peer is answered from the shared room and from permissive bases, and a chunk opens by its id', async () => {
  const room = 'The okapi walk begins at seven.';
  const chunk = 'The okapi handbook says to bring water.';
  await bob.post('/v1/messages?wait=indexed', { content: room, channel: 'coach:main' });
  await bob.post('/v1/messages?wait=indexed', { content: 'The okapi of 512.', channel: 'coach:512' });
  const base = { knowledgeBaseName: 'Okapi', chunks: [{ content: chunk, metadata: { title: 'Okapi' } }] };
  const { body } = await bob.post('/v1/knowledge-imports', base);
  const asked = { knowledgeBaseName: 'Okapi', query: 'okapi water' };
  const ask = () => tools.callTool({ name: 'crystal_query_knowledge_base', arguments: asked });
  await until(async () => (await ask()).structuredContent.chunks.length > 0);
  const strict = await found(bob, 'okapi', 'coach:511');
  await admin.call('PUT', `/v1/knowledge-bases/${body.knowledgeBaseId}`, { peerScopePolicy: 'permissive' });
  await until(async () => (await found(bob, 'okapi', 'coach:511')).length > 1);
  const permissive = await found(bob, 'okapi', 'coach:511');

  const [{ memoryId }] = (await ask()).structuredContent.chunks;
  const opened = await tools.callTool({ name: 'crystal_get', arguments: { id: memoryId } });

  expect(strict).toEqual([room]);
  expect(permissive.toSorted()).toEqual([chunk, room]);
  expect(opened.structuredContent).toMatchObject({ content: chunk });
});

it('an organisation stores no more than the operator says, by every door', async () => {
  const [{ orgId, name, messages, memories }] = (await new Client(server.url, OPERATOR_KEY).get('/v1/organisations'))
    .body.organisations;
  const limit = (items: number | 'none') =>
    cairn('orgs', 'limit', name, '--stored-items', String(items), '--key', OPERATOR_KEY, '--json');

  const set = await limit(messages + memories + 1);
  await until(async () => (await admin.get('/v1/limits')).body.quotas.length > 0);
  const last = await bob.post('/v1/memories', { title: 'The last', content: 'This one fits.' });
  const refused = await bob.post('/v1/messages', { content: 'This one does not.' });
  const remembered = await tools.callTool({
    name: 'crystal_remember',
    arguments: { title: 'No room', content: 'Nor this.', store: 'semantic', category: 'fact' },
  });
  const told = await limit('none');
  await until(async () => (await bob.post('/v1/messages', { content: 'Now it does.' })).status === 201);

  expect([set.code, set.json]).toMatchObject([0, { orgId, limits: { callsPerMinute: null, storedBytes: null } }]);
  expect(last.status).toBe(201);
  expect([refused.status, refused.body.error]).toMatchObject([
    403,
    { code: 'limit/items', message: expect.stringContaining('may store') },
  ]);
  expect(remembered).toMatchObject({ isError: true });
  expect(JSON.stringify(remembered)).toContain('may store');
  expect(told.json).toMatchObject({ limits: { storedItems: null } });
});
