import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../common/program.ts';
import { git } from '../rooms.ts';
import { commandFaults, hintFaults } from './commands.ts';

const faultsIn = (faultsOf: (file: string, text: string) => string[], ...patterns: string[]): string[] =>
  git('ls-files', '--', ...patterns).flatMap((file) => faultsOf(file, readFileSync(join(root, file), 'utf8')));

it('finds each command of Cairn, with its options and arguments, that a page tells a reader to type', () => {
  expect(faultsIn(commandFaults, '*.md', ':!bench/data', ':!**/fixtures/**')).toEqual([]);
});

it('finds each command of Cairn that a message of the program, or a comment, names', () => {
  expect(faultsIn(hintFaults, 'apps/*.ts', 'apps/*.tsx', 'libs/*.ts', 'tools/*.ts', ':!*.test.ts')).toEqual([]);
});

it.each([
  [
    'a command that does not exist',
    '`cairn recal x`',
    "a.md: cairn recal x: error: unknown command 'recal'\n(Did you mean recall?)",
  ],
  ['a command of a group', '`cairn keys lst`', expect.stringMatching('keys has no "lst"; there are: list, ')],
  ['an option', '`cairn keys list --al`', expect.stringMatching("unknown option '--al'")],
  ['a value', '`cairn invite Bob --role boss`', expect.stringMatching("argument 'boss' is invalid")],
  ['an argument too many', '    cairn verify all', expect.stringMatching('too many arguments')],
  [
    'a missing argument of a line to type',
    '```\ncairn join\n```',
    expect.stringMatching("missing required argument 'link'"),
  ],
  [
    'the second command of a line',
    '```\nnpx @cairn-memory/cairn start && npm run -s cairn -- strt\n```',
    expect.stringMatching('Did you mean start'),
  ],
])('reports %s', (_, text, fault) => {
  expect(commandFaults('a.md', text)).toEqual([fault]);
});

it.each([
  '`cairn join` without its link',
  '`cairn forget --source` without a name',
  '`recall x`',
  '`cairn help backup`',
])('accepts %s in a sentence', (text) => expect(commandFaults('a.md', text)).toEqual([]));

it('reports a hint with a command that does not exist, and reads over its values', () => {
  const text = 'const a = `{cairn recal ${id}}`; // `cairn keys lst`';

  expect(hintFaults('a.ts', '`{cairn keys revoke ${id}}`')).toEqual([]);
  expect(hintFaults('a.ts', text)).toEqual([expect.stringMatching('recal'), expect.stringMatching('lst')]);
});
