import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '@cairn/testing/free-port';
import { startCairn, type Cairn } from './cairn.ts';
import { cli } from './cli.ts';
import { until } from './until.ts';

const FIXTURES = join(import.meta.dirname, '..', '..', 'libs', 'connect', 'fixtures');

/** One client of each form: JSON, a started program, TOML, YAML, JSON5. The others differ by the table, which libs/connect tests. */
const clients = [
  ['claude-code', '.claude.json', 'claude-code.json'],
  ['claude-desktop', '.config/Claude/claude_desktop_config.json', 'claude-desktop.json'],
  ['codex', '.codex/config.toml', 'codex.toml'],
  ['goose', '.config/goose/config.yaml', 'goose.yaml'],
  ['openclaw', '.openclaw/openclaw.json', 'openclaw.json5'],
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
type Someone = { readonly name: string; readonly principalId: string; readonly revokedAt: number | null };
type Answer = Someone & { readonly keyId: string; readonly keys: Someone[]; readonly principals: Someone[] };

const ask = async (path: string) => {
  const answer = await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${server.key}` } });
  return answer.json() as Promise<Answer>;
};
interface Listed {
  readonly key: string;
  readonly keys: { readonly keyId: string; readonly principalId: string; readonly revokedAt: number | null }[];
  readonly principals: {
    readonly principalId: string;
    readonly name: string;
    readonly owner: { readonly name: string } | null;
  }[];
}

const admin = async (method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return answer.json() as Promise<Listed>;
};

const keysOf = async (client: string) => {
  const { keys } = await ask('/v1/keys');
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
    expect(done.json).toMatchObject({ client, called: 'crystal_recent' });
    expect(done.json.tools).toBeGreaterThan(10);
    const text = readFileSync(file(), 'utf8');
    expect(text).toMatch(/cairn_[\w-]{20}/);
    expect(text).toMatch(client === 'claude-desktop' ? /"--channel",\s+"ops"/ : /channel=ops&project=shop/);
    expect(readFileSync(done.json.backup, 'utf8')).toBe(original);
    expect(await keysOf(client)).toBe(1);

    const undone = await cairn('disconnect', client, '--yes', '--json');

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

  const { json } = await cairn('disconnect', 'cursor', '--yes', '--json');

  expect(json.disconnected[0].files[0].state).toBe('edited');
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ mcpServers: { mine: { command: 'x' } } });
});

test('a client that is disconnected and connected again is the same agent, and reads what was private to it', async () => {
  const file = join(home, '.codeium/windsurf/mcp_config.json');
  const asAgent = async (path: string, init?: RequestInit) => {
    const { headers } = JSON.parse(readFileSync(file, 'utf8')).mcpServers.cairn;
    const sent = { ...init, headers: { ...headers, 'content-type': 'application/json' } };
    return (await fetch(`${server.url}${path}`, sent)).json() as Promise<Answer>;
  };
  const connect = (...more: string[]) => cairn('connect', 'windsurf', '--yes', ...more);
  await connect();
  const before = await asAgent('/v1/caller');
  const message = {
    speaker: 'mara',
    content: 'the plum stairs',
    visibility: 'private',
    timestamp: '2026-03-01T10:00:00Z',
  };
  await asAgent('/v1/messages', { method: 'POST', body: JSON.stringify({ ...message, channel: 'ops' }) });
  await cairn('disconnect', 'windsurf', '--yes');

  await connect();
  const after = await asAgent('/v1/caller');
  const recent = await asAgent('/v1/recall/recent');
  await cairn('disconnect', 'windsurf', '--yes');
  await connect('--role', 'reader');
  const asReader = await asAgent('/v1/caller');

  expect(after).toMatchObject({ principalId: before.principalId, role: 'writer' });
  expect(after.keyId).not.toBe(before.keyId);
  expect(JSON.stringify(recent)).toContain('the plum stairs');
  expect(asReader).toMatchObject({ principalId: before.principalId, role: 'reader' });
  expect(await keysOf('windsurf')).toBe(1);
  expect((await ask('/v1/principals')).principals.filter(({ name }) => name.startsWith('windsurf@'))).toHaveLength(1);
});

test('a person without the role admin connects their own agent, which one client on one machine has, whatever was lost', async () => {
  const bob = await admin('POST', '/v1/keys', { name: 'Bob', kind: 'person', role: 'writer' });
  const connect = (...more: string[]) => cairn('connect', 'cursor', '--yes', '--key', bob.key, ...more);
  const owned = async () => {
    const { principals } = await admin('GET', '/v1/principals');
    return principals.filter(({ owner }) => owner?.name === 'Bob');
  };
  const working = async ({ principalId }: { principalId: string }) => {
    const { keys } = await admin('GET', '/v1/keys');
    return keys.filter((key) => key.principalId === principalId && key.revokedAt === null).map(({ keyId }) => keyId);
  };
  expect((await connect()).code).toBe(0);
  const [agent] = await owned();
  const [first] = await working(agent!);
  for (const lost of ['.cursor', '.config/cairn', '.local/state/cairn'])
    rmSync(join(home, lost), { recursive: true, force: true });

  expect((await connect()).code).toBe(0);

  expect(await owned()).toEqual([expect.objectContaining({ name: agent!.name, keys: 1, role: 'writer' })]);
  expect(await working(agent!)).not.toContain(first);
  expect((await connect('--role', 'manager')).stderr).toContain('at most');
  expect(await working(agent!)).toHaveLength(1);
});

test('an agent who has left comes back as somebody new', async () => {
  await cairn('connect', 'zed', '--yes');
  const { principals } = await ask('/v1/principals');
  const { principalId } = principals.find(({ name }) => name.startsWith('zed@'))!;
  await cairn('disconnect', 'zed', '--yes');
  expect((await cairn('people', 'leave', principalId, '--forget', '--yes')).code).toBe(0);

  const again = await cairn('connect', 'zed', '--yes');

  expect([again.code, await keysOf('zed')]).toEqual([0, 1]);
});

test('a file that others can read is told, is closed when a key comes in, and opened again when it goes', async () => {
  const file = join(home, '.config/zed/settings.json');
  await cairn('disconnect', 'zed', '--yes');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '{}\n');
  chmodSync(file, 0o644);
  const modeOf = (path: string) => statSync(path).mode & 0o777;

  const unasked = await cairn('connect', 'zed');
  expect([unasked.code, modeOf(file)]).toEqual([2, 0o644]);
  expect(unasked.stderr).toContain(`${file} holds a key then and has mode 644`);
  await cairn('connect', 'zed', '--yes');
  expect([modeOf(file), modeOf(`${file}.before-cairn`)]).toEqual([0o600, 0o600]);
  const left = await cairn('disconnect', 'zed');
  expect([left.code, readFileSync(file, 'utf8')]).toEqual([2, expect.stringContaining('cairn_')]);
  expect(left.stderr).not.toMatch(/cairn_[\w-]{20}/);

  await cairn('disconnect', 'zed', '--yes');
  expect([modeOf(file), readFileSync(file, 'utf8')]).toEqual([0o644, '{}\n']);
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
  const file = join(home, '.copilot/mcp-config.json');
  mkdirSync(dirname(file));
  writeFileSync(file, '{\n  "mcpServers": {]\n}');

  const refused = await cairn('connect', 'copilot-cli', '--yes');

  expect([refused.code, readFileSync(file, 'utf8')]).toEqual([1, '{\n  "mcpServers": {]\n}']);
  expect(refused.stderr).toMatch(/in line 2.*--print/);
  expect(await keysOf('copilot-cli')).toBe(0);
});

test.each([
  ['cursor', 'env', '.cursor/mcp.json', '${env:CAIRN_KEY_CURSOR}'],
  ['codex', 'env', '.codex/config.toml', 'bearer_token_env_var = "CAIRN_KEY_CODEX"'],
  ['vscode', 'input', '.config/Code/User/mcp.json', '${input:cairn-key}'],
])('%s is connected with its key in its %s, which no file holds', async (client, place, path, text) => {
  const file = join(home, path);
  const done = await cairn('connect', client, '--secret', place, '--yes');

  expect([done.code, done.stderr]).toEqual([0, expect.stringContaining(text)]);
  expect(done.stdout).toMatch(/cairn_[\w-]{20}/);
  expect(readFileSync(file, 'utf8')).toContain(text);
  expect(readFileSync(file, 'utf8')).not.toMatch(/cairn_[\w-]{20}/);
  await cairn('disconnect', client, '--yes');
  expect(existsSync(file) ? readFileSync(file, 'utf8') : '').not.toContain('cairn');
});

test('a client that keeps no secrets is not connected as if it did', async () => {
  const refused = await cairn('connect', 'zed', '--secret', 'env', '--yes');

  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Zed reads its key from: file')]);
});

test('a key in a file of a project stays out of its repository, and is refused where it would be committed', async () => {
  const project = join(home, 'shop project');
  mkdirSync(project);
  const git = (...args: string[]) => execFileSync('git', ['-C', project, ...args], { encoding: 'utf8' });
  git('init', '--quiet');
  const within = (...args: string[]) =>
    cli([...args, '--data-dir', dataDir, '--scope', 'project', '--yes'], { HOME: home, INIT_CWD: project });
  writeFileSync(join(project, '.mcp.json'), '{}\n');
  const excluded = readFileSync(join(project, '.git/info/exclude'), 'utf8');

  const connected = await within('connect', 'claude-code');
  expect([connected.code, git('status', '--porcelain')]).toEqual([0, '']);
  await within('disconnect', 'claude-code');
  expect(readFileSync(join(project, '.git/info/exclude'), 'utf8')).toBe(excluded);

  git('add', '.mcp.json');
  const refused = await within('connect', 'claude-code');
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--secret env')]);
  expect([await keysOf('claude-code'), readFileSync(join(project, '.mcp.json'), 'utf8')]).toEqual([0, '{}\n']);
  expect((await within('connect', 'claude-code', '--secret', 'env')).code).toBe(0);
  expect(readFileSync(join(project, '.mcp.json'), 'utf8')).toContain('${CAIRN_KEY_CLAUDE_CODE}');
  await within('disconnect', 'claude-code');
});

test('--all connects each client that is found, and tells of one that cannot be', async () => {
  const here = mkdtempSync(join(tmpdir(), 'cairn-all-'));
  for (const folder of ['.junie', '.config/goose', '.gemini']) mkdirSync(join(here, folder), { recursive: true });
  writeFileSync(join(here, '.gemini/settings.json'), '{]');

  const done = await cli(['connect', '--all', '--yes', '--json', '--data-dir', dataDir], { HOME: here });

  expect(done.json.clients).toEqual([
    { client: 'gemini-cli', problem: expect.stringContaining('in line 1') },
    { client: 'goose', tools: expect.any(Number), called: 'crystal_recent' },
    { client: 'junie', tools: expect.any(Number), called: 'crystal_recent' },
  ]);
  expect(done.code).toBe(1);
  expect(readFileSync(join(here, '.junie/mcp/mcp.json'), 'utf8')).toContain('CAIRN_KEY');
  rmSync(here, { recursive: true });
});

test('what would be written is printed with its hooks', async () => {
  const { code, stdout } = await cairn('connect', 'claude-code', '--print', '--hooks');

  expect(code).toBe(0);
  expect(stdout).toMatch(/"mcpServers"[^]*hooks\.json\n\{[^]*"key": "cairn_[^]*settings\.json\n[^]*PreToolUse/);
});

/** Parts of OpenClaw's plugin interface that the plugin uses, as the types of openclaw 2026.9.6 declare them. */
interface OpenClawTool {
  readonly name: string;
  readonly parameters: { readonly type: 'object'; readonly required: readonly string[] };
  execute(callId: string, params: object): Promise<{ content: { type: 'text'; text: string }[]; details: unknown }>;
}
type PromptHook = (event: { prompt: string; messages: unknown[] }) => Promise<{ prependContext?: string } | undefined>;
interface OpenClawPlugin {
  readonly id: string;
  register(api: object): void;
}

/** Registers the plugin as OpenClaw does, and returns what it registered. */
async function registerOpenClaw(pluginConfig: object) {
  const folder = join(import.meta.dirname, '..', '..', 'plugins', 'openclaw');
  const { default: plugin } = (await import(join(folder, 'index.mjs'))) as { default: OpenClawPlugin };
  const manifest = JSON.parse(readFileSync(join(folder, 'openclaw.plugin.json'), 'utf8'));
  const tools = new Map<string, OpenClawTool>();
  const hooks = new Map<string, PromptHook>();
  const warnings: string[] = [];
  let promptBuilder: ((given: { availableTools: Set<string> }) => string[]) | undefined;
  plugin.register({
    pluginConfig,
    logger: { warn: (text: string) => warnings.push(text) },
    registerTool: (tool: OpenClawTool) => tools.set(tool.name, tool),
    registerMemoryCapability: (capability: { promptBuilder: typeof promptBuilder }) =>
      (promptBuilder = capability.promptBuilder),
    on: (name: string, hook: PromptHook) => hooks.set(name, hook),
  });
  return {
    plugin,
    manifest,
    tools,
    hooks,
    warnings,
    prompt: (names: string[]) => promptBuilder!({ availableTools: new Set(names) }),
  };
}

test('OpenClaw keeps, finds and gets memories through the plugin for its memory slot', async () => {
  const { key } = (await cairn('connect', 'openclaw', '--print', '--json')).json;
  const { plugin, manifest, tools, hooks, prompt } = await registerOpenClaw({ url: server.url, key });
  expect([plugin.id, manifest.kind, [...tools.keys()]]).toEqual([manifest.id, 'memory', manifest.contracts.tools]);
  expect(prompt(['memory_store']).join('\n')).toMatch(/memory_store(?![^]*memory_search)/);
  const call = async (name: string, params: object) =>
    (await tools.get(name)!.execute('call', params)).content.map(({ text }) => text).join('');

  // A new key takes a moment to reach every service, and a memory a moment to be indexed.
  const succeeds = (name: string, params: object, part = '') =>
    until(() =>
      call(name, params).then(
        (text) => text.includes(part),
        () => false,
      ),
    );
  const question = { query: 'when is the quince jelly cooked?' };
  await succeeds('memory_store', {
    title: 'Quince jelly',
    content: 'We decided that the quince jelly is cooked on Thursdays.',
  });
  await succeeds('memory_search', question, 'Thursdays');
  const found = await call('memory_search', question);
  // A prompt gets no memories when the server is slower than the hook waits, as it may be on a busy machine.
  const remembered = async () =>
    (await hooks.get('before_prompt_build')!({ prompt: 'When do we cook the quince jelly?', messages: [] }))
      ?.prependContext;
  await until(async () => (await remembered())?.includes('Thursdays') ?? false);

  expect(found).toContain('Quince jelly');
  expect(await hooks.get('before_prompt_build')!({ prompt: '/new', messages: [] })).toBeUndefined();
  await expect(call('memory_get', { path: 'memory/none.md' })).rejects.toThrow('Cairn answered 404');

  const away = await registerOpenClaw({ url: 'http://127.0.0.1:9', key });
  expect(await away.hooks.get('before_prompt_build')!({ prompt: 'When do we cook it?', messages: [] })).toBeUndefined();
  expect(away.warnings).toEqual([expect.stringContaining('no memories for this prompt')]);
});

test('any other client is told what to write, with a key that works', async () => {
  const { json } = await cairn('connect', 'some-client', '--print', '--json');

  const { url, headers } = JSON.parse(json.snippet).mcpServers.cairn;
  const answer = await fetch(url.replace('/mcp', '/v1/caller'), { headers });
  expect(await answer.json()).toMatchObject({ name: expect.stringMatching(/^other@/), role: 'writer', kind: 'agent' });
  const connections = join(home, '.config/cairn/connections.json');
  expect(existsSync(connections) ? readFileSync(connections, 'utf8') : '').not.toContain('some-client');
});
