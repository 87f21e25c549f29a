import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  clients,
  keepUserChoices,
  keyVariableOf,
  countMissingTables,
  snippetOf,
  readValueAt,
  withoutValue,
  withValue,
  withEntry,
  withoutInput,
  type Connection,
} from './index.ts';

const http: Connection = { via: 'http', url: 'http://127.0.0.1:7070/mcp?channel=ops', key: 'cairn_secret' };
const stdio: Connection = { via: 'stdio', command: '/n/node', args: ['cli.mjs', 'mcp'], env: { CAIRN_KEY: 'k' } };
const machine = { platform: 'linux', home: '/home/mara', env: {}, project: '/home/mara/shop' };

const fixtureOf = (id: string, format: string) =>
  readFileSync(join(import.meta.dirname, '..', 'fixtures', `${id}.${format}`), 'utf8');

/** Configurations from the documentation of each client, repeated here: a comparison with the table itself would test nothing. */
const headers = { Authorization: 'Bearer cairn_secret' };
const { url } = http;
const expected: Record<string, { path: string; at: string[]; entry: unknown }> = {
  'claude-code': { path: '.claude.json', at: ['mcpServers'], entry: { type: 'http', url, headers } },
  'claude-desktop': {
    path: '.config/Claude/claude_desktop_config.json',
    at: ['mcpServers'],
    entry: { command: '/n/node', args: ['cli.mjs', 'mcp'], env: { CAIRN_KEY: 'k' } },
  },
  cursor: { path: '.cursor/mcp.json', at: ['mcpServers'], entry: { url, headers } },
  vscode: { path: '.config/Code/User/mcp.json', at: ['servers'], entry: { type: 'http', url, headers } },
  codex: { path: '.codex/config.toml', at: ['mcp_servers'], entry: { url, http_headers: headers } },
  openclaw: {
    path: '.openclaw/openclaw.json',
    at: ['mcp', 'servers'],
    entry: { url, transport: 'streamable-http', headers },
  },
  windsurf: { path: '.codeium/windsurf/mcp_config.json', at: ['mcpServers'], entry: { serverUrl: url, headers } },
  zed: { path: '.config/zed/settings.json', at: ['context_servers'], entry: { url, headers } },
  'gemini-cli': { path: '.gemini/settings.json', at: ['mcpServers'], entry: { httpUrl: url, headers } },
  'copilot-cli': {
    path: '.copilot/mcp-config.json',
    at: ['mcpServers'],
    entry: { type: 'http', url, headers, tools: ['*'] },
  },
  opencode: {
    path: '.config/opencode/opencode.json',
    at: ['mcp'],
    entry: { type: 'remote', url, enabled: true, headers },
  },
  cline: {
    path: '.cline/data/settings/cline_mcp_settings.json',
    at: ['mcpServers'],
    entry: { type: 'streamableHttp', url, headers },
  },
  kilo: { path: '.config/kilo/kilo.jsonc', at: ['mcp'], entry: { type: 'remote', url, enabled: true, headers } },
  goose: {
    path: '.config/goose/config.yaml',
    at: ['extensions'],
    entry: {
      ...{ enabled: true, type: 'streamable_http', name: 'cairn', description: 'Team memory' },
      ...{ uri: url, headers, timeout: 300 },
    },
  },
  junie: {
    path: '.junie/mcp/mcp.json',
    at: ['mcpServers'],
    entry: { command: '/n/node', args: ['cli.mjs', 'mcp'], env: { CAIRN_KEY: 'k' } },
  },
  'copilot-jetbrains': {
    path: '.config/github-copilot/intellij/mcp.json',
    at: ['servers'],
    entry: { url, requestInit: { headers } },
  },
  devin: { path: '.config/devin/mcp_config.json', at: ['mcpServers'], entry: { url, headers } },
};

test('every client of the table is held by a fixture', () => {
  expect(clients.map(({ id }) => id)).toEqual(Object.keys(expected));
});

describe.each(clients.map((client) => [client.id, client] as const))('%s', (id, client) => {
  const { at, entry, path } = expected[id]!;
  const text = fixtureOf(id, client.format);
  const place = [...at, 'cairn'];
  const sent = client.entryOf(client.via === 'http' ? http : stdio);
  const connected = withValue(text, client.format, place, sent);

  it('is told of the server where it looks, in its own form', () => {
    expect(client.files[0]?.path(machine)).toBe(`/home/mara/${path}`);
    expect(client.servers).toEqual(at);
    expect(readValueAt(connected, client.format, place)).toEqual(entry);
    expect(readValueAt(snippetOf(client, 'cairn', sent), client.format, place)).toEqual(entry);
  });

  it('keeps every line that its user wrote, comments too', () => {
    const kept = new Set(connected.split(/\r?\n/).map((line) => line.replace(/,?\s*$/, '')));

    expect(text.split(/\r?\n/).filter((line) => !kept.has(line.replace(/,?\s*$/, '')) && !line.includes('}'))).toEqual(
      [],
    );
    expect(connected.includes('\r\n')).toBe(text.includes('\r\n'));
    expect(/[^\r]\n/.test(connected)).toBe(/[^\r]\n/.test(text));
  });

  it('is as it was when the server is taken out again, also after an edit by somebody else', () => {
    const added = countMissingTables(text, client.format, place);
    const again = withValue(connected, client.format, place, { ...sent, url: 'http://other/' });
    const besides = withValue(again, client.format, [...at, 'another'], { command: 'x' });

    expect(readValueAt(withoutValue(connected, client.format, place, added), client.format, [])).toEqual(
      readValueAt(text, client.format, []),
    );
    expect(readValueAt(withoutValue(besides, client.format, place, added), client.format, [...at, 'another'])).toEqual({
      command: 'x',
    });
  });
});

test.each([
  ['json', '{ "mcpServers": { ', 'it is no valid JSON with comments: CloseBraceExpected in line 1'],
  ['json', '{ mcp: { servers: {} } }', 'it is no valid JSON with comments'],
  ['json', '{ "mcpServers": [] }', 'its mcpServers is no object'],
  ['json', '{ "mcpServers": null }', 'its mcpServers is no object'],
  ['json', '[]', 'it holds no object'],
  ['json5', '{\n  a: ]\n}', 'it is no valid JSON5: Unexpected token RBracket found in line 2'],
  ['json5', '{ mcpServers: 1 }', 'its mcpServers is no object'],
  ['json5', '"text"', 'it holds no object'],
  ['toml', 'mcpServers = 1', 'its mcpServers is no object'],
  ['toml', 'a = 1\n[mcp', /^it is no valid TOML: .* in line 2$/],
  ['yaml', 'a: 1\n b: 2\n', /^it is no valid YAML: .* in line 1$/],
  ['yaml', 'a: 1\n---\nb: 2\n', 'it is no valid YAML'],
  ['yaml', 'mcpServers: [a]\n', 'its mcpServers is no object'],
  ['yaml', '- a\n', 'it holds no object'],
  ['yaml', 'a: &a {b: 1}\nmcpServers: *a\n', 'its form around mcpServers cannot be edited safely'],
] as const)('a %s file that cannot be edited safely is refused: %j', (format, text, why) => {
  expect(() => withValue(text, format, ['mcpServers', 'cairn'], { url: 'x' })).toThrow(why);
});

/** Forms of clients that look the key up in the environment, from their documentation. Those that are missing have none. */
const bearer = (text: string) => ({ headers: { Authorization: `Bearer ${text}` } });
const inEnvironment: Record<string, object> = {
  'claude-code': bearer('${CAIRN_KEY_CLAUDE_CODE}'),
  cursor: bearer('${env:CAIRN_KEY_CURSOR}'),
  vscode: bearer('${env:CAIRN_KEY_VSCODE}'),
  codex: { bearer_token_env_var: 'CAIRN_KEY_CODEX' },
  openclaw: bearer('${CAIRN_KEY_OPENCLAW}'),
  windsurf: bearer('${env:CAIRN_KEY_WINDSURF}'),
  'gemini-cli': bearer('${CAIRN_KEY_GEMINI_CLI}'),
  'copilot-cli': bearer('${CAIRN_KEY_COPILOT_CLI}'),
  opencode: bearer('{env:CAIRN_KEY_OPENCODE}'),
  cline: bearer('${env:CAIRN_KEY_CLINE}'),
  kilo: bearer('{env:CAIRN_KEY_KILO}'),
  goose: { env_keys: ['CAIRN_KEY_GOOSE'], ...bearer('${CAIRN_KEY_GOOSE}') },
};

test('a client that reads its environment gets the name of a variable in place of the key', () => {
  const entries = clients.flatMap((client) => {
    const keyVariable = keyVariableOf(client);
    const env = client.secrets?.env;
    return env ? [[client.id, client.entryOf({ via: 'http', url, key: env(keyVariable), keyVariable })]] : [];
  });

  expect(Object.keys(Object.fromEntries(entries))).toEqual(Object.keys(inEnvironment));
  expect(Object.fromEntries(entries)).toMatchObject(inEnvironment);
  expect(JSON.stringify(entries)).not.toContain('http_headers');
});

test('VS Code asks for the key by a question, which stands once beside those of its user', () => {
  const vscode = clients.find(({ id }) => id === 'vscode')!;
  const input = vscode.secrets!.input!;
  const entry = vscode.entryOf({ via: 'http', url, key: input.text });
  const text = fixtureOf('vscode', 'json');

  const connected = withEntry(text, vscode, { name: 'cairn', entry, input });
  const twice = withEntry(connected, vscode, { name: 'cairn', entry, input });
  const alone = withEntry('', vscode, { name: 'cairn', entry, input });

  expect(twice).toBe(connected);
  expect(readValueAt(connected, 'json', ['inputs'])).toMatchObject([
    { id: 'gh-token' },
    { id: 'cairn-key', password: true },
  ]);
  expect(readValueAt(connected, 'json', ['servers', 'cairn', 'headers', 'Authorization'])).toBe(
    'Bearer ${input:cairn-key}',
  );
  expect(readValueAt(withoutInput(connected, { list: 'inputs', id: 'cairn-key' }), 'json', ['inputs'])).toMatchObject([
    { id: 'gh-token' },
  ]);
  expect(Object.keys(JSON.parse(withoutInput(alone, { list: 'inputs', id: 'cairn-key' })))).toEqual(['servers']);
});

test('places follow the platform and what the environment moves', () => {
  const pathOf = (id: string, over: object) =>
    clients.find((one) => one.id === id)!.files[0]!.path({ ...machine, ...over });

  expect(pathOf('vscode', { platform: 'darwin' })).toBe('/home/mara/Library/Application Support/Code/User/mcp.json');
  expect(pathOf('vscode', { platform: 'win32', env: { APPDATA: 'C:/A' } })).toBe('C:/A/Code/User/mcp.json');
  expect(pathOf('claude-desktop', { platform: 'darwin' })).toBe(
    '/home/mara/Library/Application Support/Claude/claude_desktop_config.json',
  );
  expect(pathOf('claude-code', { env: { CLAUDE_CONFIG_DIR: '/c' } })).toBe('/c/.claude.json');
  expect(pathOf('goose', { platform: 'win32', env: { APPDATA: 'C:/A' } })).toBe('C:/A/Block/goose/config/config.yaml');
  expect(pathOf('goose', { platform: 'darwin' })).toBe('/home/mara/.config/goose/config.yaml');
  expect(pathOf('copilot-jetbrains', { platform: 'win32', env: { LOCALAPPDATA: 'C:/L' } })).toBe(
    'C:/L/github-copilot/intellij/mcp.json',
  );
  expect(pathOf('devin', { platform: 'win32', env: { APPDATA: 'C:/A' } })).toBe('C:/A/devin/mcp_config.json');
  expect(pathOf('cline', { env: { CLINE_MCP_SETTINGS_PATH: '/s.json' } })).toBe('/s.json');
  expect(pathOf('codex', { env: { CODEX_HOME: '/x' } })).toBe('/x/config.toml');
  expect(pathOf('openclaw', { env: { OPENCLAW_STATE_DIR: '/o' } })).toBe('/o/openclaw.json');
  expect(pathOf('zed', { platform: 'darwin', env: { XDG_CONFIG_HOME: '/x' } })).toBe(
    '/home/mara/.config/zed/settings.json',
  );
});

describe('a TOML file of somebody', () => {
  const path = ['mcp_servers', 'cairn'];
  const entry = { url: 'http://127.0.0.1:7070/mcp', http_headers: { Authorization: 'Bearer new' } };

  it('keeps the line ends of Windows and the mark at its beginning', () => {
    const text = '\uFEFFmodel = "gpt-6"\r\n[mcp_servers.other]\r\ncommand = "x"\r\n';

    const connected = withValue(text, 'toml', path, entry);

    expect(connected.startsWith(text)).toBe(true);
    expect(connected).not.toMatch(/[^\r]\n/);
    expect(withoutValue(connected, 'toml', path, countMissingTables(text, 'toml', path))).toBe(text);
  });

  it.each([
    '[mcp_servers."cairn"]\nurl = "http://127.0.0.1:9/mcp"\nstartup_timeout_sec = 30\n',
    '[mcp_servers.cairn]\ncommand = "old"\nstartup_timeout_sec = 30\n\n[mcp_servers.cairn.env]\nA = "b"\n',
    '[mcp_servers]\ncairn = { command = "x", args = ["y"], startup_timeout_sec = 30 }\n',
  ])('keeps what its user chose in a former entry: %j', (text) => {
    const connected = withValue(text, 'toml', path, keepUserChoices(readValueAt(text, 'toml', path), entry));

    expect(readValueAt(connected, 'toml', path)).toEqual({ ...entry, startup_timeout_sec: 30 });
  });

  it('gets an inline table that TOML 1.0 reads, where its arrays end with a comma', () => {
    const notify = 'notify = [\n  "a", # one\n  "b",\n]\n';

    const connected = withValue(`mcp_servers.cairn.url = "http://127.0.0.1:9/mcp"\n${notify}`, 'toml', path, entry);

    expect(readValueAt(connected, 'toml', path)).toEqual(entry);
    expect(connected).toContain(notify);
    expect(connected).not.toMatch(/,\s*}/);
  });
});
