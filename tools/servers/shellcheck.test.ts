import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../common/program.ts';
import { git } from '../rooms.ts';
import { isProgram, linter } from './machine.ts';

const isThere = isProgram(linter('shellcheck'));
const skipped = isThere ? '' : ' [skipped: needs shellcheck]';

/** Faults that shellcheck finds in a script of bash, such as `SC2086 in line 3`. */
function faultsIn(script: string): string[] {
  const args = ['--shell', 'bash', '--severity', 'style', '--format', 'json', '-'];
  const { stdout } = spawnSync(linter('shellcheck'), args, { input: script, encoding: 'utf8' });
  const found = JSON.parse(stdout) as { readonly code: number; readonly line: number }[];
  return found.map(({ code, line }) => `SC${code} in line ${line}`);
}

(isThere ? it : it.skip)(`shellcheck finds nothing in the scripts of the repository${skipped}`, () => {
  const scripts = git('grep', '-lE', '^#!.*(ba)?sh$').filter((file) => !/\.(?:ts|mjs|md)$/.test(file));

  expect(scripts).toEqual(expect.arrayContaining(['.ci/run', 'tools/servers/install.sh']));
  for (const file of scripts) expect([file, ...faultsIn(readFileSync(join(root, file), 'utf8'))]).toEqual([file]);
  expect(faultsIn('rm -r $1\n')).toEqual(['SC2086 in line 1']);
});
