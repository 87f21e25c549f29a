// Runs all checks that a change must pass; CI runs the same. Nx runs the targets of all projects (tools/nx-targets.mjs), and
// takes unchanged ones from its cache.
//   --affected   checks only the projects that this branch changed, and their dependents
//   --no-tests   skips the tests, for a caller that has just run them
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, runProgram } from './common/program.ts';
import { nx, nxEnv } from './common/project-graph.ts';
import { helmProgram } from './deploy/chart/check.ts';
import { hasKubectl } from './deploy/manifests.ts';
import { INSTALLER } from './servers/machine.ts';
import { prepareForTests } from './test-environment.ts';
import { shareServers } from './test-servers.ts';

const { values } = parseArgs({
  options: { 'no-tests': { type: 'boolean', default: false }, affected: { type: 'boolean', default: false } },
});

const isKubectlThere = hasKubectl();

/** Reasons why a target cannot run here. */
const skips: Readonly<Record<string, string | undefined>> = {
  manifests: isKubectlThere ? undefined : 'needs kubectl',
  chart: !isKubectlThere ? 'needs kubectl' : helmProgram() ? undefined : `needs helm, which ${INSTALLER} builds`,
  'compose-schema': existsSync(join(root, 'tools/deploy/node_modules/dclint'))
    ? undefined
    : '`npm ci --prefix tools/deploy` has not been run',
  'dead-code': existsSync(join(root, 'tools/knip/node_modules/knip'))
    ? undefined
    : '`npm ci --prefix tools/knip` has not been run',
};

const checks = [
  'format',
  'boundaries',
  'lint',
  'types',
  'promises',
  'dead-code',
  'docs',
  'kernels',
  'manifests',
  'chart',
  'compose',
  'compose-schema',
];

/** Checks the lockfile. npm needs the registry for uncached packages; without it, the check is skipped. */
async function holdsLockfile(): Promise<boolean> {
  const npm = process.env['npm_execpath'];
  if (!npm) return skipped('lockfile', 'not started by npm');
  const options = ['--dry-run', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
  const { output, exitCode } = await runProgram([npm, 'ci', ...options], { timeoutMs: 60_000 });
  if (exitCode === 0 && !/Missing:|Invalid:/.test(output)) return true;
  const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH|ENOTCACHED/.test(output);
  if (isOffline && !/Missing:|Invalid:/.test(output))
    return skipped('lockfile', 'the package registry cannot be reached');
  process.stdout.write(`lockfile:\n${output}\n`);
  return false;
}

function skipped(name: string, reason: string): true {
  process.stdout.write(`skipped: ${name} (${reason})\n`);
  return true;
}

/** Passes output through as it arrives, so that failures show at once. */
async function runTargets(targets: readonly string[], env: Readonly<Record<string, string>>): Promise<boolean> {
  const which = values.affected ? ['affected'] : ['run-many'];
  const args = [nx, ...which, '-t', ...targets, '--output-style=static'];
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...nxEnv, ...env },
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });
}

async function runTests(): Promise<boolean> {
  prepareForTests();
  const { environment, stop } = await shareServers();
  return runTargets(['test'], environment).finally(stop);
}

for (const [name, reason] of Object.entries(skips)) if (reason) skipped(name, reason);
const possible = checks.filter((name) => skips[name] === undefined);
const holds = [await holdsLockfile(), await runTargets(possible, {}), values['no-tests'] || (await runTests())];
process.stdout.write(holds.every(Boolean) ? 'verify: everything holds\n' : 'verify: something above does not hold\n');
process.exitCode = holds.every(Boolean) ? 0 : 1;
