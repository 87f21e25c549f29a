import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, openSync, closeSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { UnavailableEmbedder } from '@cairn/adapter-embedders';
import { scopeOf } from '@cairn/domain';
import { SystemClock } from '@cairn/ports';
import { aNewMessage, aPrincipal, OneModel } from '@cairn/testing';
import { EmbeddedReadiness } from './embedded-readiness.ts';

const parent = mkdtempSync(join(tmpdir(), 'cairn-disk-'));
const disk = join(parent, 'disk');
mkdirSync(disk);
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { encoding: 'utf8' });
const isMounted = mounted.status === 0;

afterAll(() => {
  if (isMounted) spawnSync('umount', [disk]);
  rmSync(parent, { recursive: true, force: true });
});

const onSmallDisk = isMounted ? describe : describe.skip;
const why = isMounted ? '' : ` [skipped: a small disk cannot be mounted here: ${mounted.stderr?.trim() || 'no mount'}]`;

onSmallDisk(`A disk without room${why}`, () => {
  it('refuses writes by name, goes on reading, and is ready again by itself when there is room', async () => {
    const ada = aPrincipal();
    const clock = new SystemClock();
    const threads = await SqliteThreads.open({ dataDir: join(disk, 'data'), readers: 1, clock });
    const truth = new SqliteTruth({ threads, clock });
    const readiness = new EmbeddedReadiness(threads, new OneModel(new UnavailableEmbedder()));
    const partOfTruth = async () => (await readiness.parts())[0];
    const first = aNewMessage({ content: 'Before the disk was full.' });
    await truth.write(ada, [first]);
    const filler = join(disk, 'filler');

    try {
      // By now the log was moved into the file and its space is reused, so that a small write fits.
      await truth.write(ada, [aNewMessage({ content: 'x'.repeat(200_000) })]);
      await delay(LOG_MOVED_MS);
      fill(filler);
      const write = () => truth.write(ada, [aNewMessage({ content: 'x'.repeat(900_000) })]);
      await expect(write()).rejects.toMatchObject({
        code: 'truth/full',
        message: expect.stringMatching(/disk is full/),
      });

      await threads.write('tryDisk');
      expect(await truth.find(scopeOf(ada), 'message', first.id)).toMatchObject({ content: first.input.content });
      expect(await partOfTruth()).toMatchObject({ ready: false, problem: expect.stringMatching(/disk is full/) });

      rmSync(filler);
      expect(await partOfTruth()).toMatchObject({ ready: true });
      await write();
    } finally {
      await threads.close();
    }
  });
});

const LOG_MOVED_MS = 2_000;

/** Writes until the disk is full. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (const chunk = Buffer.alloc(4_096); ;) writeSync(file, chunk);
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    closeSync(file);
  }
}
