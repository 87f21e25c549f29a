import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli } from './cli.ts';
import { Client } from './client.ts';
import { overStdioOlder } from './mcp-caller.ts';
import { demoAnswers, shown, smallFolder } from './sample-data.ts';
import { isRunning, startServer } from './server-process.ts';
import { until } from './until.ts';

/** Promises of one process on one folder beyond those of five. */
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-alone-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('works with no server running: each command opens the folder for itself', async () => {
  const cairn = (...args: string[]) => cli([...args, '--data-dir', join(folder, 'alone'), '--json']);
  const dir = smallFolder(folder);

  const demo = await cairn('demo');
  const first = await cairn('import', 'jsonl', dir, '--wait');
  const again = await cairn('import', 'jsonl', dir);
  const recall = await cairn('recall', 'when do we send invoicing mails to clients?');

  expect(shown(demo.json.recalls[0].response.hits[0])).toMatch(demoAnswers[0]!);
  expect(first).toMatchObject({ code: 0, json: { imported: 4, blank: 1, index: { pending: 0, dead: 0 } } });
  expect(again).toMatchObject({ code: 0, json: { imported: 0, alreadyThere: 4 } });
  expect(recall.json.hits[0].title).toBe('Invoices go out on the first');
  expect((await cairn('doctor')).code).toBe(0);
});

it('keeps the first key for the first start that shows it', async () => {
  const dataDir = join(folder, 'quiet first');
  const env = { CAIRN_EMBEDDER: 'none' };
  expect((await cli(['recent', '--data-dir', dataDir, '--json'], env)).json.messages).toEqual([]);

  const keys: (string | undefined)[] = [];
  for (let start = 0; start < 2; start++) {
    const server = await startServer({ dataDir, port: 0, env });
    keys.push(server.key);
    await server.stop();
  }

  expect(keys).toEqual([expect.stringMatching(/^cairn_/), undefined]);
});

it('finds a new item by its words at once, whatever the model does', async () => {
  const server = await startServer({ dataDir: join(folder, 'words'), port: 0, env: { CAIRN_EMBEDDER: 'none' } });
  const client = new Client(server.url, server.key!);
  try {
    const { body } = await client.post('/v1/memories', {
      title: 'Error code',
      content: 'E4017 is the licence server.',
    });
    const found = await client.post('/v1/recall', { query: 'E4017', recipe: 'words' });

    expect(body.items[0].index).toMatchObject({ words: 'indexed' });
    expect(found.body.hits[0].memoryId).toBe(body.items[0].id);
  } finally {
    await server.stop();
  }
});

it('refuses a second server on the same folder', async () => {
  const options = { dataDir: join(folder, 'taken'), port: 0, env: { CAIRN_EMBEDDER: 'none' } };
  const server = await startServer(options);
  try {
    await expect(startServer(options)).rejects.toThrow(/another|holds|locked|in use/i);
  } finally {
    await server.stop();
  }
});

it('works over stdio with no server running, on a new folder, and leaves no server behind', async () => {
  const dataDir = join(folder, 'stdio');
  const caller = await overStdioOlder(dataDir);
  const saved = await caller.callTool({
    name: 'crystal_remember',
    arguments: { title: 'Alone at home', content: 'No server is needed for one agent.' },
  });
  const recall = () => caller.callTool({ name: 'crystal_recall', arguments: { query: 'server' } });
  await until(async () => (await recall()).structuredContent.memories.length > 0);
  const recalled = await recall();

  await caller.close();
  expect(saved.structuredContent.ok).toBe(true);
  expect(recalled.structuredContent.memories[0].title).toBe('Alone at home');
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'cli.json'), 'utf8')) as { pid: number };
  await until(async () => !isRunning(pid));
});
