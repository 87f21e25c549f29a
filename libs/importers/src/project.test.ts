import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { projectOf } from './project.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cairn-project-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (...path: string[]): string => join(root, ...path);
const aFolder = (...path: string[]): string => {
  mkdirSync(at(...path), { recursive: true });
  return at(...path);
};
const aFile = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};
const remote = (url: string): string => `[core]\n\tbare = false\n[remote "origin"]\n\turl = ${url}\n`;

it('is that of the remote in the whole checkout, in lower case and without what is secret', async () => {
  aFile('pay/.git/config', remote('https://ada:s3cret@git.example.com/Acme/Billing.git'));

  expect(await projectOf(aFolder('pay'))).toBe('acme/billing');
  expect(await projectOf(aFolder('pay', 'src', 'deep'))).toBe('acme/billing');
});

it('is that of the repository in a worktree', async () => {
  aFile('pay/.git/config', remote('git@git.example.com:acme/billing.git'));
  aFile('pay/.git/worktrees/fix/commondir', '../..\n');
  aFile('fix/.git', `gitdir: ${at('pay/.git/worktrees/fix')}\n`);

  expect(await projectOf(aFolder('fix', 'src'))).toBe('acme/billing');
});

it('is that of the folder of the main checkout without a remote, also in a worktree', async () => {
  aFile('Pay/.git/config', '[core]\n');
  aFile('Pay/.git/worktrees/fix/commondir', '../..\n');
  aFile('fix/.git', `gitdir: ${at('Pay/.git/worktrees/fix')}\n`);

  expect(await projectOf(aFolder('Pay', 'src'))).toBe('pay');
  expect(await projectOf(aFolder('fix'))).toBe('pay');
});

it('is its own in a submodule', async () => {
  aFile('pay/.git/config', remote('git@git.example.com:acme/billing.git'));
  aFile('pay/.git/modules/lib/config', remote('git@git.example.com:acme/lib.git'));
  aFile('pay/lib/.git', 'gitdir: ../.git/modules/lib\n');

  expect(await projectOf(aFolder('pay', 'lib', 'src'))).toBe('acme/lib');
});

it('is unknown outside of checkouts', async () => {
  expect(await projectOf(aFolder('notes'))).toBeUndefined();
});
