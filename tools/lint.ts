// Runs ESLint on everything, or on some folders. tools/boundaries.ts proves that the dependency rule works.
//   node tools/lint.ts [path ...]
import { ESLint } from 'eslint';
import { root } from './common/program.ts';
import { makeProjectGraph } from './common/project-graph.ts';

await makeProjectGraph();
const paths = process.argv.slice(2);
// Ignored files may be among the paths, such as generated ones of a change.
const eslint = new ESLint({ cwd: root, warnIgnored: false });
const results = await eslint.lintFiles(paths.length > 0 ? paths : ['.']);
process.stdout.write(await (await eslint.loadFormatter('stylish')).format(results));
process.exitCode = results.some(({ errorCount, warningCount }) => errorCount + warningCount > 0) ? 1 : 0;
