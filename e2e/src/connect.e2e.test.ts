import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startCairn, type Cairn } from './cairn.ts';
import { cli } from './cli.ts';
import { freePort } from './server-process.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', 'libs', 'connect', 'fixtures');

/** One of each form: JSON over HTTP, a program that is started, TOML. The others differ by the table, which libs/connect tests. */
const clients = [
  ['claude-code', '.claude.json', 'claude-code.json'],
  ['claude-desktop', '.config/Claude/claude_desktop_config.json', 'claude-desktop.json'],
  ['codex', '.codex/config.toml', 'codex.toml'],
] as const;

let home: string;
let dataDir: string;
let server: Cairn;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'cairn-home-'));
  dataDir = join(home, 'data');
  server = await startCairn({ dataDir, port: await freePort(), env: { CAIRN_EMBEDDER: 'none' } });
});
afterAll(async () => {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
});

const cairn = (...args: string[]) => cli([...args, '--data-dir', dataDir], { HOME: home });
const keysOf = async (client: string) => {
  const answer = await fetch(`${server.url}/v1/keys`, { headers: { authorization: `Bearer ${server.key}` } });
  const { keys } = (await answer.json()) as { keys: { name: string; revokedAt: number | null }[] };
  return keys.filter(({ name, revokedAt }) => name.startsWith(`${client}@`) && revokedAt === null).length;
};

describe.each(clients)('%s', (client, place, fixture) => {
  const file = () => join(home, place);
  const original = readFileSync(join(FIXTURES, fixture), 'utf8');

  beforeAll(() => {
    mkdirSync(dirname(file()), { recursive: true });
    cpSync(join(FIXTURES, fixture), file());
  });

  it('is connected with a key of its own, answers a real call, and is as it was after disconnect', async () => {
    const done = await cairn('connect', client, '--yes', '--channel', 'ops', '--project', 'shop', '--json');

    expect([done.code, done.stderr]).toEqual([0, '']);
    expect(done.json).toMatchObject({ client, called: 'crystal_stats' });
    expect(done.json.tools).toBeGreaterThan(10);
    const text = readFileSync(file(), 'utf8');
    expect(text).toMatch(/cairn_[\w-]{20}/);
    expect(text).toMatch(client === 'claude-desktop' ? /"--channel",\s+"ops"/ : /channel=ops&project=shop/);
    expect(readFileSync(done.json.backup, 'utf8')).toBe(original);
    expect(await keysOf(client)).toBe(1);

    const undone = await cairn('disconnect', client, '--json');

    expect(undone.json.disconnected).toEqual([{ files: [{ file: file(), state: 'restored' }], key: 'revoked' }]);
    expect(readFileSync(file(), 'utf8')).toBe(original);
    expect(readdirSync(dirname(file())).filter((name) => name.includes('before-cairn'))).toEqual([]);
    expect(await keysOf(client)).toBe(0);
  });
});

test('a client that is connected twice has one key, and disconnect takes away both, whatever others wrote meanwhile', async () => {
  const file = join(home, '.cursor/mcp.json');
  const unasked = await cairn('connect', 'cursor');
  expect([unasked.code, existsSync(file)]).toEqual([2, false]);
  expect(unasked.stderr).toContain('Nothing was changed');
  await cairn('connect', 'cursor', '--yes');
  await cairn('connect', 'cursor', '--yes', '--channel', 'ops');
  expect(await keysOf('cursor')).toBe(1);
  const config = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...config, mcpServers: { ...config.mcpServers, mine: { command: 'x' } } }));

  const { json } = await cairn('disconnect', 'cursor', '--json');

  expect(json.disconnected[0].files[0].state).toBe('edited');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mcpServers: { mine: { command: 'x' } } });
});

test('a client that would not reach the server keeps its file, and no key is left behind', async () => {
  const file = join(home, '.gemini/settings.json');

  const failed = await cairn('connect', 'gemini-cli', '--yes', '--tools', 'no-such-family');

  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('everything was put back');
  expect(existsSync(file)).toBe(false);
  expect(await keysOf('gemini-cli')).toBe(0);
});

test('what cannot be edited safely is left as it is, before a key is made', async () => {
  const file = join(home, '.openclaw/openclaw.json');
  mkdirSync(dirname(file));
  writeFileSync(file, "{ gateway: { mode: 'local' } }");

  const refused = await cairn('connect', 'openclaw', '--yes');

  expect([refused.code, readFileSync(file, 'utf8')]).toEqual([1, "{ gateway: { mode: 'local' } }"]);
  expect(refused.stderr).toContain('--print');
  expect(await keysOf('openclaw')).toBe(0);
});

test('any other client is told what to write, with a key that works', async () => {
  const { json } = await cairn('connect', 'goose', '--print', '--json');

  const { url, headers } = JSON.parse(json.snippet).mcpServers.cairn;
  const answer = await fetch(url.replace('/mcp', '/v1/caller'), { headers });
  expect(await answer.json()).toMatchObject({ name: expect.stringMatching(/^other@/), role: 'writer', kind: 'agent' });
  expect(existsSync(join(home, '.config/cairn/connections.json'))).toBe(false);
});
