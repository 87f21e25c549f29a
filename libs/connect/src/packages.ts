import { DEFAULT_ADDRESS } from '@cairn/contracts';
import { findClient } from './clients.ts';
import { findHookClient } from './hook-clients.ts';
import { hookEntries } from './hooks.ts';

/** Contents of JSON files by path, in formats that other vendors define. */
export type JsonFiles = Readonly<Record<string, object>>;

export interface Product {
  readonly version: string;
  readonly license: string;
  readonly description: string;
}

export const PACKAGE_NAME = 'cairn';
export const PACKAGE_TITLE = 'Cairn team memory';
export const author = { name: 'Cairn' };

/** Path of the hook program inside the plugin's folder. */
export const PLUGIN_HOOK = 'dist/hook.mjs';
const PLUGIN_FOLDER = 'plugins/claude-code';

/**
 * Builds the files of the Claude Code plugin, which installs the same as `connect claude-code --hooks`. It reads the server's
 * address and key from the environment.
 */
export const claudeCodePlugin = ({ version, license, description }: Product): JsonFiles => ({
  '.claude-plugin/marketplace.json': {
    name: PACKAGE_NAME,
    owner: author,
    plugins: [{ name: PACKAGE_NAME, source: `./${PLUGIN_FOLDER}`, description }],
  },
  [`${PLUGIN_FOLDER}/.claude-plugin/plugin.json`]: { name: PACKAGE_NAME, version, description, author, license },
  [`${PLUGIN_FOLDER}/.mcp.json`]: {
    mcpServers: {
      [PACKAGE_NAME]: findClient('claude-code')!.entryOf({ via: 'http', url: '${CAIRN_URL}/mcp', key: '${CAIRN_KEY}' }),
    },
  },
  [`${PLUGIN_FOLDER}/hooks/hooks.json`]: {
    hooks: hookEntries(findHookClient('claude-code')!, `node "\${CLAUDE_PLUGIN_ROOT}/${PLUGIN_HOOK}"`),
  },
});

/** Name of the MCP bundle's program file; all packages that the program uses are bundled into it. */
const MCPB_PROGRAM = 'cairn.mjs';

/** Builds the manifest of an MCP bundle: Claude Desktop starts `cairn mcp` and asks the user for address and key. */
export const mcpbManifest = ({ version, license, description }: Product) => ({
  manifest_version: '0.3',
  name: PACKAGE_NAME,
  display_name: PACKAGE_TITLE,
  version,
  description,
  author,
  license,
  server: {
    type: 'node',
    entry_point: MCPB_PROGRAM,
    mcp_config: {
      command: 'node',
      args: [`\${__dirname}/${MCPB_PROGRAM}`, 'mcp', '--url', '${user_config.url}'],
      env: { CAIRN_KEY: '${user_config.key}' },
    },
  },
  tools_generated: true,
  prompts_generated: true,
  compatibility: { runtimes: { node: '>=20' } },
  user_config: {
    url: {
      type: 'string',
      title: 'Address',
      description: 'Where Cairn runs',
      default: DEFAULT_ADDRESS,
      required: true,
    },
    key: {
      type: 'string',
      title: 'Key',
      description: 'As `cairn keys create` shows it once',
      sensitive: true,
      required: true,
    },
  },
});

/** Builds the entry for a registry of MCP servers. Each team has its own address, so the user fills it in. */
export const registryEntry = ({ version, description }: Product, namespace: string) => ({
  $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  name: `${namespace}/${PACKAGE_NAME}`,
  title: PACKAGE_TITLE,
  description,
  version,
  remotes: [
    {
      type: 'streamable-http',
      url: 'https://{host}/mcp',
      variables: { host: { description: 'Where Cairn runs, such as cairn.example.org', isRequired: true } },
      headers: [
        {
          name: 'Authorization',
          description: 'The key of the agent',
          value: 'Bearer {key}',
          isRequired: true,
          isSecret: true,
          variables: {
            key: { description: 'The key that cairn keys create shows once', isRequired: true, isSecret: true },
          },
        },
      ],
    },
  ],
});
