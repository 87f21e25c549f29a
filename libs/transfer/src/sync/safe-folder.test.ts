import {
  appendFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { FileChangedError, hashOf, SafeFolder } from './safe-folder.ts';

let dir: string;
let root: string;
let folder: SafeFolder;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'cairn-safe-'));
  root = join(dir, 'root');
  mkdirSync(root);
  folder = new SafeFolder(root);
});
afterEach(() => {
  folder.close();
  rmSync(dir, { recursive: true, force: true });
});

const bytes = (text: string) => Buffer.from(text);
const hash = (text: string) => hashOf(bytes(text));

test('writes, reads and removes what is expected, and nothing that somebody else wrote', () => {
  folder.write('a/b.md', bytes('one'), undefined, 'a/b.rescue.md');
  expect(folder.read('a/b.md')?.bytes.toString()).toBe('one');
  expect(() => folder.write('a/b.md', bytes('two'), undefined, 'a/b.rescue.md')).toThrow(FileChangedError);

  writeFileSync(join(root, 'a/b.md'), 'edited');
  expect(() => folder.write('a/b.md', bytes('two'), hash('one'), 'a/b.rescue.md')).toThrow(FileChangedError);
  expect(() => folder.remove('a/b.md', hash('one'), 'a/b.rescue.md')).toThrow(FileChangedError);
  expect(readFileSync(join(root, 'a/b.md'), 'utf8')).toBe('edited');

  folder.write('a/b.md', bytes('two'), hash('edited'), 'a/b.rescue.md');
  folder.remove('a/b.md', hash('two'), 'a/b.rescue.md');
  expect(readdirSync(join(root, 'a'))).toEqual([]);
});

test('keeps what somebody writes into a file while it is replaced', () => {
  writeFileSync(join(root, 'a.md'), 'one');
  linkSync(join(root, 'a.md'), join(dir, 'writer'));
  const original = folder.read.bind(folder);
  expect(original('a.md')?.bytes.toString()).toBe('one');
  appendFileSync(join(dir, 'writer'), ' and more');

  expect(() => folder.write('a.md', bytes('two'), hash('one'), 'a.rescue.md')).toThrow(FileChangedError);
  expect(readFileSync(join(root, 'a.md'), 'utf8')).toBe('one and more');
});

test('follows no link, neither of a file nor of a folder', () => {
  mkdirSync(join(dir, 'outside'));
  writeFileSync(join(dir, 'outside/secret.md'), 'CANARY');
  symlinkSync(join(dir, 'outside'), join(root, 'linked'));
  symlinkSync(join(dir, 'outside/secret.md'), join(root, 'secret.md'));

  expect(folder.entries('linked')).toEqual([]);
  expect([folder.read('linked/secret.md'), folder.read('secret.md'), folder.mark('secret.md')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(() => folder.write('linked/new.md', bytes('x'), undefined, 'linked/r.md')).toThrow();
  expect(() => folder.write('secret.md', bytes('x'), undefined, 'r.md')).toThrow(FileChangedError);
  expect(() => folder.openForAppend('secret.md')).toThrow();
  expect(readFileSync(join(dir, 'outside/secret.md'), 'utf8')).toBe('CANARY');
  expect(readdirSync(join(dir, 'outside'))).toEqual(['secret.md']);
});

test('says when another folder took its place', () => {
  expect(folder.isInPlace()).toBe(true);
  renameSync(root, join(dir, 'moved'));
  expect(folder.isInPlace()).toBe(false);
  mkdirSync(root);
  expect(folder.isInPlace()).toBe(false);
});

/** Worker that swaps a folder and a file for links to the outside and back, as fast as it can. */
const SWAPPER = `
  const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
  const { workerData: { root, outside, swaps } } = require('node:worker_threads');
  const pairs = [['m', outside], ['m.md', outside + '/x.md']];
  while (Atomics.load(swaps, 1) === 0)
    for (const [name, target] of pairs) {
      const own = root + '/' + name;
      try {
        symlinkSync(target, own + '.link');
        renameSync(own, own + '.own');
        renameSync(own + '.link', own);
        unlinkSync(own);
        renameSync(own + '.own', own);
      } catch { try { unlinkSync(own + '.link'); } catch {} try { renameSync(own + '.own', own); } catch {} }
      Atomics.add(swaps, 0, 1);
    }
`;

/** Number of races; `npm run test:sync` runs the promised 10,000, and fewer suffice to detect a followed link. */
const RACES = Number(process.env['CAIRN_SYNC_RACES'] ?? 2_000);

test(`reads and writes nothing outside in ${RACES} races with links`, async () => {
  const outside = join(dir, 'outside');
  mkdirSync(outside);
  mkdirSync(join(root, 'm'));
  writeFileSync(join(outside, 'x.md'), 'CANARY');
  writeFileSync(join(root, 'm/x.md'), 'own');
  writeFileSync(join(root, 'm.md'), 'own');
  const swaps = new Int32Array(new SharedArrayBuffer(8));
  const swapper = new Worker(SWAPPER, { eval: true, workerData: { root, outside, swaps } });
  const seen = new Set<string>();
  let races = 0;
  const attempt = (act: () => string | undefined) => {
    races += 1;
    try {
      seen.add(act() ?? 'absent');
    } catch {
      seen.add('refused');
    }
  };
  while (Atomics.load(swaps, 0) === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  for (let round = 0; races < RACES; round += 1) {
    for (const path of ['m/x.md', 'm.md']) {
      attempt(() => folder.read(path)?.bytes.toString());
      attempt(() => (folder.write(path, bytes('own'), hash('own'), 'r.md'), 'written'));
      attempt(() => (folder.write(path, bytes('own'), hash('CANARY'), 'r.md'), 'written over the canary'));
    }
    attempt(() => (folder.write(`m/new-${round}.md`, bytes('own'), undefined, 'r.md'), 'made'));
    attempt(() => (folder.remove(`m/new-${round}.md`, hash('own'), 'r.md'), 'removed'));
    attempt(() => (folder.entries('m').some(({ name }) => name === 'canary-name') ? 'CANARY' : undefined));
  }
  Atomics.store(swaps, 1, 1);
  await new Promise((resolve) => swapper.once('exit', resolve));

  expect([...seen].filter((text) => /canary/i.test(text))).toEqual([]);
  expect(seen).toContain('own');
  expect(seen).toContain('made');
  expect(readdirSync(outside)).toEqual(['x.md']);
  expect(readFileSync(join(outside, 'x.md'), 'utf8')).toBe('CANARY');
  expect(existsSync(join(root, 'm'))).toBe(true);
}, 300_000);
