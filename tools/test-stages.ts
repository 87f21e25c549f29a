// Every test, stage by stage; `npm test` gets here once everything is installed.
//   --stage <name>   only that stage: unit, e2e, kill or conformance (may be repeated)
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { jestEnv, root, runProgram, seconds } from './program.ts';
import { heldAgainst, lineOf, outcomeOfJest, outcomeOfOutput, sum } from './summary.ts';
import type { JestReport, Outcome } from './summary.ts';

const MINUTE_MS = 60_000;

interface Stage {
  readonly name: string;
  readonly title: string;
  isThere(): boolean;
  run(): Promise<Outcome>;
}

const stages: readonly Stage[] = [
  {
    name: 'unit',
    title: 'unit and contract tests',
    isThere: () => true,
    run: () => runJest('jest.config.mjs', 5 * MINUTE_MS),
  },
  {
    name: 'e2e',
    title: 'end to end, against the bundle',
    isThere: () => existsSync(join(root, 'e2e/jest.config.mjs')),
    run: async () => (await bundle()) ?? (await runJest('e2e/jest.config.mjs', 4 * MINUTE_MS)),
  },
  {
    name: 'kill',
    title: 'kill test, short form',
    isThere: () => hasScript('test:kill'),
    run: async () => (await bundle()) ?? (await runScript('test:kill', ['--short'])),
  },
  {
    name: 'conformance',
    title: 'MCP conformance, both generations',
    isThere: () => hasScript('test:conformance'),
    run: () => runScript('test:conformance'),
  },
];

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
  const { exitCode, output } = await runProgram(args, { timeoutMs: 3 * MINUTE_MS, isShown: true });
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

const outcomes: Outcome[] = [];
for (const stage of wantedStages()) {
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
const total = sum(outcomes);
for (const { test, reason } of total.skipped) process.stdout.write(`skipped: ${test} (${reason})\n`);
process.stdout.write(`${lineOf(total)}\n`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
