// ESLint over everything, or over some folders. That the dependency rule is awake is shown by tools/boundaries.ts.
//   node tools/lint.ts [path ...]
import { ESLint } from 'eslint';
import { root } from './common/program.ts';
import { makeProjectGraph } from './common/project-graph.ts';

await makeProjectGraph();
const paths = process.argv.slice(2);
const eslint = new ESLint({ cwd: root });
const results = await eslint.lintFiles(paths.length > 0 ? paths : ['.']);
process.stdout.write(await (await eslint.loadFormatter('stylish')).format(results));
process.exitCode = results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0) ? 1 : 0;
