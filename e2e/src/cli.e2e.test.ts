import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from './cairn.ts';
import { cli, startCli } from './cli.ts';
import { demoAnswers, shown, smallFolder, writeJsonl } from './sample-data.ts';
import { until } from './until.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-cli-'));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('against a running server', () => {
  let server: Cairn;
  let dataDir: string;
  const cairn = (...args: string[]) => cli([...args, '--data-dir', dataDir]);

  beforeAll(async () => {
    dataDir = join(folder, 'served');
    server = await startCairn({ dataDir, port: await freePort() });
  });

  afterAll(() => server.stop());

  it('shows the demo, with each answer first', async () => {
    const first = await cairn('demo', '--json');

    expect(first).toMatchObject({ code: 0, json: { alreadyThere: 0 } });
    expect(first.json.recalls).toHaveLength(demoAnswers.length);
    for (const [place, { response }] of first.json.recalls.entries())
      expect(shown(response.hits[0])).toMatch(demoAnswers[place]!);
  });

  it('imports a folder, and nothing of it a second time', async () => {
    const dir = smallFolder(folder);
    const first = await cairn('import', 'jsonl', dir, '--wait', '--json');
    const again = await cairn('import', 'jsonl', dir, '--json');

    expect(first).toMatchObject({ code: 0, json: { imported: 4, blank: 1, failed: 0, ended: 'complete' } });
    expect(first.json.index).toEqual({ pending: 0, dead: 0 });
    expect(again).toMatchObject({ code: 0, json: { imported: 0, alreadyThere: 4, blank: 1, failed: 0 } });
    const { importId, unconfirmed } = first.json;
    const waiting = await cairn('review', 'imported', '--import', importId, '--json');
    const confirmed = await cairn('review', 'confirm', '--import', importId, '--yes', '--json');
    const left = await cairn('review', 'imported', '--import', importId);
    const titles = waiting.json.memories.map(({ title }: { title: string }) => title);
    expect({ unconfirmed, titles }).toEqual({ unconfirmed: 1, titles: ['Invoices go out on the first'] });
    expect(confirmed).toMatchObject({ code: 0, json: { confirmed: [expect.any(String)], suspect: [], changed: [] } });
    expect(left.stdout).toBe('Nothing that was imported waits to be confirmed.\n');
  });

  it('recalls, searches and lists what was imported', async () => {
    const recall = await cairn('recall', 'when do we send invoicing mails to clients?', '--json');
    const search = await cairn('search', 'keep the vegetables out of the sun', '--channel', 'garden', '--json');
    const recent = await cairn('recent', '--channel', 'garden', '--json');

    expect(recall.json.hits[0]).toMatchObject({ title: 'Invoices go out on the first', category: 'rule' });
    expect(search.json.results[0]).toMatchObject({ speaker: 'Rosa', channel: 'garden', subchannel: 'plants' });
    expect(recent.json.messages.map(({ speaker }: { speaker: string }) => speaker)).toEqual(['Rosa', 'Paul']);
    expect([recall.code, search.code, recent.code]).toEqual([0, 0, 0]);
  });

  it('opens the console by a link that signs one browser in', async () => {
    const { code, json } = await cairn('open', '--json');
    const visit = async () => (await fetch(json.url, { redirect: 'manual' })).headers.get('set-cookie');

    expect({ code, minutes: json.minutes }).toEqual({ code: 0, minutes: 5 });
    expect(await visit()).toMatch(/HttpOnly/);
    expect(await visit()).toBeNull();
  });

  it('finds nothing wrong', async () => {
    const { code, json } = await cairn('doctor', '--json');

    expect(json.findings.filter(({ state }: { state: string }) => state === 'fail')).toEqual([]);
    expect(json.ok).toBe(true);
    expect(code).toBe(0);
  });

  it('leaves nothing open but a key without end, and says so', async () => {
    const { code, json } = await cairn('doctor', '--security', '--json');
    const open = json.findings.filter(({ state }: { state: string }) => state === 'warn' || state === 'fail');

    expect(open).toMatchObject([{ name: 'keys without end', state: 'warn' }]);
    expect(json.findings).toContainEqual(expect.objectContaining({ name: 'audit', state: 'ok' }));
    expect(code).toBe(0);
  });

  it('makes a key that works until it is revoked', async () => {
    const made = await cairn('keys', 'create', 'ci', '--role', 'reader', '--json');
    const listed = await cairn('keys', 'list', '--json');
    const { key, summary } = made.json;
    const withKey = () => cairn('recent', '--key', key, '--json');

    expect(listed.json.keys).toContainEqual(summary);
    expect(listed.stdout).not.toContain(key);
    expect((await withKey()).code).toBe(0);
    expect((await cairn('keys', 'revoke', summary.keyId, '--yes', '--json')).code).toBe(0);
    await until(async () => (await withKey()).code !== 0);
    expect(await withKey()).toMatchObject({ code: 1, stderr: expect.stringContaining('auth/missing') });
  });

  it('merges, renames and splits entities of the graph, and takes each back', async () => {
    const owned = (id: string, team: string, service: string) => ({
      ...{
        id,
        conversation: 'graph',
        store: 'semantic',
        category: 'fact',
        title: `${team} and ${service}`,
        content: `See ${id}.`,
      },
      relations: [{ from: `team:${team}`, type: 'owns', to: `service:${service}` }],
    });
    const memories = [owned('g1', 'Payments', 'ledger'), owned('g2', 'Billing', 'invoices')];
    await cairn('import', 'jsonl', writeJsonl(join(folder, 'graph'), { memories }));
    const graph = (...args: string[]) => cairn('graph', ...args, '--json');
    const owners = async (service: string) =>
      (await graph('owners', service)).json.owners.map(({ key }: { key: string }) => key);
    const undo = async ({ json }: { json: { id: string } }) =>
      expect(await cairn('graph', 'undo', json.id)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^undone: /u),
      });
    await until(async () => (await owners('ledger')).length + (await owners('invoices')).length === 2);
    const saysOf = async (...args: string[]) => (await cairn('graph', ...args)).stdout;
    expect(await saysOf('owners', 'team:payments')).toMatch('Nobody is said to own team:payments.\n');
    expect(await saysOf('dependencies', 'ledger')).toBe('No dependency is known of service:ledger.\n');
    expect(await saysOf('dependencies', 'nowhere')).toMatch(/^Not in the graph: nowhere\./);

    const merged = await graph('merge', 'team:billing', 'team:payments');
    expect(await owners('invoices')).toEqual(['team:payments']);
    await undo(merged);
    expect(await owners('invoices')).toEqual(['team:billing']);

    const renamed = await graph('rename', 'team:billing', 'Money');
    expect(await owners('invoices')).toEqual(['team:money']);
    await undo(renamed);

    const [memoryId] = (await graph('owners', 'ledger')).json.owners[0].evidenceMemoryIds;
    const split = await graph('split', 'team:payments', 'Payments East', memoryId);
    expect((await graph('corrections')).json.corrections).toMatchObject([{ action: 'split', memoryIds: [memoryId] }]);
    await until(async () => (await owners('ledger'))[0] === 'team:payments east');
    await undo(split);
    await until(async () => (await owners('ledger'))[0] === 'team:payments');

    expect(await cairn('graph', 'undo', split.json.id)).toMatchObject({ code: 1, stdout: '' });
    expect((await cairn('graph', 'corrections')).stdout).toBe('No corrections.\n');
  });

  it('hands on what the server refuses, with the field and the exit code', async () => {
    const refused = await cairn('recall', 'x', '--limit', '1000', '--json');
    const inWords = await cairn('recall', 'x', '--limit', '1000');

    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(JSON.parse(refused.stderr).error).toMatchObject({ code: 'request/invalid', issues: [{ field: 'limit' }] });
    expect([inWords.code, inWords.stderr]).toEqual([
      2,
      'limit: must be a whole number from 1 to 100 [request/invalid]\n',
    ]);
  });
});

describe('used wrongly', () => {
  it.each([
    ['an unknown command', ['remember-all'], 2],
    ['no query', ['recall'], 2],
    ['a limit that is no number', ['recall', 'x', '--limit', 'many'], 2],
    ['an address that is none', ['recall', 'x', '--url', 'cairn'], 2],
    ['a server that is not there', ['recall', 'x', '--url', 'http://127.0.0.1:9'], 3],
    ['a folder that is not there', ['import', 'jsonl', '/no/such/folder'], 1],
  ])('answers %s with its exit code and a reason', async (_, args, code) => {
    const ended = await cli([...args, '--data-dir', join(folder, 'unused')]);

    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr).toMatch(/\w/);
  });
});

/** A rate limit makes the import wait in the middle, at the same place on every machine. */
it('carries an interrupted import on: no gap, no duplicate', async () => {
  const SESSIONS = 40;
  const TURNS = 100;
  const rows = Array.from({ length: SESSIONS * TURNS }, (_, index) => ({
    id: `r${index}`,
    conversation: 'long',
    sessionKey: `s${Math.floor(index / TURNS)}`,
    role: 'user',
    content: `turn ${index % TURNS} of session ${Math.floor(index / TURNS)}`,
    timestamp: 1_700_000_000_000 + index * 1_000,
  }));
  const dir = writeJsonl(join(folder, 'long'), { messages: rows });
  const dataDir = join(folder, 'long data');
  const port = await freePort();
  const env = { CAIRN_EMBEDDER: 'none' };
  const slow = await startCairn({ dataDir, port, env: { ...env, CAIRN_RATE_LIMIT_PER_MINUTE: '10' } });

  const { child, ended } = startCli(['import', 'jsonl', dir, '--data-dir', dataDir]);
  // Only one interrupt is sent, since a second one ends the command at once, as it should.
  child.stderr!.on('data', (chunk: Buffer) => chunk.includes('trying again') && !child.killed && child.kill('SIGINT'));
  const interrupted = await ended;
  await slow.stop();

  expect(interrupted).toMatchObject({ code: 130, stdout: expect.stringContaining('Run the same command again') });
  const before = Number(/^(\d+) imported/.exec(interrupted.stdout)?.[1]);
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(rows.length);

  const server = await startCairn({ dataDir, port, env });
  try {
    const resumed = await cli(['import', 'jsonl', dir, '--data-dir', dataDir, '--json']);
    expect(resumed).toMatchObject({ code: 0, json: { ended: 'complete', failed: 0 } });
    expect(resumed.json.imported + resumed.json.alreadyThere).toBe(rows.length);
    expect(resumed.json.alreadyThere).toBe(before);
    for (const session of [0, 1, SESSIONS / 2, SESSIONS - 1]) {
      const recent = await cli(['recent', '--session', `s${session}`, '-n', '100', '--data-dir', dataDir, '--json']);
      const contents = recent.json.messages.map(({ content }: { content: string }) => content);
      expect(contents).toEqual(Array.from({ length: TURNS }, (_, turn) => `turn ${turn} of session ${session}`));
    }
    expect(await totalOf(server.url, dataDir)).toBe(rows.length);
  } finally {
    await server.stop();
  }
});

async function totalOf(url: string, dataDir: string): Promise<number> {
  const made = await cli(['keys', 'create', 'counter', '--data-dir', dataDir, '--json']);
  const answer = await fetch(`${url}/v1/recall/stats`, { headers: { authorization: `Bearer ${made.json.key}` } });
  return ((await answer.json()) as { messages: { total: number } }).messages.total;
}
