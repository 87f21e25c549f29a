import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from './cairn.ts';
import { Client } from './client.ts';
import { overHttp, type Caller } from './mcp-caller.ts';
import { until } from './until.ts';

let folder: string;
let cairn: Cairn;
let caller: Caller;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-meaning-'));
  cairn = await startCairn({ dataDir: join(folder, 'data'), port: await freePort() });
  caller = await overHttp(cairn.url, cairn.key!, 'auto');
});
afterAll(async () => {
  await caller?.close();
  await cairn?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const call = async (name: string, args: Record<string, unknown>) => caller.callTool({ name, arguments: args });

it('takes the meaning of memories over MCP, says it back, and lists what lacks it until it is given', async () => {
  const client = new Client(cairn.url, cairn.key!);
  const lacking = async () => {
    const { items } = (await client.get('/v1/meaning')).body as { items: { memoryId: string; lacks: string }[] };
    return items;
  };
  const rule = { category: 'rule', title: 'Cluster through Git', content: 'Never apply by hand.' };

  const bare = await call('crystal_remember', { ...rule, title: 'Be kind' });
  const given = await call('crystal_remember', {
    ...rule,
    forbids: [{ names: ['kubectl apply'], environments: ['production'] }],
    instead: ['git push'],
  });
  const before = await lacking();
  const { memoryId } = bare.structuredContent;
  const changed = await call('crystal_update', { memoryId, forbids: [{ words: ['rude words'], strength: 'advice' }] });

  expect(given.structuredContent.understood).toEqual([
    expect.stringMatching(
      /^rule: forbids kubectl apply \| in production \| instead git push \| stops: \w+.* \(given\)$/u,
    ),
  ]);
  expect(given.content[0]?.text).toContain(given.structuredContent.understood[0]);
  expect(bare.content[0]?.text).toContain('give forbids');
  expect(before).toMatchObject([{ memoryId, lacks: 'forbids' }]);
  expect(changed.structuredContent.understood).toEqual(['rule: forbids rude words | stops: no, advice (given)']);
  expect(await lacking()).toEqual([]);
});

it('counts the answers that return a memory, and lists the most used first', async () => {
  const client = new Client(cairn.url, cairn.key!);
  const rule = { category: 'rule', content: 'Keep the ledger tidy.' };
  await call('crystal_remember', { ...rule, title: 'Nobody asks for this', content: 'Water the plants.', strength: 1 });
  const { memoryId } = (await call('crystal_remember', { ...rule, title: 'Ledger' })).structuredContent;
  await until(async () => {
    const { words, vectors } = (await client.get('/v1/recall/stats')).body.index.pending;
    return words + vectors === 0;
  });
  await client.post('/v1/recall', { query: 'ledger tidy' });
  await call('crystal_recall', { query: 'ledger tidy' });
  const first = async () =>
    ((await client.get('/v1/meaning')).body as { items: { memoryId: string; uses?: { times: number } }[] }).items[0];

  await until(async () => (await first())?.uses?.times === 2);
  expect(await first()).toMatchObject({ memoryId, uses: { times: 2, by: { recall: 2 } } });
});
