import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clients, otherClient, snippetOf } from '@cairn/connect';
import { auditActs, auditKinds, overs, recipeNames, routes } from '@cairn/contracts';
import { defineConfig } from 'vite';

const platforms = ['linux', 'darwin', 'win32'];

/** A program that the client starts is Cairn's own command line, in the folder of its clone. */
const connections = {
  http: { via: 'http', url: '{{url}}/mcp', key: '{{key}}' },
  stdio: {
    via: 'stdio',
    command: 'npm',
    args: ['--prefix', 'FOLDER_OF_CAIRN', 'run', '-s', 'cairn', '--', '--url', '{{url}}', 'mcp'],
    env: { CAIRN_KEY: '{{key}}' },
  },
};

/**
 * The console as static files, served at /console. Its page carries `CAIRN_NONCE` where the server puts the nonce of each
 * answer; nothing is inlined, since no inline script or style would run.
 */
export default defineConfig({
  root: dirname(fileURLToPath(import.meta.url)),
  base: '/console/',
  publicDir: false,
  plugins: [routeTable()],
  build: {
    target: 'es2023',
    // The first that know light-dark(), so that it stays as it is written.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
  },
});

/** Method, path and role of every route, the words of the audit, and what clients are told: the schemas stay with the server, which checks. */
function routeTable() {
  const id = 'virtual:routes';
  const rows = Object.entries(routes).map(([name, { method, path, role }]) => [name, { method, path, role }]);
  const told = {
    routeTable: Object.fromEntries(rows),
    auditActs,
    auditKinds,
    overs,
    recipeNames,
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

/** What `cairn connect` would write for each client, with words in the place of address, key and folder. */
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
