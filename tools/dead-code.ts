// Finds exports, files and dependencies that nobody uses (knip.jsonc). The dead code of tools/fixtures/dead-code proves that it would.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runProgram } from './common/program.ts';

/** An unused name, by the kind that knip gives it. */
interface Dead {
  readonly kind: string;
  readonly file: string;
  readonly name: string;
}
/** One file in knip's report, with a list for each kind. */
type Reported = { readonly file: string } & Readonly<Record<string, readonly { readonly name: string }[]>>;

const knip = ['tools/knip/node_modules/knip/bin/knip.js', '--reporter', 'json', '--no-progress', '--no-config-hints'];
const { output } = await runProgram(knip, { timeoutMs: 300_000 });
const report = /^\{"issues".*$/m.exec(output)?.[0];
if (!report) throw new Error(`knip gives no report:\n${output}`);
const { issues } = JSON.parse(report) as { issues: readonly Reported[] };

const deadIn = ({ file, ...kinds }: Reported): Dead[] =>
  Object.entries(kinds).flatMap(([kind, names]) =>
    (names as readonly { name: string }[]).map(({ name }) => ({ kind, file, name })),
  );

/** A schema and its type share a name, and TypeScript exports both or neither. The type is used if knip does not name it. */
const isSchemaOfType = ({ kind, file, name }: Dead): boolean =>
  kind === 'exports' && new RegExp(`^export type ${name}\\b`, 'm').test(readFileSync(join(root, file), 'utf8'));

const dead = issues.flatMap(deadIn);
const line = ({ kind, file, name }: Dead) => `${kind} ${file} ${name}`;
const canaries = [
  'files tools/fixtures/dead-code/orphan.ts tools/fixtures/dead-code/orphan.ts',
  'exports tools/fixtures/dead-code/part.ts unused',
  'types tools/fixtures/dead-code/part.ts UnusedType',
];
const found = dead.filter((one) => !isSchemaOfType(one)).map(line);
const problems = [
  ...found.filter((one) => !canaries.includes(one)).map((one) => `unused ${one}`),
  ...canaries.filter((one) => !found.includes(one)).map((one) => `canary: let through ${one}`),
];
for (const problem of problems) process.stdout.write(`${problem}\n`);
if (problems.length === 0) process.stdout.write(`canary: ${canaries.length} unused things refused\n`);
process.exitCode = problems.length > 0 ? 1 : 0;
