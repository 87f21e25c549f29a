import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Command } from 'commander';
import { cairnProgram } from '../run-cli.ts';
import type { CliContext } from './cli-context.ts';
import { ownCommand, fillInCommands } from './own-command.ts';

const byNpm = { env: { npm_lifecycle_event: 'cairn', INIT_CWD: process.cwd() } };
const data = { dataDir: '/data' };

test('tells npm the way where it was called from another directory', () => {
  const from = (startedIn: string) =>
    ownCommand({ env: { npm_lifecycle_event: 'cairn', INIT_CWD: startedIn } }, { dataDir: '/data' }, 'demo');

  expect(from(process.cwd())).toBe('npm run -s cairn -- --data-dir /data demo');
  expect(from(dirname(process.cwd()))).toBe(`npm --prefix ${process.cwd()} run -s cairn -- --data-dir /data demo`);
});

const installed = { env: {}, defaultDataDir: '/home/ada/.cairn' };
it('names the data folder only where the program would look elsewhere', () => {
  expect(ownCommand(installed, { dataDir: '/home/ada/.cairn' }, 'demo')).toBe('cairn demo');
  expect(ownCommand(installed, { dataDir: '/data' }, 'demo')).toBe('cairn --data-dir /data demo');
  expect(ownCommand({ env: {} }, { dataDir: '/home/ada/.cairn' }, 'demo')).toBe(
    'cairn --data-dir /home/ada/.cairn demo',
  );
});

it.each([
  ['npm start -- --data-dir /data', byNpm, data],
  ['npm start', byNpm, {}],
  ['npm start', byNpm, { url: 'https://cairn.example.org' }],
  ['cairn --data-dir /data start', { env: {} }, data],
])('starts a server by %s', (typed, started, options) => {
  expect(fillInCommands('Start one: {cairn start}', started, options)).toBe(`Start one: ${typed}`);
});

/** Command line with empty actions, so that only parsing is tested. */
function parser(): Command {
  const program = cairnProgram({
    ...{ env: {}, home: '/home', stdin: Readable.from([]), serverBundle: '', exitCode: 0 },
    ...{ stdout: { write: () => {} }, stderr: { write: () => {} }, interrupted: new AbortController().signal },
  } satisfies CliContext);
  const silence = (command: Command): void => {
    command.exitOverride().action(() => {});
    command.commands.forEach(silence);
  };
  program.commands.forEach(silence);
  return program;
}

const commandsOf = (): string[] => parser().commands.map((command) => command.name());

/** Values for placeholders that need a particular one; any word fits the others. */
const filled: Readonly<Record<string, string>> = {
  '${question.sources}': 'memories',
  '${optionsByMissingField[lacks]}': '--value=x',
  TIME: '2026-03-01',
  KIND: 'jsonl',
  COMMAND: 'doctor',
  '<command>': 'doctor',
};

/** Splits a command line like a shell. */
const wordsOf = (command: string): string[] =>
  [...command.replaceAll(/\$\{[^}]*\}/g, (gap) => filled[gap] ?? 'ID').matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(
    ([word, double, single]) => double ?? single ?? filled[word] ?? word,
  );

const root = join(import.meta.dirname, '../../../..');
const textsOf = (...patterns: string[]) =>
  globSync(patterns, { cwd: root })
    .filter((file) => !/\.test\.ts$|own-command\.ts$/.test(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const);
const sources = textsOf('apps/cli/src/**/*.ts');

const HINT = /\{cairn ((?:\$\{[^}]*\}|[^{}])+)\}|\bown\(\s*[`']((?:\$\{[^}]*\}|[^`'])+)[`']/g;
const hints = sources.flatMap(([file, text]) =>
  [...text.matchAll(HINT)].map(([, marked, called]) => [(marked ?? called)!, file] as const),
);

it.each(hints)('takes the hint "%s" of %s as a command', async (hint) => {
  await expect(parser().parseAsync(wordsOf(hint), { from: 'user' })).resolves.toBeDefined();
});

it('takes no hint of a command or an option that there is not', async () => {
  await expect(parser().parseAsync(['importing', 'jsonl', 'x'], { from: 'user' })).rejects.toThrow('unknown command');
  await expect(parser().parseAsync(['doctor', '--always'], { from: 'user' })).rejects.toThrow('unknown option');
});

it('has every command that it names in a text where it is written as it can be typed', () => {
  expect(hints.length).toBeGreaterThan(25);
  const bare = new RegExp(`\\bnpm (?:start|run)\\b|(?<!\\{)\\bcairn (?:${commandsOf().join('|')})\\b(?! failed)`);
  const found = sources.flatMap(([file, text]) =>
    text
      .split('\n')
      // Whoever installs the package first can type its command as it is.
      .filter((line) => !/^\s*(?:\/\*\*|\*|\/\/)|npm install -g/.test(line) && bare.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

/** Commands in Markdown: a line of a code block, or text between backticks. */
const WRITTEN =
  /^ *(?:npm run -s cairn --|npx @cairn-memory\/cairn|cairn) +(.+)$|`(?:npm run -s cairn --|cairn) ([^`]+)`/gm;
const written = textsOf('*.md', 'docs/**/*.md', 'examples/*.md').flatMap(([file, text]) =>
  [...text.matchAll(WRITTEN)].map(
    ([, line, code]) => [(line ?? code)!.replace(/ +#.*| +[|>&;].*|  .*/, ''), file] as const,
  ),
);

/** Prose may name a command without its arguments, and the help ends a parser. */
const isName = ({ code }: { code?: string }) => /missingArgument|optionMissingArgument|help/.test(code ?? '');

it.each(written)('takes "%s" of %s as a command', async (command) => {
  const parsed = parser().parseAsync(wordsOf(command), { from: 'user' });

  await expect(parsed.catch((error) => (isName(error) ? undefined : Promise.reject(error)))).resolves.not.toBeNull();
});
