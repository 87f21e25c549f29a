// Counts the lines of code of each room (see rooms.ts), without blank lines and comments, lists the longest functions, and finds cycles of imports.
//   --commit REF   also lists the files that one commit touched, by room
//   --graph        also lists every import between rooms
// Exits with 1 if there is a cycle or a forbidden import.
import { parseArgs } from 'node:util';
import ts from 'typescript';
import { git, House, isTest } from './rooms.ts';

interface Parsed {
  readonly path: string;
  readonly tree: ts.SourceFile;
}

const longestShown = 15;
const kinds = ['product', 'tests', 'tools', 'bench'] as const;
const help = 'npm run house -- [--commit REF] [--graph]\n';

const count = (lines: number) => lines.toLocaleString('en-US').padStart(7);
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const print = (title: string, lines: readonly string[]) =>
  process.stdout.write(`\n${title}\n${lines.map((line) => `  ${line}\n`).join('') || '  none\n'}`);

const kindOf = (path: string): (typeof kinds)[number] => {
  if (isTest(path)) return 'tests';
  return path.startsWith('bench/') ? 'bench' : /^(apps|libs)\//.test(path) ? 'product' : 'tools';
};

function functionsOf({ path, tree }: Parsed): { readonly name: string; readonly lines: number }[] {
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

/** Counts the lines on which a token stands. */
function linesOfCode(tree: ts.SourceFile): number {
  const lines = new Set<number>();
  const lineOf = (position: number) => tree.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    const children = node.getChildren(tree).filter((child) => !ts.isJSDoc(child));
    if (children.length > 0) return children.forEach(visit);
    if (node.getWidth(tree) === 0) return;
    for (let line = lineOf(node.getStart(tree)); line <= lineOf(node.end - 1); line += 1) lines.add(line);
  };
  visit(tree);
  return lines.size;
}

const { values } = parseArgs({
  options: { commit: { type: 'string' }, graph: { type: 'boolean' }, help: { type: 'boolean' } },
});
if (values.help) {
  process.stdout.write(help);
  process.exit();
}

const house = House.read();
const sources = house.sources.map(({ path, text }): Parsed => ({
  path,
  tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
}));
const paths = sources.map(({ path }) => path);
const lines = new Map(sources.map(({ path, tree }) => [path, linesOfCode(tree)]));
const linesOf = (path: string) => lines.get(path) ?? 0;
const room = (path: string) => house.room(path);

const row = (cells: readonly number[], name: string) => `${cells.map(count).join('')}  ${name}`;
const sums = (some: readonly string[]) =>
  kinds.map((kind) => sum(some.filter((path) => kindOf(path) === kind).map(linesOf)));
const rooms = Object.entries(Object.groupBy(paths, room)).map(([name, files = []]) => ({ name, cells: sums(files) }));
rooms.sort((a, b) => sum(b.cells) - sum(a.cells));
print(`Lines of code: ${kinds.join(', ')}`, [
  row(sums(paths), 'all'),
  ...rooms.map(({ name, cells }) => row(cells, name)),
]);

const longest = sources.filter(({ path }) => kindOf(path) === 'product').flatMap(functionsOf);
longest.sort((a, b) => b.lines - a.lines);
print(
  'Longest functions of the product',
  longest.slice(0, longestShown).map(({ name, lines }) => `${count(lines)}  ${name}`),
);

if (values.graph)
  print('Arrows between rooms', [...new Set(house.between.map(({ from, to }) => `${from} -> ${to}`))].sort());
const { circles, upward } = house;
print('Circles of files and rooms', circles);
print('Arrows that run up', upward);

if (values.commit) {
  const touched = git('show', '--format=', '--name-only', values.commit);
  const byRoom = Object.entries(Object.groupBy(touched, room)).map(([name, files = []]) => row([files.length], name));
  print(`Files that ${values.commit} touched: ${touched.length}`, byRoom);
}
process.exitCode = circles.length + upward.length > 0 ? 1 : 0;
