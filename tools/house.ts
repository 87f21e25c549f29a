// Counts the lines of each room, lists the longest functions, and looks for circles among the imports.
//   --commit REF   also the files that one commit touched, by room
//   --graph        also every arrow between rooms
// Exits with 1 where a circle or an arrow that runs up exists.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { circlesOf } from './circles.ts';
import { dependencyRules, inTestsAlso } from './dependency-rule.ts';
import { root } from './common/program.ts';

interface Project {
  readonly folder: string;
  readonly type: string;
  readonly exports: ReadonlyMap<string, string>;
}
interface Source {
  readonly path: string;
  readonly tree: ts.SourceFile;
}
interface Arrow {
  readonly from: string;
  readonly to: string;
}
interface Manifest {
  readonly name: string;
  readonly exports?: string | Readonly<Record<string, string>>;
  readonly nx?: { readonly tags?: readonly string[] };
}

const longestShown = 15;
const kinds = ['product', 'tests', 'tools', 'bench'] as const;
const help = 'npm run house -- [--commit REF] [--graph]\n';

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const count = (lines: number) => lines.toLocaleString('en-US').padStart(7);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const print = (title: string, lines: readonly string[]) =>
  process.stdout.write(`\n${title}\n${lines.map((line) => `  ${line}\n`).join('') || '  none\n'}`);

const isTest = (path: string) => /\.(test|contract|fixture)\.ts$|^e2e\/|^libs\/testing\//.test(path);
const kindOf = (path: string): (typeof kinds)[number] => {
  if (isTest(path)) return 'tests';
  return path.startsWith('bench/') ? 'bench' : /^(apps|libs)\//.test(path) ? 'product' : 'tools';
};

function projectOf(path: string, projects: readonly Project[]): Project | undefined {
  return projects.find(({ folder }) => path.startsWith(`${folder}/`));
}

/** The folder right below `src` of a project. What lies in `src` itself is the room of the project's name, but for its front doors. */
function roomOf(path: string, projects: readonly Project[]): string {
  const project = projectOf(path, projects);
  const folder = project?.folder ?? path.split('/')[0] ?? '';
  const [first, ...others] = path
    .slice(folder.length + 1)
    .replace(/^src\//, '')
    .split('/');
  if (others.length > 0) return `${folder}/${first}`;
  return project && /^(index|main)\.ts$/.test(first ?? '') ? `${folder} (front)` : folder;
}

function readProject(path: string): Project {
  const { exports = {}, nx } = JSON.parse(read(path)) as Manifest;
  const folder = dirname(path);
  const entries = Object.entries(typeof exports === 'string' ? { '.': exports } : exports);
  const type = nx?.tags?.find((tag) => tag.startsWith('type:'))?.slice('type:'.length) ?? 'tools';
  return { folder, type, exports: new Map(entries.map(([name, target]) => [name, join(folder, target)])) };
}

function importsOf({ tree }: Source): string[] {
  const named: string[] = [];
  const visit = (node: ts.Node): void => {
    const isImport = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
    const specifier = isImport ? node.moduleSpecifier : isDynamicImport(node) ? node.arguments[0] : undefined;
    if (specifier && ts.isStringLiteral(specifier)) named.push(specifier.text);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return named;
}

const isDynamicImport = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;

function fileOf(specifier: string, from: string, byName: ReadonlyMap<string, Project>): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  const [scope, name, ...rest] = specifier.split('/');
  return byName.get(`${scope}/${name}`)?.exports.get(rest.length > 0 ? `./${rest.join('/')}` : '.');
}

function functionsOf({ path, tree }: Source): { readonly name: string; readonly lines: number }[] {
  const found: { name: string; lines: number }[] = [];
  const lineOf = (position: number) => tree.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const start = node.getStart(tree);
      const named = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : undefined);
      const lines = lineOf(node.end) - lineOf(start) + 1;
      found.push({ name: `${path}:${lineOf(start) + 1} ${named?.getText(tree) ?? 'without a name'}`, lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Why an arrow runs up, if it does: what the dependency rule refuses, and a project that imports itself by its front door. */
function runsUp({ from, to }: Arrow, projects: readonly Project[]): boolean {
  const importer = projectOf(from, projects);
  const imported = projectOf(to, projects);
  if (!importer || !imported) return false;
  if (importer === imported)
    return [...imported.exports.values()].includes(to) && to.endsWith('/index.ts') && !isTest(from);
  const rule = dependencyRules.find(({ type }) => type === importer.type);
  const may: readonly string[] = [...(rule?.may ?? []), ...(isTest(from) ? inTestsAlso : [])];
  return importer.type !== imported.type && !may.includes(imported.type);
}

const { values } = parseArgs({
  options: { commit: { type: 'string' }, graph: { type: 'boolean' }, help: { type: 'boolean' } },
});
if (values.help) {
  process.stdout.write(help);
  process.exit();
}

const manifests = git('ls-files', '*package.json').filter((path) => /^(apps|libs|bench|e2e)\//.test(path));
const byName = new Map(manifests.map((path) => [(JSON.parse(read(path)) as Manifest).name, readProject(path)]));
const projects = [...byName.values()];
const paths = git('ls-files', '*.ts', '*.mjs').filter(
  (path) => !path.startsWith('tools/fixtures/') && existsSync(join(root, path)),
);
const sources = paths.map((path) => ({
  path,
  tree: ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true),
}));
const lines = new Map(sources.map(({ path, tree }) => [path, tree.getLineStarts().length - 1]));
const linesOf = (path: string) => lines.get(path) ?? 0;
const room = (path: string) => roomOf(path, projects);

const row = (cells: readonly number[], name: string) => `${cells.map(count).join('')}  ${name}`;
const sums = (some: readonly string[]) =>
  kinds.map((kind) => sum(some.filter((path) => kindOf(path) === kind).map(linesOf)));
const rooms = Object.entries(Object.groupBy(paths, room)).map(([name, files = []]) => ({ name, cells: sums(files) }));
rooms.sort((a, b) => sum(b.cells) - sum(a.cells));
print(`Lines: ${kinds.join(', ')}`, [row(sums(paths), 'all'), ...rooms.map(({ name, cells }) => row(cells, name))]);

const longest = sources.filter(({ path }) => kindOf(path) === 'product').flatMap(functionsOf);
longest.sort((a, b) => b.lines - a.lines);
print(
  'Longest functions of the product',
  longest.slice(0, longestShown).map(({ name, lines }) => `${count(lines)}  ${name}`),
);

const arrows = sources.flatMap((source) =>
  importsOf(source).flatMap((name): Arrow[] => {
    const to = fileOf(name, source.path, byName);
    return to && lines.has(to) ? [{ from: source.path, to }] : [];
  }),
);
const ofProduct = arrows.filter(({ from }) => !isTest(from));
const between = ofProduct
  .map(({ from, to }) => ({ from: room(from), to: room(to) }))
  .filter(({ from, to }) => from !== to);
if (values.graph) print('Arrows between rooms', [...new Set(between.map(({ from, to }) => `${from} -> ${to}`))].sort());
const circles = [...circlesOf(ofProduct), ...circlesOf(between)];
print(
  'Circles of files and rooms',
  circles.map((circle) => circle.join(' <-> ')),
);
const upward = arrows.filter((arrow) => runsUp(arrow, projects));
print(
  'Arrows that run up',
  upward.map(({ from, to }) => `${from} -> ${to}`),
);

if (values.commit) {
  const touched = git('show', '--format=', '--name-only', values.commit);
  const byRoom = Object.entries(Object.groupBy(touched, room)).map(([name, files = []]) => row([files.length], name));
  print(`Files that ${values.commit} touched: ${touched.length}`, byRoom);
}
process.exitCode = circles.length + upward.length > 0 ? 1 : 0;
