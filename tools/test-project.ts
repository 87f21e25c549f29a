// The tests of one project, in a process of their own.
//   node tools/test-project.ts <folder>
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { jestEnv, root, runProgram } from './common/program.ts';
import { jestCache } from './test-environment.ts';
import { sharedEnvironment } from './test-servers.ts';

const LIMIT_MS = 20 * 60_000;

const [folder = ''] = process.argv.slice(2);

/** Tells whether a test of the project can use a real server. */
const usesServers = () =>
  globSync(`${folder}/**/*.ts`, { cwd: root, exclude: (path) => /node_modules|dist/.test(path) }).some((file) =>
    readFileSync(join(root, file), 'utf8').includes('describeWith'),
  );

const jest = [
  ...['node_modules/jest/bin/jest.js', '--passWithNoTests', '--maxWorkers=1'],
  ...['--cacheDirectory', jestCache, '--testPathPatterns', `/${folder}/`],
];
const env = { ...jestEnv, ...(usesServers() && (await sharedEnvironment())) };
const { exitCode } = await runProgram(jest, { timeoutMs: LIMIT_MS, env, isShown: true });
process.exitCode = exitCode;
