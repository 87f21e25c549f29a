import { execFileSync } from 'node:child_process';

const address = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

const program = `
  import { Worker } from 'node:worker_threads';
  import { threadOptions } from ${address('../../ports/src/thread-options.ts')};
  import { limitThreads } from ${address('./limit-threads.ts')};
  limitThreads();
  const code = \`
    const { getHeapSpaceStatistics } = require('node:v8');
    const kept = Array.from({ length: 300_000 }, (_, at) => ({ at }));
    const { space_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
    require('node:worker_threads').parentPort.postMessage({ space_size, flags: process.execArgv, kept: kept.length });
  \`;
  new Worker(code, { eval: true, ...threadOptions }).once('message', (told) => console.log(JSON.stringify(told)));
`;

it('limits the young objects of a thread, whatever the flag of the process says, and reads no source maps there', () => {
  const flags = ['--max-semi-space-size=32', '--enable-source-maps', '--input-type=module', '--no-warnings'];

  const told = JSON.parse(execFileSync(process.execPath, [...flags, '-e', program], { encoding: 'utf8' }));

  expect(told.space_size).toBeLessThanOrEqual(12 * 1024 * 1024);
  expect(told.flags).not.toContain('--enable-source-maps');
});
