import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clients, otherClient, snippetOf } from '@cairn/connect';
import {
  auditActs,
  auditKinds,
  categories,
  joinCommand,
  NPM_PACKAGE,
  NPX_COMMAND,
  proposalKinds,
  recallSources,
  recipeNames,
  routes,
} from '@cairn/contracts';
import { defineConfig } from 'vite';
import own from './package.json' with { type: 'json' };

const platforms = ['linux', 'darwin', 'win32'];

/** Clients that start a program run the command line of Cairn from its package. */
const connections = {
  http: { via: 'http', url: '{{url}}/mcp', key: '{{key}}' },
  stdio: {
    via: 'stdio',
    command: 'npx',
    args: ['--yes', NPM_PACKAGE, '--url', '{{url}}', 'mcp'],
    env: { CAIRN_KEY: '{{key}}' },
  },
};

/**
 * Builds the console as static files, which are served at /console. The server replaces `CAIRN_NONCE` in the page by the nonce
 * of each response. Nothing is inlined, since the page's policy blocks inline scripts and styles.
 */
export default defineConfig({
  root: dirname(fileURLToPath(import.meta.url)),
  base: '/console/',
  publicDir: false,
  plugins: [routeTable()],
  build: {
    target: 'es2023',
    // Oldest browsers with the function light-dark(). For older browsers, the build would replace the function.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
  },
});

/**
 * Generates method, path, role and action of every route, the vocabulary of the audit, and the texts for clients. Schemas are
 * not included.
 */
function routeTable() {
  const id = 'virtual:routes';
  const rows = Object.entries(routes).map(([name, { method, path, role, summary }]) => [
    name,
    { method, path, role, does: doneBy(summary) },
  ]);
  const told = {
    version: own.version,
    routeTable: Object.fromEntries(rows),
    auditActs,
    auditKinds,
    categories,
    proposalKinds,
    recallSources,
    recipeNames,
    joinCommand: joinCommand('{{link}}'),
    npxCommand: NPX_COMMAND,
    clientTitles: Object.fromEntries(clients.map(({ id, title }) => [id, title])),
    snippets: snippets(),
  };
  const source = Object.entries(told)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
  return {
    name: 'route-table',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (loaded) => (loaded === `\0${id}` ? source : null),
  };
}

/** Action of a route within a sentence: the first clause of its summary. */
function doneBy(summary) {
  return summary[0].toLowerCase() + summary.slice(1).split(/[;:]/)[0];
}

/** Generates each client's configuration as `cairn connect` writes it, with placeholders for address and key. */
function snippets() {
  return [...clients, otherClient].map((client) => ({
    name: client.title,
    filesOn: Object.fromEntries(platforms.map((platform) => [platform, filesOf(client, platform)])),
    text: snippetOf(client, 'cairn', client.entryOf(connections[client.via])).trimEnd(),
    then: client.then,
  }));
}

function filesOf({ files }, platform) {
  const machine = { platform, home: '~', env: {}, project: '.' };
  return files.map(({ path }) => path(machine));
}
