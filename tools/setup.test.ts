import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Clone with one package for running and one for tests, and an npm that records its calls. */
const lockfile = (version: string) => ({
  packages: {
    '': {},
    'node_modules/runs': { version },
    'node_modules/tests': { version: '1.0.0', dev: true },
    'node_modules/for-elsewhere': { version: '1.0.0', optional: true, os: ['aix'], cpu: ['ppc64'] },
  },
});

const goodNpm = `
const fs = require('node:fs');
if (process.argv[2] === '--version') { console.log('11.0.0'); process.exit(); }
fs.appendFileSync('calls', process.argv.slice(2).join(' ') + '\\n');
const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
const kept = Object.entries(packages).filter(([path, entry]) => path && !entry.optional && !(entry.dev && process.argv.includes('--omit=dev')));
setTimeout(() => {
  for (const [path] of kept) fs.mkdirSync(path, { recursive: true });
  fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages: Object.fromEntries(kept) }));
}, 200);
`;

const failingNpm = (words: string) => `
if (process.argv[2] === '--version') { console.log('10.9.0'); process.exit(); }
console.error(${JSON.stringify(words)});
process.exit(1);
`;

describe('setup', () => {
  let clone: string;

  beforeEach(async () => {
    clone = await mkdtemp(join(tmpdir(), 'cairn-clone-'));
    await mkdir(join(clone, 'tools'));
    await mkdir(join(clone, 'bin'));
    for (const file of ['setup.mjs', 'launch.mjs']) await copyFile(join(__dirname, file), join(clone, 'tools', file));
    await writeFile(join(clone, 'package-lock.json'), JSON.stringify(lockfile('1.0.0')));
    await putNpm(goodNpm);
  });

  afterEach(() => rm(clone, { recursive: true }));

  async function putNpm(program: string) {
    const path = join(clone, 'bin', 'npm');
    await writeFile(path, `#!${process.execPath}\n${program}`);
    await chmod(path, 0o755);
  }

  function setup(...args: string[]): Promise<{ exitCode: number; says: string; stdout: string }> {
    const env = { PATH: join(clone, 'bin') };
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [join(clone, 'tools/setup.mjs'), ...args],
        { cwd: clone, env },
        (error, stdout, says) => resolve({ exitCode: Number(error?.code ?? 0), says, stdout }),
      );
    });
  }

  const calls = async () => (await readFile(join(clone, 'calls'), 'utf8')).trim().split('\n');

  it('installs from the lockfile once, with scripts off and nothing on stdout', async () => {
    const { exitCode, stdout } = await setup();
    await setup();

    expect(exitCode).toBe(0);
    expect(stdout).toBe('');
    expect(await calls()).toEqual(['ci --ignore-scripts --no-audit --no-fund --include=dev']);
  });

  it('takes a full install as enough for running, but not the other way round', async () => {
    await setup('--production');
    await setup();
    await setup('--production');

    expect((await calls()).map((call) => call.includes('--omit=dev'))).toEqual([true, false]);
  });

  it('keeps of an install for running only what this system runs, and all of a full one', async () => {
    const [native, web] = ['node_modules/onnxruntime-node/bin/napi-v6', 'node_modules/onnxruntime-web/dist'];
    const [here, elsewhere] = [join(native, process.platform, process.arch), join(native, 'aix', 'ppc64')];
    const [used, unused, map] = [join(web, 'ort.node.min.mjs'), join(web, 'ort.webgl.js'), join(web, '..', 'a.js.map')];
    const putAll = async () => {
      for (const folder of [here, elsewhere, web]) await mkdir(join(clone, folder), { recursive: true });
      for (const file of [used, unused, map]) await writeFile(join(clone, file), '');
    };
    const present = () => [here, elsewhere, used, unused, map].map((path) => existsSync(join(clone, path)));

    await putAll();
    await setup('--production');
    const afterRunning = present();
    await putAll();
    await setup();

    expect(afterRunning).toEqual([true, false, true, false, false]);
    expect(present()).toEqual([true, true, true, true, true]);
  });

  it('installs again when the lockfile names another version', async () => {
    await setup();
    await writeFile(join(clone, 'package-lock.json'), JSON.stringify(lockfile('1.0.1')));
    await setup();

    expect(await calls()).toHaveLength(2);
  });

  it('installs again when a package is gone', async () => {
    await setup();
    await rm(join(clone, 'node_modules/runs'), { recursive: true });
    await setup();

    expect(await calls()).toHaveLength(2);
  });

  it('links a workspace that a newer version has added, and installs nothing for it', async () => {
    await setup();
    await mkdir(join(clone, 'libs/added'), { recursive: true });
    const { packages } = lockfile('1.0.0');
    const added = { 'node_modules/@cairn/added': { resolved: 'libs/added', link: true } };
    await writeFile(join(clone, 'package-lock.json'), JSON.stringify({ packages: { ...packages, ...added } }));
    const { exitCode } = await setup();

    expect(exitCode).toBe(0);
    expect(await realpath(join(clone, 'node_modules/@cairn/added'))).toBe(await realpath(join(clone, 'libs/added')));
    expect(await calls()).toHaveLength(1);
  });

  it('installs once when two start at the same time', async () => {
    const both = await Promise.all([setup(), setup()]);

    expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(await calls()).toHaveLength(1);
  });

  it.each([
    ['npm error code ECONNREFUSED', 3, 'registry cannot be reached'],
    ['npm error code ENOSPC', 4, 'disk is full'],
    ['npm error Missing: runs@1.0.0 from lock file', 5, 'does not fit package.json'],
    ['npm error something else', 1, 'install failed'],
  ])('says what to do about %s', async (words, exitCode, sentence) => {
    await putNpm(failingNpm(words));

    const ended = await setup();

    expect(ended.exitCode).toBe(exitCode);
    expect(ended.says).toContain(sentence);
    expect(ended.says).toContain(words);
  });

  it('refuses an npm that is too old', async () => {
    await putNpm(`console.log('9.8.1');`);

    const ended = await setup();

    expect(ended.exitCode).toBe(2);
    expect(ended.says).toContain('npm 9.8.1 is too old');
  });

  it('asks for npm when there is none', async () => {
    await rm(join(clone, 'bin', 'npm'));

    const ended = await setup();

    expect(ended.exitCode).toBe(2);
    expect(ended.says).toContain('npm is not on the PATH');
  });
});
