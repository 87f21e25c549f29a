// npm run test:api: checks the server's OpenAPI document (/docs-json) with validators, and the server against that document
// with generated requests.
//   --short      some hundred requests in place of thousands
//   --seed N     repeats the requests of an earlier run
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { apiTools } from '../../../tools/servers/machine.ts';
import { soundBundle } from '../kill/bundles.ts';
import { startServer, type ServerProcess } from '../server-process.ts';

const MINUTE_MS = 60_000;
const { values } = parseArgs({ options: { short: { type: 'boolean', default: false }, seed: { type: 'string' } } });

interface Check {
  readonly name: string;
  run(server: ServerProcess, folder: string): Promise<string[]>;
}

const checks: readonly Check[] = [
  { name: 'redocly', run: (server) => redocly(server) },
  { name: 'openapi-spec-validator', run: specValidator },
  { name: 'schemathesis', run: schemathesis },
];

async function redocly({ url }: ServerProcess): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const source = await documentOf(url);
  const problems = await lintFromString({ source, config });
  return problems.filter(({ severity }) => severity === 'error').map(({ ruleId, message }) => `${ruleId}: ${message}`);
}

const documentOf = async (url: string) => (await fetch(`${url}/docs-json`)).text();

async function specValidator({ url }: ServerProcess, folder: string): Promise<string[]> {
  const file = join(folder, 'openapi.json');
  writeFileSync(file, await documentOf(url));
  return problemsOf(await runTool('openapi-spec-validator', [file], folder));
}

/**
 * Sends a number of requests that grows with the routes: some two thousand from the edges of the schemas, and more at random. One worker:
 * Python counts the depth of `ast.parse` over all threads (CPython issue 106905), and hypothesis calls it in each.
 */
async function schemathesis({ url, key }: ServerProcess, folder: string): Promise<string[]> {
  const phases = values.short ? 'coverage' : 'coverage,fuzzing,stateful';
  const options = [
    ['--config-file', resolve('e2e/src/api/schemathesis.toml')],
    ['run', `${url}/docs-json`],
    ['--header', `Authorization: Bearer ${key}`],
    ['--phases', phases],
    ['--max-examples', '150'],
    ['--seed', values.seed ?? '1'],
    ['--continue-on-failure', '--request-timeout', '30', '--workers', '1', '--no-color'],
  ];
  const ended = await runTool('schemathesis', options.flat(), folder);
  process.stdout.write(`${/^ *\d+ generated.*$/m.exec(ended.output)?.[0]?.trim() ?? 'no case was generated'}\n`);
  return [...problemsOf(ended), ...((await isKnown(url, key)) ? [] : ['it revoked the key that it asks with'])];
}

const isKnown = async (url: string, key: string | undefined) =>
  (await fetch(`${url}/v1/keys`, { headers: { authorization: `Bearer ${key}` } })).ok;

interface Ended {
  readonly isFailed: boolean;
  readonly output: string;
}

const problemsOf = ({ isFailed, output }: Ended) => (isFailed ? [output] : []);

/** Runs a tool in a temporary folder, since the tools leave files where they run. */
const runTool = (name: string, args: readonly string[], folder: string) =>
  runProgram(join(apiTools(), 'bin', name), args, folder);

function runProgram(program: string, args: readonly string[], cwd = process.cwd()): Promise<Ended> {
  return new Promise((resolve) =>
    execFile(program, args, { cwd, timeout: 14 * MINUTE_MS, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ isFailed: error !== null, output: stdout + stderr }),
    ),
  );
}

async function withServer<Result>(use: (server: ServerProcess, folder: string) => Promise<Result>): Promise<Result> {
  const bundle = soundBundle();
  const folder = mkdtempSync(join(tmpdir(), 'cairn-api-'));
  const env = { CAIRN_RATE_LIMIT_PER_MINUTE: '10000000', CAIRN_EMBEDDER: 'none' };
  const server = await startServer({ bundle, dataDir: join(folder, 'data'), port: 0, env });
  try {
    return await use(server, folder);
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

async function runAll(server: ServerProcess, folder: string): Promise<number> {
  let failed = 0;
  for (const { name, run } of checks) {
    const problems = await run(server, folder);
    for (const problem of problems) process.stdout.write(`${name}: ${problem}\n`);
    if (problems.length > 0) failed++;
  }
  return failed;
}

if (existsSync(join(apiTools(), 'bin'))) {
  const failed = await withServer(runAll);
  console.log(`${checks.length - failed} passed, ${failed} failed, 0 skipped`);
  process.exit(failed === 0 ? 0 : 1);
}
console.log('skipped: the API document against what the server does (no schemathesis: tools/servers/install.sh)');
console.log('0 passed, 0 failed, 1 skipped');
