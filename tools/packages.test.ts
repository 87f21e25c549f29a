import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { agentPlugin, mcpbManifest, openclawPlugin, registryEntry } from '@cairn/connect';
import { z } from 'zod';

const root = join(__dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown;

/** Texts of the files below a folder, by path. */
const textsBelow = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [relative(folder, path), readFileSync(path, 'utf8')]),
  );

it('keeps the plugin and its hook program as the sources have them: `node tools/npm/plugin-hook.mjs` makes them anew', () => {
  const made = mkdtempSync(join(tmpdir(), 'cairn-plugin-'));
  const script = `import { makePlugin } from ${JSON.stringify(join(root, 'tools/npm/plugin-hook.mjs'))}; await makePlugin(${JSON.stringify(made)});`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: root });

  const texts = textsBelow(join(made, 'plugins', 'claude-code'));
  const marketplace = readFileSync(join(made, '.claude-plugin/marketplace.json'), 'utf8');
  rmSync(made, { recursive: true });
  expect(Object.keys(texts)).toEqual(expect.arrayContaining(['dist/hook.mjs', 'hooks/hooks.json', '.mcp.json']));
  expect(textsBelow(join(root, 'plugins/claude-code'))).toEqual(texts);
  expect(readFileSync(join(root, '.claude-plugin/marketplace.json'), 'utf8')).toBe(marketplace);
  expect(Object.values(texts).filter((text) => text.includes(root))).toEqual([]);
});

it.each([
  ['Agent Plugins', agentPlugin],
  ['OpenClaw', openclawPlugin],
])('keeps the files of the plugin for %s: npm run packages makes them', (_, plugin) => {
  const files = plugin(read('package.json') as never);

  for (const [file, content] of Object.entries(files)) expect([file, read(file)]).toEqual([file, content]);
});

/** Rules of Agent Plugins 1.0.0 (sections 5.2 to 7.2) that concern our files; any other field is a fault. */
const AgentPlugin = z.strictObject({
  $schema: z.literal('https://agent-plugins.org/schemas/1.0.0/plugin.schema.json'),
  name: z.string().regex(/^(?!.*(--|\.\.))[a-z0-9]([a-z0-9.-]{0,62}[a-z0-9])?$/),
  version: z.string(),
  description: z.string(),
  author: z.strictObject({ name: z.string() }),
  license: z.string(),
  keywords: z.array(z.string()),
});
const AgentPluginServers = z.strictObject({
  $schema: z.literal('https://agent-plugins.org/schemas/1.0.0/mcp.schema.json'),
  mcpServers: z.record(
    z.string(),
    z.strictObject({
      type: z.literal('stdio'),
      command: z.string().regex(/^(\.\/.+|[\w-]+)$/),
      args: z.array(z.string()),
    }),
  ),
});

it('makes a plugin that clients of Agent Plugins load, with a skill that names tools we have', () => {
  AgentPlugin.parse(read('plugins/agent/plugin.json'));
  AgentPluginServers.parse(read('plugins/agent/mcp.json'));
  const skill = readFileSync(join(root, 'plugins/agent/skills/team-memory/SKILL.md'), 'utf8');

  expect(skill).toMatch(/^---\nname: team-memory\ndescription: .{1,1024}\n---\n/);
  const documented = readFileSync(join(root, 'docs/use/mcp.md'), 'utf8').match(/crystal_\w+/g);
  expect(documented).toEqual(expect.arrayContaining(skill.match(/crystal_\w+/g)!));
});

/** Fields that the schema of 2025-12-11 permits in an MCP registry entry, as far as ours uses them; any other field is a fault. */
const Input = {
  description: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
};
const variables = z.record(z.string(), z.strictObject(Input)).optional();
const RegistryEntry = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/),
  remotes: z.array(
    z.strictObject({
      type: z.enum(['streamable-http', 'sse']),
      url: z.string(),
      variables,
      headers: z.array(z.strictObject({ name: z.string(), value: z.string().optional(), ...Input, variables })),
    }),
  ),
});

it('makes an entry that the MCP registry takes, whose placeholders are all explained', () => {
  const entry = RegistryEntry.parse(registryEntry(read('package.json') as never, 'org.example'));

  const [remote] = entry.remotes;
  const given = { ...remote!.variables, ...remote!.headers[0]!.variables };
  const asked = `${remote!.url} ${remote!.headers[0]!.value}`.matchAll(/\{(\w+)\}/g);
  expect([...asked].map(([, name]) => name)).toEqual(Object.keys(given));
});

it('makes a manifest of an MCP bundle, whose settings are all asked for', () => {
  const { server, user_config: settings } = mcpbManifest(read('package.json') as never);

  const used = JSON.stringify(server.mcp_config).matchAll(/user_config\.(\w+)/g);
  expect([...used].map(([, name]) => name)).toEqual(Object.keys(settings));
});
