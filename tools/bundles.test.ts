import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { git } from './rooms.ts';

const node = (args: readonly string[]) =>
  promisify(execFile)(process.execPath, ['--no-warnings', ...args], { cwd: root });
const root = join(__dirname, '..');
const fixture = join(__dirname, 'fixtures', 'bundles');

const bundleInto = (outDir: string) =>
  node([
    '--input-type=module',
    '--eval',
    `import { rolldown } from 'rolldown';
     import { bundles } from './rolldown.config.mjs';
     const config = bundles({ folder: ${JSON.stringify(fixture)}, outDir: ${JSON.stringify(outDir)} });
     await (await rolldown(config)).write(config.output);`,
  ]);

describe('bundles', () => {
  let outDir: string;

  beforeAll(async () => {
    outDir = await mkdtemp(join(__dirname, '.bundles-'));
    await bundleInto(outDir);
  });

  afterAll(() => rm(outDir, { recursive: true }));

  it('lie flat beside their workers and files', async () => {
    const files = await readdir(outDir);

    expect(files).toEqual(expect.arrayContaining(['tiny.mjs', 'other.mjs', 'answer.worker.mjs', 'words.txt']));
  });

  it('inject by class, start their workers, find their files and keep class names', async () => {
    const { stdout } = await node([join(outDir, 'tiny.mjs')]);

    expect(JSON.parse(stdout)).toEqual({
      greeting: 'injected by its class',
      asset: 'taken along',
      name: 'tiny',
      answer: 'from a worker thread',
      className: 'Door',
    });
  });

  it('are small in memory: ASCII without comments, and maps without the sources', async () => {
    const files = (await readdir(outDir)).filter((name) => /\.mjs(?:\.map)?$/.test(name));
    const texts = await Promise.all(files.map((name) => readFile(join(outDir, name), 'utf8')));
    const [maps, programs] = [
      texts.filter((text) => text.startsWith('{')),
      texts.filter((text) => !text.startsWith('{')),
    ];

    expect(programs.filter((text) => /[^\x00-\x7f]|^\s*\/\*\*/m.test(text))).toEqual([]);
    expect(maps.map((text) => Object.keys(JSON.parse(text)))).not.toContainEqual(
      expect.arrayContaining(['sourcesContent']),
    );
  });

  it('share code in chunks whose relative addresses still hold', async () => {
    const { stdout } = await node([join(outDir, 'other.mjs')]);

    expect(stdout.trim()).toBe('taken along');
  });
});

it('are never made anew by a program of a test while another may run them', () => {
  const calls = git('grep', '-hE', `'tools/build\\.mjs', '--quiet'`, 'e2e/*.ts', 'tools/*.ts');

  expect(calls.length).toBeGreaterThan(2);
  expect(calls.filter((line) => !line.includes('--unless-fresh'))).toEqual([]);
});
