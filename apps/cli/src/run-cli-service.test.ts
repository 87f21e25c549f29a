import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cairn, dir, keyFile, url } from './running-cli.fixture.ts';

const path = process.env['PATH'];
afterEach(() => (process.env['PATH'] = path));

/** Puts a systemctl before the one of this machine. */
function withSystemctl(script: string): void {
  mkdirSync(join(dir, 'bin'));
  writeFileSync(join(dir, 'bin', 'systemctl'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  process.env['PATH'] = `${join(dir, 'bin')}:${path}`;
}

const isLinux = process.platform === 'linux';

(isLinux ? describe : describe.skip)(`the service on Linux${isLinux ? '' : ' [skipped: needs systemd]'}`, () => {
  test('says what to do where no systemd of the account runs', async () => {
    withSystemctl('echo "Failed to connect to bus: No medium found" >&2; exit 1');

    const { code, err } = await cairn(['service', 'install', '--yes']);

    expect(code).toBe(1);
    expect(err).toContain('Failed to connect to bus');
    expect(err).toMatch(/is written\. If no systemd .*: cairn .*start, or as root cairn .*service install --system/);
  });

  test('tells a server that something else started from the service, which does not run', async () => {
    withSystemctl('exit 3');
    keyFile();
    await cairn(['service', 'install', '--yes']);

    const { out } = await cairn(['service', 'status']);

    expect(out).toContain(`the service does not run\na server answers at ${url}, which something else started\n`);
  });
});
