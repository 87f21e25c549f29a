import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client as McpClient, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { SkillsClient } from '@modelcontextprotocol/client/ext/skills';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from './cairn.ts';
import { Client } from './client.ts';
import { until } from './until.ts';

let folder: string;
let server: Cairn;
let admin: Client;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-mcp-changes-'));
  server = await startCairn({ dataDir: join(folder, 'data'), port: await freePort(), env: { CAIRN_EMBEDDER: 'none' } });
  admin = new Client(server.url, server.key!);
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const transportWith = (key: string): [URL, { requestInit: { headers: { authorization: string } } }] => [
  new URL(`${server.url}/mcp`),
  { requestInit: { headers: { authorization: `Bearer ${key}` } } },
];

async function connected(key: string): Promise<McpClient> {
  const client = new McpClient({ name: 'e2e', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new StreamableHTTPClientTransport(...transportWith(key)));
  return client;
}

async function connectedOlder(key: string): Promise<OlderClient> {
  const client = new OlderClient({ name: 'e2e', version: '1' });
  await client.connect(new OlderHttp(...transportWith(key)) as never);
  return client;
}

const saveProcedure = (title: string, content: string) =>
  admin.post('/v1/memories', { title, content, store: 'procedural', category: 'workflow' });

it('a client that listens hears of a changed role and of new skills, and then sees them', async () => {
  const { body: made } = await admin.post('/v1/keys', { name: 'listener', role: 'writer' });
  await admin.call('PUT', `/v1/principals/${made.summary.principalId}`, { role: 'reader' });
  const client = await connected(made.key);
  const heard: string[] = [];
  for (const method of ['notifications/tools/list_changed', 'notifications/resources/list_changed'] as const)
    client.setNotificationHandler(method, () => void heard.push(method));
  await client.listen({ toolsListChanged: true, resourcesListChanged: true });
  const before = await client.listTools();

  await admin.call('PUT', `/v1/principals/${made.summary.principalId}`, { role: 'writer' });
  await saveProcedure('Restart the ferry radio', 'Hold the red button for ten seconds.');
  // The server looks for either change every ten seconds.
  await until(async () => heard.includes('notifications/tools/list_changed'));
  await until(async () => heard.includes('notifications/resources/list_changed'));

  const names = async () => (await client.listTools()).tools.map(({ name }) => name);
  expect(before.tools.map(({ name }) => name)).not.toContain('crystal_remember');
  expect(await names()).toContain('crystal_remember');
  await client.close();
}, 60_000);

it("the team's procedures are skills that a client verifies, and what only one may read is none", async () => {
  await saveProcedure('Moor the ferry', 'Bow line first.');
  const secret = { title: 'My berth trick', content: 'Bribe the gull.', store: 'procedural', visibility: 'private' };
  await admin.post('/v1/memories', secret);
  const client = await connected(server.key!);

  const skills = new SkillsClient(client);
  const listed = (await skills.list()).skills;
  const moor = listed.find(({ uri }) => uri === 'skill://moor-the-ferry/SKILL.md')!;
  const file = await skills.read(moor);
  const { resources } = await client.listResources();
  await client.close();

  expect(listed.map(({ uri }) => uri).join(' ')).not.toContain('berth');
  expect(file).toMatchObject({ verified: true, body: expect.stringContaining('Bow line first.') });
  expect(resources.map(({ uri }) => uri)).toContain(moor.uri);
});

describe.each([
  ['2026', connected],
  ['2025', connectedOlder],
])('a client of %s', (year, connect) => {
  it('hears how far a long import is', async () => {
    const client = (await connect(server.key!)) as McpClient;
    const chunks = Array.from({ length: 25 }, (_, at) => ({ content: `Ferry page ${at} of ${year}.`, metadata: {} }));
    const steps: (readonly [number, number | undefined])[] = [];

    const call = { name: 'crystal_import_knowledge', arguments: { knowledgeBaseName: `Ferry ${year}`, chunks } };
    const onprogress = ({ progress, total }: { progress: number; total?: number | undefined }) =>
      void steps.push([progress, total]);
    // Both clients take the options last; the older one takes a schema of the result before them.
    const answer = await (year === '2026'
      ? client.callTool(call, { onprogress })
      : (client as unknown as OlderClient).callTool(call, undefined, { onprogress }));
    await client.close();

    expect(steps).toEqual([
      [10, 25],
      [20, 25],
      [25, 25],
    ]);
    expect(answer.structuredContent).toMatchObject({ imported: 25, failed: [] });
  });
});
