import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findHookClient, hookClients, matcherOf } from './hook-clients.ts';
import { clients, hookEntries, readValueAt, withHooks, withoutHooks } from './index.ts';

const settings = readFileSync(join(import.meta.dirname, '..', 'fixtures', 'claude-settings.json'), 'utf8');
const program = '"/n/node" "/c/dist/hook.mjs"';
const machine = { platform: 'linux', home: '/home/mara', env: {}, project: '/home/mara/shop' };
const clientOf = (id: string) => findHookClient(id)!;
const claude = clientOf('claude-code');

it.each([
  ['claude-code', '.claude/settings.json', ['hooks', 'PreToolUse', 0, 'hooks', 0], 4],
  ['codex', '.codex/hooks.json', ['hooks', 'PreToolUse', 0, 'hooks', 0], 4],
  ['vscode', '.copilot/hooks/cairn.json', ['hooks', 'PreToolUse', 0], 4],
  ['copilot-cli', '.copilot/hooks/cairn.json', ['hooks', 'PreToolUse', 0], 4],
  ['gemini-cli', '.gemini/settings.json', ['hooks', 'BeforeTool', 0, 'hooks', 0], 4_000],
  ['cursor', '.cursor/hooks.json', ['hooks', 'preToolUse', 0], 4],
] as const)('writes the hooks of %s where and how it reads them', (id, file, path, timeout) => {
  const client = clientOf(id);

  const written: unknown = JSON.parse(withHooks(client, '', program));

  const entry = path.reduce<unknown>((value, key) => (value as Record<string | number, unknown>)[key], written);
  expect(client.file(machine, 'user')).toBe(`/home/mara/${file}`);
  expect(entry).toMatchObject({ type: 'command', command: `${program} pre-tool --client ${client.id}`, timeout });
});

it.each(hookClients.map(({ id }) => [id, clientOf(id)] as const))(
  'keeps what other programs have in the hooks file of %s, and takes ours out again',
  (_, client) => {
    if (client.layout === 'owned' || client.layout === 'plugin') return;
    const other =
      '{\n  // mine\n  "theme": "dark",\n  "version": 1,\n  "hooks": { "Stop": [{ "command": "say done" }] }\n}\n';

    const twice = withHooks(client, withHooks(client, other, program), program);

    expect(twice).toContain('// mine');
    expect(readValueAt(twice, 'json', ['hooks', client.events.stop!])).toHaveLength(
      client.events.stop === 'Stop' ? 2 : 1,
    );
    expect(readValueAt(withoutHooks(twice, program), 'json', [])).toEqual(readValueAt(other, 'json', []));
  },
);

it.each([
  ['claude-code', ['Bash', 'Edit', 'mcp__github__create_issue', 'mcp__cairnstone__build']],
  ['codex', ['Bash', 'apply_patch', 'mcp__github__merge']],
  ['copilot', ['run_in_terminal', 'replace_string_in_file', 'Bash', 'Edit', 'mcp_github_merge', 'github-merge']],
  ['gemini-cli', ['run_shell_command', 'replace', 'mcp_github_merge']],
  ['cursor', ['Shell', 'Write', 'MCP:create_issue']],
  ['opencode', ['bash', 'edit', 'github_create_issue']],
])('runs the hook before the tools of %s that change something', (id, tools) => {
  const matcher = new RegExp(matcherOf(clientOf(id)));

  expect(tools.filter((tool) => !matcher.test(tool))).toEqual([]);
});

it.each([
  ['claude-code', ['BashOutput', 'TodoWrite', 'Read', 'mcp__cairn__crystal_recall', 'mcp__plugin_cairn_cairn__x']],
  ['codex', ['update_plan', 'apply_patch_all']],
  ['copilot', ['read_file', 'TodoWrite', 'manage_todo_list', 'mcp_cairn_crystal_recall', 'cairn-crystal_recall']],
  ['gemini-cli', ['read_file', 'write_todos', 'mcp_cairn_crystal_recall', 'mcp__cairn__crystal_recall']],
  ['cursor', ['Read', 'Grep', 'MCP:crystal_recall', 'MCP:memory_search']],
  ['opencode', ['read', 'todowrite', 'cairn_crystal_recall']],
])('runs no hook of %s before tools that only read, nor before those of Cairn', (id, tools) => {
  const matcher = new RegExp(matcherOf(clientOf(id)));

  expect(tools.filter((tool) => matcher.test(tool))).toEqual([]);
});

it('matches the tools of Codex by an expression without look-ahead, which it refuses', () => {
  expect(matcherOf(clientOf('codex'))).not.toContain('(?!');
});

it('stands behind the hooks that are there, once, and goes without touching them', () => {
  const twice = withHooks(claude, withHooks(claude, settings, program), program);

  const groups = readValueAt(twice, 'json', ['hooks', 'PreToolUse']) as { hooks: { command: string }[] }[];
  expect(groups.map(({ hooks }) => hooks[0]!.command)).toEqual([
    '~/bin/log-command.sh',
    `${program} pre-tool --client claude-code`,
  ]);
  expect(readValueAt(twice, 'json', ['hooks', 'SessionStart'])).toEqual(hookEntries(claude, program)['SessionStart']);
  expect(twice).toContain('// keeps a log');
  expect(readValueAt(withoutHooks(twice, program), 'json', [])).toEqual(readValueAt(settings, 'json', []));
});

it('leaves nothing behind in settings without other hooks', () => {
  expect(JSON.parse(withHooks(claude, '', program))).toEqual({ hooks: hookEntries(claude, program) });
  expect(JSON.parse(withoutHooks(withHooks(claude, '{}', program), program))).toEqual({});
});

it('has hooks only for clients that can be connected, once each', () => {
  const ids = hookClients.flatMap((one) => one.clients);

  expect(ids).toEqual([...new Set(ids)]);
  expect(clients.map(({ id }) => id)).toEqual(expect.arrayContaining(['claude-code', 'codex', 'vscode', 'gemini-cli']));
});
