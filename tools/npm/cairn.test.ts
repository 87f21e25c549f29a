import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-launcher-'));
  for (const part of ['bin', 'dist', 'path']) mkdirSync(join(folder, part));
  copyFileSync(join(__dirname, 'cairn.mjs'), join(folder, 'bin', 'cairn.mjs'));
  writeFileSync(
    join(folder, 'dist', 'cli.mjs'),
    'process.exitCode = process.argv.length; console.log(process.argv[2]);',
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

function cairn(needed: string) {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: '@s/cairn', engines: { node: needed } }));
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'bin', 'cairn.mjs'), 'demo'], {
    env: { PATH: join(folder, 'path') },
    encoding: 'utf8',
  });
  return { status, stdout: stdout.trim(), stderr: stderr.trim() };
}

/** Puts a Node on the PATH that calls itself by a version, and prints what it is asked to run. */
function putNode(version: string) {
  const path = join(folder, 'path', 'node');
  writeFileSync(path, `#!/bin/sh\n[ "$1" = --version ] && echo ${version} && exit\necho "ran $2"\nexit 7\n`);
  chmodSync(path, 0o755);
}

it('becomes the command line under its own Node where that is new enough', () => {
  expect(cairn('>=20.0')).toEqual({ status: 3, stdout: 'demo', stderr: '' });
});

it('runs under a newer Node of the PATH, and ends with its exit code', () => {
  putNode('v99.2.0');

  expect(cairn('>=99.1')).toEqual({ status: 7, stdout: 'ran demo', stderr: '' });
});

it('says in one sentence what is missing where no Node is new enough', () => {
  putNode('v98.9.0');

  const { status, stderr } = cairn('>=99.1');

  expect(status).toBe(2);
  expect(stderr).toContain(`Cairn needs Node 99.1 or newer; this is ${process.versions.node}`);
  expect(stderr.split('\n')).toHaveLength(1);
});
