// Real servers to develop against: starts those installed here, and stops them at Ctrl-C. Their data stays for the next time.
//   --folder <path>    where their data lies (default .cairn-servers)
//   --exports <path>   writes the lines for the shell there too
//   --json             prints what became of each as JSON instead
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../common/program.ts';
import { lineOfStanding, startServers, stopServers } from './servers.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(root, '.cairn-servers') },
    exports: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const standings = await startServers(resolve(values.folder));
for (const standing of standings) process.stderr.write(`${lineOfStanding(standing)}\n`);

const lines = standings.flatMap((each) => (each.state === 'skipped' ? [] : [`export ${each.variable}=${each.url}\n`]));
process.stdout.write(values.json ? `${JSON.stringify(standings)}\n` : lines.join(''));
if (values.exports) writeFileSync(values.exports, lines.join(''));

if (standings.some(({ state }) => state === 'started')) {
  process.stderr.write('Ctrl-C stops them.\n');
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await stopServers(standings);
  if (values.exports) rmSync(values.exports, { force: true });
}
