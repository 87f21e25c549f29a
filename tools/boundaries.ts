// Proves that the rules on imports and words work: the lint must refuse every forbidden line of tools/canary.
import { ESLint } from 'eslint';
import { forbidden, permitted } from './canary/cases.ts';
import { canaryProblems } from './canary/check.ts';
import { root } from './common/program.ts';
import { makeProjectGraph } from './common/project-graph.ts';

await makeProjectGraph();
const problems = await canaryProblems(new ESLint({ cwd: root }));
for (const problem of problems) process.stdout.write(`canary: ${problem}\n`);
if (problems.length === 0)
  process.stdout.write(`canary: ${forbidden.length} violations refused, ${permitted.length} good lines pass\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
