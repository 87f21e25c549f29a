// Everything that must hold before a change is handed over; CI runs the same.
//   --no-tests   leaves the tests out, for a caller that has just run them
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasKubectl } from './deploy/manifests.ts';
import { root, runProgram, seconds } from './common/program.ts';
import type { Ended } from './common/program.ts';

const MINUTE_MS = 60_000;

interface Step {
  readonly name: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Why the step cannot be taken here, if it cannot. */
  skip?(): string | undefined;
  /** What is wrong although the program ended well, or what makes a failure a skip. */
  judge?(ended: Ended): Verdict;
}

type Verdict = { readonly state: 'ok' | 'failed' } | { readonly state: 'skipped'; readonly reason: string };

const { values } = parseArgs({ options: { 'no-tests': { type: 'boolean', default: false } } });
const dclint = 'tools/deploy/node_modules/dclint/bin/dclint.cjs';
const npmCli = process.env['npm_execpath'];

/** A target of tools/nx-targets.mjs: Nx answers it from its cache while nothing that it reads has changed. */
const cached = (target: string): Pick<Step, 'args' | 'env'> => ({
  args: ['node_modules/nx/dist/bin/nx.js', 'run', `@cairn/tools:${target}`, '--output-style=static'],
  env: { NX_DAEMON: 'false', NX_NO_CLOUD: 'true', NX_TUI: 'false' },
});

const steps: readonly Step[] = [
  { name: 'format', ...cached('format') },
  { name: 'lint, boundaries and their canary', ...cached('lint-all') },
  { name: 'types', ...cached('types') },
  {
    name: 'lockfile',
    args: [npmCli ?? '', 'ci', '--dry-run', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'],
    skip: () => (npmCli ? undefined : 'not started by npm'),
    judge: judgeLockfile,
  },
  { name: 'generated docs are fresh', ...cached('docs') },
  { name: 'WASM kernels are fresh', ...cached('kernels') },
  {
    name: 'manifests, alerts, dashboard and their canary',
    ...cached('manifests'),
    skip: () => (hasKubectl() ? undefined : 'needs kubectl'),
  },
  { name: 'compose file, Dockerfile and their canary', ...cached('compose') },
  {
    name: 'compose file against its schema',
    args: [dclint, '--config', 'tools/deploy/dclint.json', '--max-warnings', '0', 'docker-compose.yml'],
    skip: () => (existsSync(join(root, dclint)) ? undefined : '`npm ci --prefix tools/deploy` has not been run'),
  },
  ...(values['no-tests'] ? [] : [{ name: 'unit and contract tests', ...cached('unit') }]),
];

/** npm needs the registry for packages that its cache does not hold; without one, the lockfile is neither right nor wrong. */
function judgeLockfile({ output, exitCode }: Ended): Verdict {
  if (/Missing:|Invalid:/.test(output)) return { state: 'failed' };
  if (exitCode === 0) return { state: 'ok' };
  const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(output);
  return isOffline ? { state: 'skipped', reason: 'the package registry cannot be reached' } : { state: 'failed' };
}

async function take({ args, env, skip, judge }: Step): Promise<Verdict & { readonly output: string }> {
  const reason = skip?.();
  if (reason) return { state: 'skipped', reason, output: '' };
  const ended = await runProgram(args, { timeoutMs: 10 * MINUTE_MS, ...(env ? { env } : {}) });
  const verdict = judge?.(ended) ?? { state: ended.exitCode === 0 ? 'ok' : 'failed' };
  return { ...verdict, output: ended.output };
}

let failures = 0;
for (const step of steps) {
  const startedAt = performance.now();
  const verdict = await take(step);
  const time = seconds(performance.now() - startedAt).padStart(7);
  const why = verdict.state === 'skipped' ? ` (${verdict.reason})` : '';
  process.stdout.write(`${verdict.state.padEnd(7)} ${time}  ${step.name}${why}\n`);
  if (verdict.state === 'failed') {
    failures += 1;
    process.stdout.write(`${verdict.output.trimEnd()}\n\n`);
  }
}
process.stdout.write(failures === 0 ? 'verify: everything holds\n' : `verify: ${failures} of ${steps.length} failed\n`);
process.exitCode = failures === 0 ? 0 : 1;
