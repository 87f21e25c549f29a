import { createServer } from 'node:http';
import { watchLoop } from './watch-loop.ts';

/** A process with a watched loop: it answers at its port, blocks on `/stuck`, and ends at SIGTERM. */
const [seconds = '0'] = process.argv.slice(2);
watchLoop(Number(seconds));
process.once('SIGTERM', () => process.exit(0));

const ways: Readonly<Record<string, () => void>> = {
  '/stuck': function turnsForEver() {
    for (let at = 0; at >= 0; at = (at + 1) % 1_000);
  },
  '/stuck-in-expression': function looksForEver() {
    /^(a+)+$/.test(`${'a'.repeat(60)}!`);
  },
};
const server = createServer(({ url = '' }, response) => {
  ways[url]?.();
  response.end('answered');
}).listen(0, '127.0.0.1', () => process.stdout.write(`${JSON.stringify(server.address())}\n`));
