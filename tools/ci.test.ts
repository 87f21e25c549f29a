import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { killGroup, root } from './common/program.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-ci-'));
  mkdirSync(join(folder, '.ci'));
  copyFileSync(join(root, '.ci/run'), join(folder, '.ci/run'));
  script('tools/servers/install.sh', '');
});
afterEach(() => rmSync(folder, { recursive: true }));

function script(path: string, lines: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), `#!/usr/bin/env bash\n${lines}\n`, { mode: 0o755 });
}

/** Starts `.ci/run` with a program in the place of npm. */
function start(npm: string) {
  script('bin/npm', npm);
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
  const child = spawn(join(folder, '.ci/run'), { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()));
  return { child, output: () => output };
}

it('ends with a line of the result though the packages could not be installed', async () => {
  const { child, output } = start('exit 1');

  expect(await once(child, 'close')).toEqual([1, null]);
  expect(output()).toMatch(/\n0 passed, 1 failed, 0 skipped\n$/);
});

it('leaves no checks running when it is ended', async () => {
  const { child } = start(`case "$*" in
    *verify*) echo $$ >checks.new; mv checks.new checks; exec sleep 60 ;;
    test*) while [ ! -e checks ]; do sleep 0.05; done; touch tests; exec sleep 60 ;;
  esac`);
  while (!existsSync(join(folder, 'tests'))) await sleep(20);
  const checks = Number(readFileSync(join(folder, 'checks'), 'utf8'));
  process.kill(child.pid!, 'SIGTERM');
  await once(child, 'exit');
  const isGone = await untilGone(checks);
  for (const pid of [checks, child.pid]) killGroup(pid);

  expect(isGone).toBe(true);
});

/** Tells whether the process ends within a few seconds. */
async function untilGone(pid: number): Promise<boolean> {
  for (let looks = 0; looks < 100; looks++) {
    if (!existsSync(`/proc/${pid}`)) return true;
    await sleep(50);
  }
  return false;
}
