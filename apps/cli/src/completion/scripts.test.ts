import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { cairnProgram } from '../run-cli.ts';
import { completionScripts, shells, type Shell } from './scripts.ts';

const dir = mkdtempSync(join(tmpdir(), 'cairn-completion-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const context = {
  ...{ env: {}, home: dir, serverBundle: '', exitCode: 0, interrupted: new AbortController().signal },
  ...{ stdin: Readable.from([]), stdout: { write: () => true }, stderr: { write: () => true } },
};
const program = cairnProgram(context);

/** Programs that complete a line with the script of a shell, and print each completion in a line of its own. */
const drivers: Readonly<Record<Shell, (file: string, line: string) => string>> = {
  bash: (file, line) =>
    `source '${file}'; COMP_WORDS=(${quoted(line)}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _cairn; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: (file, line) =>
    `compdef() { }; compadd() { shift; print -l -- $@ }; _files() { }; _describe() { print -l -- \${\${(P)@[-1]}%%:*} }
     source '${file}'; words=(${quoted(line)}); CURRENT=$#words; _cairn`,
  fish: (file, line) => `source '${file}'; complete -C '${line}'`,
};
const quoted = (line: string) =>
  line
    .split(' ')
    .map((word) => `'${word}'`)
    .join(' ');
const isHere = (shell: Shell) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

describe.each(shells)('in %s', (shell) => {
  const file = join(dir, `cairn.${shell}`);
  writeFileSync(file, completionScripts[shell](program));

  function completionsOf(line: string): string[] {
    const { stdout, stderr } = spawnSync(shell, ['-c', drivers[shell](file, line)], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: dir },
    });
    expect(stderr).toBe('');
    const last = line.split(' ').at(-1) ?? '';
    const words = stdout.split('\n').map((text) => text.split('\t', 1)[0]!);
    return words.filter((word) => word !== '' && word.startsWith(last)).sort();
  }

  const test = isHere(shell) ? it : it.skip;
  test.each([
    ['cairn rec', ['recall', 'recall-limit', 'recent']],
    ['cairn keys r', ['revoke', 'rotate']],
    ['cairn --url http://x keys c', ['create']],
    ['cairn recall --exp', ['--explain']],
    ['cairn keys create --rol', ['--role']],
    ['cairn keys create --js', ['--json']],
    ['cairn recall --mode de', ['decision']],
    ['cairn completion f', ['fish']],
    ['cairn keys create --expires', ['--expires']],
  ])(isHere(shell) ? 'completes %j' : `completes %j [skipped: needs ${shell}]`, (line, words) => {
    expect(completionsOf(line)).toEqual(words);
  });
});
