import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopeOf } from '@cairn/domain';
import { aNewMessage, aPrincipal } from '@cairn/testing';
import { openWorld } from '../ports/embedded-world.fixture.ts';
import { inspectFolder } from '../store/inspect-folder.ts';
import { SqliteThreads } from '../store/threads.ts';

let parent: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'cairn-folder-'));
});
afterEach(() => {
  spawnSync('umount', [join(parent, 'read only')]);
  rmSync(parent, { recursive: true, force: true });
});

const open = (dataDir: string) => SqliteThreads.open({ dataDir, readers: 1 });

/** Makes a folder with some messages, and returns the path of its file. */
async function filled(): Promise<{ dataDir: string; file: string }> {
  const dataDir = join(parent, 'data');
  const world = await openWorld({ dataDir, readers: 1 });
  await world.truth.write(aPrincipal(), [aNewMessage({ content: 'x'.repeat(100_000) })]);
  await world.close();
  return { dataDir, file: join(dataDir, 'cairn.db') };
}

/** Overwrites the bytes from a position to the end. */
function overwrite(file: string, from: number): void {
  const opened = openSync(file, 'r+');
  writeSync(opened, Buffer.alloc(400_000, 'damaged '), 0, 400_000, from);
  closeSync(opened);
}

describe('A folder that cannot hold data is refused with what it is and what to do', () => {
  it.each([
    ['a file', 'file', /file is a file, no folder\. Choose another folder/],
    ['a path through a file', 'file/data', /file is a file, no folder\. Choose/],
    ['a folder of somebody else', 'thesis', /holds something else \(chapter 1\.tex\).*Choose.*new or empty/],
  ])('%s', async (_, name, sentence) => {
    writeFileSync(join(parent, 'file'), 'text');
    mkdirSync(join(parent, 'thesis'));
    writeFileSync(join(parent, 'thesis', 'chapter 1.tex'), 'text');
    const dataDir = join(parent, name);

    await expect(open(dataDir)).rejects.toMatchObject({
      code: 'data/unusable',
      message: expect.stringMatching(sentence),
    });
    expect(inspectFolder(dataDir, { readsFile: true })?.message).toMatch(/is a file|holds something else/);
    expect(readdirSync(join(parent, 'thesis'))).toEqual(['chapter 1.tex']);
  });

  it('one that can only be read', async () => {
    const disk = join(parent, 'read only');
    mkdirSync(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', disk], { encoding: 'utf8' });
    if (mounted.status !== 0) return console.warn(`[skipped: nothing can be mounted here: ${mounted.stderr}]`);

    for (const dataDir of [disk, join(disk, 'data')])
      await expect(open(dataDir)).rejects.toMatchObject({
        code: 'data/unusable',
        message: expect.stringMatching(/can only be read\. Mount it for writing/),
      });
  });

  it.each([
    ['of no database', 0],
    ['that is damaged after its beginning', 4_096],
  ])('one with a file %s', async (_, from) => {
    const { dataDir, file } = await filled();
    expect(inspectFolder(dataDir, { readsFile: true })).toBeUndefined();
    overwrite(file, from);
    expect(inspectFolder(dataDir, { readsFile: true })?.message).toMatch(/cairn\.db is damaged/);

    await expect(open(dataDir)).rejects.toMatchObject({
      code: 'data/unusable',
      message: expect.stringMatching(/cairn\.db is damaged.*Restore a backup/),
    });
  });
});

it('damage that shows at work is named, and stays the trouble until somebody mends it', async () => {
  const dataDir = join(parent, 'data');
  const world = await openWorld({ dataDir, readers: 1 });
  const ada = aPrincipal();
  const message = aNewMessage({ content: 'x'.repeat(300_000) });
  await world.truth.write(ada, [message]);
  await world.close();
  const again = await openWorld({ dataDir, readers: 1 });
  try {
    expect(await again.threads.trouble()).toBeUndefined();

    overwrite(join(dataDir, 'cairn.db'), 8_192);

    const find = () => again.truth.find(scopeOf(ada), 'message', message.id);
    for (let time = 0; time < 2; time++) await expect(find()).rejects.toMatchObject({ code: 'truth/damaged' });
    expect(await again.threads.trouble()).toMatch(/damaged/);
  } finally {
    await again.close();
  }
});
