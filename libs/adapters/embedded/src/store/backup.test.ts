import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopeOf } from '@cairn/domain';
import { aNewMessage, aPrincipal } from '@cairn/testing';
import { embeddedWorld, openWorld } from '../ports/embedded-world.fixture.ts';
import { backupFolder, inspectBackup, restoreFolder } from './backup.ts';

const ada = aPrincipal();
const refusal = (message: string) => ({ code: 'data/unusable', message: expect.stringContaining(message) });

let world: Awaited<ReturnType<typeof embeddedWorld>>;
let place: string;
beforeEach(async () => {
  world = await embeddedWorld();
  place = await mkdtemp(join(tmpdir(), 'cairn-backup-'));
});
afterEach(async () => {
  await world.close();
  await rm(place, { recursive: true, force: true });
});

const written = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      const message = aNewMessage({ content: `It is ${at}. ${'x'.repeat(2_000)}` });
      await world.truth.write(ada, [message]);
      return message;
    }),
  );

async function found(dataDir: string, ids: readonly string[]): Promise<number> {
  const restored = await openWorld({ dataDir, readers: 1 });
  const items = await Promise.all(ids.map((id) => restored.truth.find(scopeOf(ada), 'message', id as never)));
  await restored.close();
  return items.filter(Boolean).length;
}

it('backs up while others write, as the store stands at one moment, and restores into an empty folder', async () => {
  const before = await written(60);
  const meanwhile = written(200);
  const file = join(place, 'a', 'backup.db');

  const report = await backupFolder(world.dataDir, file);
  await meanwhile;
  const restored = restoreFolder(file, join(place, 'new'));

  expect(report).toMatchObject({ file, organisations: expect.any(Number) });
  expect(report.messages).toBeGreaterThanOrEqual(60);
  expect(restored).toEqual({ ...report, file: undefined, dataDir: join(place, 'new'), kept: null });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(
    await found(
      join(place, 'new'),
      before.map(({ id }) => id),
    ),
  ).toBe(60);
});

it('overwrites no file, and leaves none of what it refuses', async () => {
  const file = join(place, 'backup.db');
  await writeFile(file, 'mine');

  await expect(backupFolder(world.dataDir, file)).rejects.toMatchObject(refusal('already exists'));
  await expect(backupFolder(place, join(place, 'other.db'))).rejects.toMatchObject(refusal('holds no data of Cairn'));

  expect(await readFile(file, 'utf8')).toBe('mine');
  expect(await readdir(place)).toEqual(['backup.db']);
});

it('restores nothing that is damaged or no backup, and nothing into a folder that is served', async () => {
  await written(50);
  const file = join(place, 'backup.db');
  await backupFolder(world.dataDir, file);
  const damaged = await readFile(file);
  damaged.fill(7, 40_960, 61_440);
  const [bad, text] = [join(place, 'bad.db'), join(place, 'text.db')];
  await writeFile(bad, damaged);
  await writeFile(text, 'no database');

  expect(() => restoreFolder(bad, join(place, 'new'))).toThrow(expect.objectContaining(refusal('a damaged one')));
  expect(() => restoreFolder(text, join(place, 'new'))).toThrow(expect.objectContaining(refusal('no backup')));
  expect(() => restoreFolder(join(place, 'none.db'), place)).toThrow(expect.objectContaining(refusal('is no file')));
  expect(() => restoreFolder(file, world.dataDir)).toThrow(expect.objectContaining({ code: 'data/locked' }));
  expect((await readdir(place)).sort()).toEqual(['backup.db', 'bad.db', 'text.db']);
});

it('keeps what was there, with what stood in its log only', async () => {
  const [first] = await written(1);
  const file = join(place, 'backup.db');
  await backupFolder(world.dataDir, file);
  const dataDir = join(place, 'used');
  const used = await openWorld({ dataDir, readers: 1 });
  const later = aNewMessage({ content: 'only here' });
  await used.truth.write(ada, [later]);
  await used.close();

  const { kept } = restoreFolder(file, dataDir);

  expect(await found(dataDir, [first!.id, later.id])).toBe(1);
  expect(inspectBackup(join(kept!, 'cairn.db'))).toMatchObject({ messages: 1 });
  expect(await found(kept!, [later.id])).toBe(1);
});
