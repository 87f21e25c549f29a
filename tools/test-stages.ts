// Every test, stage by stage; `npm test` gets here once everything is installed.
//   --stage <name>   only that stage: unit, e2e, e2e-cluster, kill or conformance (may be repeated)
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { jestEnv, root, runProgram, seconds } from './program.ts';
import { environmentOf, lineOfStanding, servers, startServers, stopServers } from './servers/servers.ts';
import { heldAgainst, lineOf, outcomeOfJest, outcomeOfOutput, sum } from './summary.ts';
import type { JestReport, Outcome } from './summary.ts';

const MINUTE_MS = 60_000;
const serverVariables = servers.map(({ variable }) => variable);

interface Stage {
  readonly name: string;
  readonly title: string;
  /** Whether its tests use the real servers that are installed here. */
  readonly usesServers?: boolean;
  isThere(): boolean;
  run(): Promise<Outcome>;
}

const stages: readonly Stage[] = [
  {
    name: 'unit',
    title: 'unit and contract tests',
    usesServers: true,
    isThere: () => true,
    run: () => runJest('jest.config.mjs', 9 * MINUTE_MS),
  },
  {
    name: 'e2e',
    title: 'end to end, against the bundle',
    isThere: () => existsSync(join(root, 'e2e/jest.config.mjs')),
    run: async () => (await bundle()) ?? (await runJest('e2e/jest.config.mjs', 4 * MINUTE_MS)),
  },
  {
    name: 'e2e-cluster',
    title: 'the same end to end, on five processes',
    usesServers: true,
    isThere: () => existsSync(join(root, 'e2e/jest.cluster.config.mjs')),
    run: async () =>
      withoutServers() ?? (await bundle()) ?? (await runJest('e2e/jest.cluster.config.mjs', 6 * MINUTE_MS)),
  },
  {
    name: 'kill',
    title: 'kill tests, short forms',
    isThere: () => hasScript('test:kill'),
    run: async () =>
      (await bundle()) ??
      sum([await runScript('test:kill', ['--short']), await runScript('test:kill', ['--short', '--cluster'])]),
  },
  {
    name: 'conformance',
    title: 'MCP conformance, both generations',
    isThere: () => hasScript('test:conformance'),
    run: () => runScript('test:conformance'),
  },
];

/** The five processes need all servers: what is missing is said once, for all their tests. */
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
      '--json',
      '--outputFile',
      report,
    ];
    const ended = await runProgram(args, { timeoutMs, env: jestEnv });
    const outcome = existsSync(report)
      ? outcomeOfJest(JSON.parse(readFileSync(report, 'utf8')) as JestReport)
      : undefined;
    const held = heldAgainst(outcome, ended.exitCode);
    if (held.failed > 0) process.stdout.write(withoutJson(ended.output));
    if (ended.isTimedOut) process.stdout.write(`Killed after ${seconds(timeoutMs)}.\n`);
    return held;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Jest prints its JSON report after its words for people. */
const withoutJson = (output: string) => output.replace(/^\{"numFailedTestSuites".*$/gm, '');

async function bundle(): Promise<Outcome | undefined> {
  const { exitCode, output } = await runProgram(['tools/build.mjs', '--quiet'], { timeoutMs: MINUTE_MS });
  if (exitCode === 0) return undefined;
  process.stdout.write(output);
  return { passed: 0, failed: 1, skipped: [] };
}

/** A program of package.json that counts for itself. */
async function runScript(name: string, options: readonly string[] = []): Promise<Outcome> {
  const npm = process.env['npm_execpath'];
  const args = [...(npm ? [npm, 'run', '-s'] : ['--run']), name, '--', ...options];
  const { exitCode, output } = await runProgram(args, { timeoutMs: 8 * MINUTE_MS, isShown: true });
  return heldAgainst(outcomeOfOutput(output), exitCode);
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

/** Runs stages with the addresses of the real servers in their environment; leaves none of its own behind. */
async function withServers(work: () => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-servers-'));
  chmodSync(folder, 0o755);
  const standings = await startServers(folder);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  for (const standing of standings) process.stdout.write(`${lineOfStanding(standing)}\n`);
  Object.assign(process.env, environmentOf(standings));
  try {
    await work();
  } finally {
    await stopServers(standings);
  }
}

const outcomes: Outcome[] = [];
async function take(stages: readonly Stage[]): Promise<void> {
  for (const stage of stages) {
    if (!stage.isThere()) {
      process.stdout.write(`${stage.title}: none here\n`);
      continue;
    }
    process.stdout.write(`${stage.title} ...\n`);
    const startedAt = performance.now();
    const outcome = await stage.run();
    process.stdout.write(`${stage.title}: ${lineOf(outcome)} in ${seconds(performance.now() - startedAt)}\n`);
    outcomes.push(outcome);
  }
}

const wanted = wantedStages();
if (wanted.some(({ usesServers }) => usesServers)) await withServers(() => take(wanted));
else await take(wanted);
const total = sum(outcomes);
for (const { test, reason } of total.skipped) process.stdout.write(`skipped: ${test} (${reason})\n`);
process.stdout.write(`${lineOf(total)}\n`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
