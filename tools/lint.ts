// ESLint over everything, after a canary has shown that the dependency rule is awake.
//   node tools/lint.ts [path ...]
import { ESLint } from 'eslint';
import { forbidden, permitted } from './canary/cases.ts';
import { canaryProblems } from './canary/check.ts';
import { root, runProgram } from './common/program.ts';

/** The Nx rule reads a cached project graph and checks nothing when there is none. */
async function makeProjectGraph(): Promise<void> {
  const env = { NX_DAEMON: 'false', NX_NO_CLOUD: 'true' };
  const { exitCode, output } = await runProgram(['node_modules/nx/dist/bin/nx.js', 'show', 'projects'], {
    timeoutMs: 60_000,
    env,
  });
  if (exitCode !== 0) throw new Error(`Nx made no project graph:\n${output}`);
}

async function checkCanary(): Promise<number> {
  const problems = await canaryProblems(new ESLint({ cwd: root }));
  for (const problem of problems) process.stdout.write(`canary: ${problem}\n`);
  if (problems.length === 0)
    process.stdout.write(`canary: ${forbidden.length} violations refused, ${permitted.length} good lines pass\n`);
  return problems.length;
}

async function lint(paths: string[]): Promise<number> {
  const eslint = new ESLint({ cwd: root });
  const results = await eslint.lintFiles(paths);
  process.stdout.write(await (await eslint.loadFormatter('stylish')).format(results));
  return results.reduce((total, { errorCount, warningCount }) => total + errorCount + warningCount, 0);
}

await makeProjectGraph();
const paths = process.argv.slice(2);
const problems = (await checkCanary()) + (await lint(paths.length > 0 ? paths : ['.']));
process.exitCode = problems > 0 ? 1 : 0;
