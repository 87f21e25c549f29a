// Finds promises that nobody awaits, in all sources. The faults of tools/fixtures/promises prove that it would.
//   node tools/promises.ts [path ...]
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { root } from './common/program.ts';

const canaries = join(root, 'tools/fixtures/promises');
const paths = process.argv.slice(2);
const eslint = new ESLint({
  cwd: root,
  overrideConfigFile: join(root, 'eslint.promises.config.mjs'),
  // Directives name rules that only the other lint knows.
  allowInlineConfig: false,
});
const everything = ['apps', 'libs', 'bench', 'e2e', 'tools'];
const results = await eslint.lintFiles([canaries, ...(paths.length > 0 ? paths : everything)]);
const { canary = [], source = [] } = Object.groupBy(results, ({ filePath }) =>
  filePath.startsWith(canaries) ? 'canary' : 'source',
);

/** Faults that a canary names in comments at the ends of their lines. */
const marked = ({ filePath }: ESLint.LintResult): string[] =>
  readFileSync(filePath, 'utf8')
    .split('\n')
    .flatMap(
      (line, at) =>
        / \/\/ ([\w-]+)$/
          .exec(line)
          ?.slice(1)
          .map((rule) => `${filePath}:${at + 1} ${rule}`) ?? [],
    );
const found = ({ filePath, messages }: ESLint.LintResult): string[] =>
  messages.map(({ line, ruleId }) => `${filePath}:${line} ${ruleId?.split('/')[1]}`);

const expected = canary.flatMap(marked);
const refused = canary.flatMap(found);
const surprises = [
  ...expected.filter((fault) => !refused.includes(fault)).map((fault) => `let through ${fault}`),
  ...refused.filter((fault) => !expected.includes(fault)).map((fault) => `refused, but allowed: ${fault}`),
];
for (const surprise of surprises) process.stdout.write(`canary: ${surprise}\n`);

process.stdout.write(await (await eslint.loadFormatter('stylish')).format(source));
const holds = expected.length > 0 && surprises.length === 0;
if (holds) process.stdout.write(`canary: ${expected.length} forgotten promises refused\n`);
process.exitCode = holds && ESLint.getErrorResults(source).length === 0 ? 0 : 1;
