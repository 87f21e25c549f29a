// Runs every test in stages, after `npm test` has installed everything. Stages of a lane run in sequence. Those on the shared
// servers run in parallel with all others, since both wait half of the time; in CI they come alone. Elsewhere programs come last,
// because they use the compile cache of earlier stages and leave none.
//   --stage <name>   runs only that stage: unit, e2e, e2e-cluster, api, kill, kill-cluster, faults or conformance (may be repeated)
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { jestEnv, root, runProgram, seconds } from './common/program.ts';
import { servers } from './servers/servers.ts';
import { withExitCode, lineOf, outcomeOfJest, outcomeOfOutput, retriedLines, slowestOf, sum } from './summary.ts';
import type { JestReport, Outcome, Timed } from './summary.ts';
import { jestCache, prepareForTests, withServers } from './test-environment.ts';

const MINUTE_MS = 60_000;
const FILES_SHOWN = 20;
const serverVariables = servers.map(({ variable }) => variable);

/** `servers`: Jest on the real servers that are installed here; `jest`: Jest without them; `programs`: others, with servers of their own. */
type Lane = 'servers' | 'jest' | 'programs';

interface Stage {
  readonly name: string;
  readonly title: string;
  readonly lane: Lane;
  isThere(): boolean;
  run(): Promise<Outcome>;
}

const stages: readonly Stage[] = [
  {
    name: 'unit',
    title: 'unit and contract tests',
    lane: 'servers',
    isThere: () => true,
    run: () => runJest('jest.config.mjs', 40 * MINUTE_MS),
  },
  {
    name: 'e2e-cluster',
    title: 'end to end, on five processes (npm run test:five also with browsers and clients)',
    lane: 'servers',
    isThere: () => existsSync(join(root, 'e2e/jest.cluster.config.mjs')),
    run: async () =>
      withoutServers() ?? (await bundle()) ?? (await runJest('e2e/jest.cluster.config.mjs', 30 * MINUTE_MS)),
  },
  {
    name: 'e2e',
    title: 'the same end to end, on one process',
    lane: 'jest',
    isThere: () => existsSync(join(root, 'e2e/jest.config.mjs')),
    run: async () => (await bundle()) ?? (await runJest('e2e/jest.config.mjs', 30 * MINUTE_MS)),
  },
  {
    name: 'api',
    title: 'generated requests against the API document, short form',
    lane: 'programs',
    isThere: () => hasScript('test:api'),
    run: async () => (await bundle()) ?? (await runScript('test:api', ['--short'])),
  },
  {
    name: 'kill-cluster',
    title: 'kill test of the cluster, short form',
    lane: 'programs',
    isThere: () => hasScript('test:kill'),
    run: async () => (await bundle()) ?? (await runScript('test:kill', ['--short', '--cluster'])),
  },
  {
    name: 'kill',
    title: 'kill test of one process, short form',
    lane: 'programs',
    isThere: () => hasScript('test:kill'),
    run: async () => (await bundle()) ?? (await runScript('test:kill', ['--short'])),
  },
  {
    name: 'faults',
    title: 'faults of the cluster, short form',
    lane: 'programs',
    isThere: () => hasScript('test:faults'),
    run: async () => (await bundle()) ?? (await runScript('test:faults', ['--short'])),
  },
  {
    name: 'conformance',
    title: 'MCP conformance, both generations',
    lane: 'programs',
    isThere: () => hasScript('test:conformance'),
    run: () => runScript('test:conformance'),
  },
];

/** Reports missing servers once for all tests of the five processes, which need all of them. */
function withoutServers(): Outcome | undefined {
  const missing = serverVariables.filter((name) => !process.env[name]);
  if (missing.length === 0) return undefined;
  return { passed: 0, failed: 0, skipped: [{ test: 'the five processes', reason: `no ${missing.join(', ')}` }] };
}

async function runJest(config: string, timeoutMs: number): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  const report = join(folder, 'report.json');
  try {
    const args = [
      'node_modules/jest/bin/jest.js',
      '--config',
      config,
      '--maxWorkers=2',
      '--cacheDirectory',
      jestCache,
      '--json',
      '--outputFile',
      report,
    ];
    const ended = await runProgram(args, { timeoutMs, env: jestEnv });
    const outcome = existsSync(report)
      ? outcomeOfJest(JSON.parse(readFileSync(report, 'utf8')) as JestReport)
      : undefined;
    const held = withExitCode(outcome, ended.exitCode);
    if (held.failed > 0 || held.retried?.length) process.stdout.write(withoutJson(ended.output));
    return held;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Removes Jest's JSON report from its output for people. */
const withoutJson = (output: string) => output.replace(/^\{"numFailedTestSuites".*$/gm, '');

let bundled: Promise<Outcome | undefined> | undefined;
/** Bundles once for all stages. */
const bundle = () => (bundled ??= makeBundle());

async function makeBundle(): Promise<Outcome | undefined> {
  const { exitCode, output } = await runProgram(['tools/build.mjs', '--quiet', '--unless-fresh'], {
    timeoutMs: MINUTE_MS,
  });
  if (exitCode === 0) return undefined;
  process.stdout.write(output);
  return { passed: 0, failed: 1, skipped: [] };
}

/** Runs a program of package.json that counts its own tests. */
async function runScript(name: string, options: readonly string[] = []): Promise<Outcome> {
  const npm = process.env['npm_execpath'];
  const args = [...(npm ? [npm, 'run', '-s'] : ['--run']), name, '--', ...options];
  const { exitCode, output } = await runProgram(args, { timeoutMs: 15 * MINUTE_MS });
  process.stdout.write(output);
  return withExitCode(outcomeOfOutput(output), exitCode);
}

function hasScript(name: string): boolean {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return name in scripts;
}

function wantedStages(): readonly Stage[] {
  const { values } = parseArgs({ options: { stage: { type: 'string', multiple: true } } });
  const unknown = values.stage?.find((name) => !stages.some((stage) => stage.name === name));
  if (unknown) throw new Error(`There is no stage ${unknown}; there are ${stages.map(({ name }) => name).join(', ')}.`);
  return stages.filter(({ name }) => values.stage?.includes(name) ?? true);
}

const outcomes: Outcome[] = [];
const stagesTaken: Timed[] = [];
const filesTaken: Timed[] = [];
async function take(stages: readonly Stage[]): Promise<void> {
  for (const stage of stages) {
    if (!stage.isThere()) {
      process.stdout.write(`${stage.title}: none here\n`);
      continue;
    }
    process.stdout.write(`${stage.title} ...\n`);
    const startedAt = performance.now();
    const outcome = await stage.run();
    const ms = performance.now() - startedAt;
    process.stdout.write(`${stage.title}: ${lineOf(outcome)} in ${seconds(ms)}\n`);
    outcomes.push({ ...outcome, retried: outcome.retried?.map((test) => `${test} (${stage.name})`) ?? [] });
    stagesTaken.push({ name: stage.name, ms });
    for (const file of outcome.files ?? []) filesTaken.push({ ...file, name: `${file.name} (${stage.name})` });
  }
}

prepareForTests();

const wanted = wantedStages();
const takeLane = (lane: Lane) => take(wanted.filter((stage) => stage.lane === lane));
const needsServers = wanted.some(({ lane }) => lane === 'servers');
const takeOnServers = async () => needsServers && (await withServers(() => takeLane('servers')));
// An overloaded machine fails tests of correct code, so CI runs one lane after the other. Programs come first there, since they
// leave a third of two processors, which the checks beside them use (.ci/run), while Jest's workers leave nothing.
if (process.env['CI']) {
  await takeLane('programs');
  await takeOnServers();
  await takeLane('jest');
} else {
  await Promise.all([takeOnServers(), takeLane('jest').then(() => takeLane('programs'))]);
}
process.stdout.write(slowestOf('Stages', stagesTaken, Infinity));
if (filesTaken.length > 0) process.stdout.write(slowestOf('Slowest files', filesTaken, FILES_SHOWN));
const total = sum(outcomes);
for (const { test, reason } of total.skipped) process.stdout.write(`skipped: ${test} (${reason})\n`);
process.stdout.write(retriedLines(total));
process.stdout.write(`${lineOf(total)}\n`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
