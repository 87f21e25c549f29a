import { relative } from 'node:path';
import { publicPaths } from '../../libs/contracts/src/index.ts';
import type { ServerStatus } from '../servers/servers.ts';
import type { Five } from './five.ts';

interface Greeted {
  readonly url: string;
  readonly folder: string;
  readonly key: string | undefined;
  readonly five: Five;
  readonly servers: readonly ServerStatus[];
}

/** Text for a new user: the addresses, the key, and the command to connect an agent. */
export function greeting({ url, folder, key, five, servers }: Greeted): string {
  const dataDir = relative(process.cwd(), folder) || '.';
  return [
    '',
    '  Cairn is ready: five services.',
    '',
    `  One address      ${url}`,
    ...publicPaths
      .filter(({ path, service }) => service !== 'mcp-gateway' || path === '/')
      .map(({ path, service }) => row(`  ${path}`, `${five.apps[service].url}  ${service}`)),
    row('  no public path', `${five.apps['embedding-worker'].url}  embedding-worker`),
    ...servers.map((server) => row(server.name, server.state === 'skipped' ? server.reason : hostOf(server.url))),
    '',
    row('Your key', key ?? 'was shown before, at the first start on this Postgres'),
    '',
    row('Console', `${url}/console`),
    `  Connect          npm run -s cairn -- --data-dir ${dataDir} connect claude-code --hooks`,
    `  See it work:     npm run -s cairn -- --data-dir ${dataDir} demo`,
    '  Stop:            Ctrl+C; the data stays.',
    '',
    '',
  ].join('\n');
}

const row = (name: string, value: string) => `  ${name.padEnd(17)}${value}`;

/** Shows the host only, since an address may hold a password. */
const hostOf = (url: string) => new URL(url).host;
