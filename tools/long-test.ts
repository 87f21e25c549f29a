// Runs the long form of an end-to-end test: builds the bundles and runs the files whose paths contain WORD, with the sizes that
// the environment sets.
//   node tools/run.mjs tools/long-test.ts WORD [--cluster]   on one process, or on five with own or given servers
import { parseArgs } from 'node:util';
import { jestEnv, runProgram } from './common/program.ts';
import { withServers } from './test-environment.ts';

const LONGEST_MS = 3 * 3_600_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { cluster: { type: 'boolean', default: false } },
});

async function run(config: string): Promise<number> {
  const args = ['node_modules/jest/bin/jest.js', '--config', config, '--maxWorkers=1', ...positionals];
  return (await runProgram(args, { timeoutMs: LONGEST_MS, isShown: true, env: jestEnv })).exitCode;
}

const built = await runProgram(['tools/build.mjs', '--quiet', '--unless-fresh'], { timeoutMs: 60_000 });
if (built.exitCode !== 0) throw new Error(built.output);
process.exitCode = values.cluster
  ? await withServers(() => run('e2e/jest.cluster.config.mjs'))
  : await run('e2e/jest.config.mjs');
