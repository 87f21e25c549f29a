import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeCodePlugin, hookEvents, mcpbManifest, registryEntry } from '@cairn/connect';
import { z } from 'zod';

const root = join(__dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as unknown;

it('keeps the plugin as `cairn connect claude-code` would have it: npm run packages makes it anew', () => {
  const files = claudeCodePlugin(read('package.json') as never);

  for (const [file, content] of Object.entries(files)) expect([file, read(file)]).toEqual([file, content]);
  const { hooks } = read('plugins/claude-code/hooks/hooks.json') as { hooks: object };
  expect(Object.keys(hooks)).toEqual(hookEvents.map(({ name }) => name));
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
