// Starts the real servers that are installed here, for development, and stops them at Ctrl-C. Their data stays for the next time.
//   --folder <path>    folder of their data (default .cairn-servers)
//   --exports <path>   also writes the shell's export lines to a file
//   --json             prints the status of each as JSON
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../common/program.ts';
import { lineOfStatus, startServers, stopServers } from './servers.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(root, '.cairn-servers') },
    exports: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const statuses = await startServers(resolve(values.folder));
for (const status of statuses) process.stderr.write(`${lineOfStatus(status)}\n`);

const lines = statuses.flatMap((each) => (each.state === 'skipped' ? [] : [`export ${each.variable}=${each.url}\n`]));
process.stdout.write(values.json ? `${JSON.stringify(statuses)}\n` : lines.join(''));
if (values.exports) writeFileSync(values.exports, lines.join(''));

if (statuses.some(({ state }) => state === 'started')) {
  process.stderr.write('Ctrl-C stops them.\n');
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await stopServers(statuses);
  if (values.exports) rmSync(values.exports, { force: true });
}
