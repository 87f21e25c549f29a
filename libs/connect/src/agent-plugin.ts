import { NPM_PACKAGE } from '@cairn/contracts';
import { author, PACKAGE_NAME, type JsonFiles, type Product } from './packages.ts';

const FOLDER = 'plugins/agent';
const SCHEMAS = 'https://agent-plugins.org/schemas/1.0.0';

/**
 * Builds the files of the plugin in the form of Agent Plugins 1.0, beside its skill. The form has no place for an address or a
 * key, and clients may start a server without the user's environment; so the server is the one of this machine or the one that
 * `cairn join` keeps.
 */
export const agentPlugin = ({ version, license, description }: Product): JsonFiles => ({
  [`${FOLDER}/plugin.json`]: {
    $schema: `${SCHEMAS}/plugin.schema.json`,
    name: PACKAGE_NAME,
    version,
    description,
    author,
    license,
    keywords: ['memory', 'team', 'recall'],
  },
  [`${FOLDER}/mcp.json`]: {
    $schema: `${SCHEMAS}/mcp.schema.json`,
    mcpServers: { [PACKAGE_NAME]: { type: 'stdio', command: 'npx', args: ['--yes', NPM_PACKAGE, 'mcp'] } },
  },
});
