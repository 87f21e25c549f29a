import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startBenchServer } from './bench-server.ts';
import { percentile } from './speed-statistics.ts';

const USAGE = `npm run bench:hooks -- [options]
  --runs N    runs of the hook before a tool; 12 unless told`;

const HOOK = fileURLToPath(new URL('./hook.mjs', import.meta.url));
const RULE = {
  title: 'No moment',
  content: 'Never add moment. Use date-fns instead.',
  store: 'procedural',
  category: 'rule',
};
const INPUT = { tool_name: 'Bash', tool_input: { command: 'npm install moment' }, cwd: tmpdir() };

/** Measures the hook before `npm install moment` under a rule about it, and the start of an empty process beside it. */
async function main(): Promise<void> {
  const runs = readRuns(process.argv.slice(2));
  const home = mkdtempSync(`${tmpdir()}/cairn-bench-hooks-`);
  const server = await startBenchServer({ remember: false });
  try {
    const env = { PATH: process.env['PATH'], HOME: home, CAIRN_URL: server.service.url, CAIRN_KEY: server.key };
    await storeRule(env);
    const hook: Run[] = [];
    const empty: Run[] = [];
    for (let at = 0; at < runs; at += 1) {
      hook.push(await run([HOOK, 'pre-tool', '--client', 'claude-code'], env));
      empty.push(await run(['--eval', '0'], env));
    }
    const told = hook.filter(({ stdout }) => stdout.includes('date-fns')).length;
    console.log(`load ${loadavg()[0]!.toFixed(1)}, ${told} of ${runs} told of the rule`);
    console.log(`hook before a tool    ${spreadOf(hook)}`);
    console.log(`of it, process start  ${spreadOf(empty)}`);
  } finally {
    await server.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function readRuns(args: readonly string[]): number {
  const { values } = parseArgs({ args: [...args], options: { runs: { type: 'string', default: '12' } } });
  const runs = z.coerce.number().int().min(1).max(1_000).safeParse(values.runs);
  if (runs.success) return runs.data;
  console.error(USAGE);
  return process.exit(2);
}

type Env = Readonly<Record<string, string | undefined>>;

async function storeRule({ CAIRN_URL, CAIRN_KEY }: Env): Promise<void> {
  const response = await fetch(`${CAIRN_URL}/v1/memories`, {
    method: 'POST',
    headers: { authorization: `Bearer ${CAIRN_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify([RULE]),
  });
  if (!response.ok) throw new Error(`The rule was not stored: ${await response.text()}`);
}

interface Run {
  readonly ms: number;
  readonly stdout: string;
}

function run(args: readonly string[], env: Env): Promise<Run> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env: { ...env } }, (_, stdout) =>
      resolve({ ms: performance.now() - startedAt, stdout }),
    );
    child.stdin!.end(JSON.stringify(INPUT));
  });
}

function spreadOf(all: readonly Run[]): string {
  const ms = all.map((one) => one.ms);
  return `p50 ${percentile(ms, 0.5).toFixed(0)} ms, p95 ${percentile(ms, 0.95).toFixed(0)} ms`;
}

await main();
