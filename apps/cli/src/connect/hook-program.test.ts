import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hookProgramOf, keepHookProgram } from './hook-program.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cairn-hook-program-'));
  mkdirSync(join(home, 'dist'));
  for (const file of ['hook.mjs', 'chunk-hook-send-1.mjs', 'cli.mjs']) writeFileSync(join(home, 'dist', file), '');
});
afterEach(() => rmSync(home, { recursive: true }));

const startedBy = (env: Record<string, string>) => ({
  ...{ env, home, serverBundle: join(home, 'dist', 'all-in-one.mjs') },
  startedBy: { program: 'node', script: '/cache/_npx/1/node_modules/.bin/cairn' },
});

it('keeps the hook where no cache is emptied, if npx started the program', async () => {
  const byNpx = startedBy({ npm_lifecycle_event: 'npx' });
  await keepHookProgram(byNpx);

  expect(hookProgramOf(byNpx)).toBe(join(home, '.cairn', 'bin', 'hook.mjs'));
  expect(readdirSync(join(home, '.cairn', 'bin')).sort()).toEqual(['chunk-hook-send-1.mjs', 'hook.mjs']);
});

it('takes the hook of an installed program where it is', async () => {
  const installed = startedBy({});
  await keepHookProgram(installed);

  expect(hookProgramOf(installed)).toBe(join(home, 'dist', 'hook.mjs'));
  expect(existsSync(join(home, '.cairn'))).toBe(false);
});
