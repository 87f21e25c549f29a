import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { clients, otherClient, snippetOf } from '@cairn/connect';
import { auditActs, auditKinds, routes } from '@cairn/contracts';
import { defineConfig } from 'vite';

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
  const told = { routeTable: Object.fromEntries(rows), auditActs, auditKinds, snippets: snippets() };
  const source = Object.entries(told)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
  return {
    name: 'route-table',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (loaded) => (loaded === `\0${id}` ? source : null),
  };
}

/** What `cairn connect` would write for each client that takes an address, with words in the place of address and key. */
function snippets() {
  const machine = { platform: 'linux', home: '~', env: {}, project: '.' };
  return [...clients, otherClient]
    .filter(({ via }) => via === 'http')
    .map((client) => ({
      name: client.title,
      files: client.files.map(({ path }) => path(machine)),
      text: snippetOf(client, 'cairn', client.entryOf({ via: 'http', url: 'CAIRN_URL', key: 'CAIRN_KEY' })).trimEnd(),
      then: client.then,
    }));
}
