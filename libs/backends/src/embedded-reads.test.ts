import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedVectorIndex, SqliteStore, SqliteThreads } from '@cairn/adapter-embedded';
import { callsOf, generations } from '@cairn/store';
import { SystemClock } from '@cairn/ports';
import { aPrincipal, until } from '@cairn/testing';
import { embeddedReads } from './embedded-reads.ts';

it('reads lent vectors as long as their generation answers, also where the next one has the same model', async () => {
  const [dataDir, clock, author] = [mkdtempSync(join(tmpdir(), 'cairn-reads-')), new SystemClock(), aPrincipal()];
  const threads = await SqliteThreads.open({ dataDir, readers: 1 });
  const store = callsOf(generations, new SqliteStore({ threads, clock }));
  const [modelId, target, dims] = ['a-model', 'vectors', 32] as const;
  const indexOf = (generation: number) => new EmbeddedVectorIndex({ threads, dataDir, modelId, dims, generation });
  await store.ensureFirst({ target, builtBy: modelId, dims });
  await store.begin({ author, target, builtBy: modelId, dims });
  const indexes = [indexOf(1), indexOf(2)];
  const reads = embeddedReads(dataDir);
  const [first, second] = await Promise.all(
    indexes.map(async (index) => reads.borrow((await index.lend(modelId))!.lent)),
  );
  const areRead = async () => [await first!.isRead(), await second!.isRead()];

  const before = await areRead();
  await store.switchTo({ author, target, number: 2 });
  await until(async () => String(await areRead()) === 'false,true');
  await store.switchTo({ author, target, number: 1 });
  await until(async () => String(await areRead()) === 'true,false');

  expect(before).toEqual([true, false]);
  reads.close();
  await Promise.all(indexes.map((index) => index.close()));
  await threads.close();
  rmSync(dataDir, { recursive: true });
});
