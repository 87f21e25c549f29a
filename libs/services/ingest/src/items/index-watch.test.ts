import { Metrics } from '@cairn/platform';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteStore, SqliteThreads, SqliteTruth } from '@cairn/adapter-embedded';
import { CairnError, type IndexState, type ItemId } from '@cairn/contracts';
import { SystemClock, type Pointer } from '@cairn/ports';
import { aMemoryInput, aPrincipal, until } from '@cairn/testing';
import { knowledgeBases, callsOf } from '@cairn/store';
import { IndexWatch } from './index-watch.ts';
import { Ingest } from './ingest.ts';
import { OwnText, OwnTextPolicy } from './own-text.ts';

let dataDir: string;
let threads: SqliteThreads;

/** Counts who asks for index states, and can be unable to tell. */
class WatchedTruth extends SqliteTruth {
  looks = 0;
  isDead = false;

  override async indexStates(pointers: readonly Pointer[]): Promise<IndexState[]> {
    this.looks++;
    if (this.isDead) throw new CairnError('truth/unavailable', 'The store of record did not answer.');
    return super.indexStates(pointers);
  }
}

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-watch-'));
  threads = await SqliteThreads.open({ dataDir, readers: 1 });
});
afterEach(async () => {
  await threads.close();
  await rm(dataDir, { recursive: true, force: true });
});

function aWorld() {
  const bases = callsOf(knowledgeBases, new SqliteStore({ threads, clock: new SystemClock() }));
  const truth = new WatchedTruth({ threads, clock: new SystemClock() });
  const watch = new IndexWatch(truth);
  return {
    truth,
    watch,
    ingest: new Ingest(truth, truth, watch, new OwnText(truth, new OwnTextPolicy('keep'), new Metrics()), bases),
    ada: aPrincipal(),
  };
}

it('answers with what is pending for what is stored, when the truth cannot tell any more', async () => {
  const { truth, ingest, ada } = aWorld();
  truth.isDead = true;

  const [receipt] = await ingest.addMemories(ada, [aMemoryInput()], { waitMs: 40 });

  expect(receipt).toMatchObject({ created: true, index: { vectors: 'pending' } });
  await expect(ingest.find(ada, 'memory', receipt!.id as ItemId)).resolves.toMatchObject({ id: receipt!.id });
});

it('looks once for all who wait, and tells each when its own items are there', async () => {
  const { truth, ingest, ada } = aWorld();
  const written = await Promise.all(
    Array.from({ length: 300 }, (_, at) =>
      ingest.addMemories(ada, [aMemoryInput({ content: `Rule ${at}: pack it, then label it.` })]),
    ),
  );
  const pointers = written.map(([receipt]) => ({
    orgId: ada.orgId,
    kind: 'memory' as const,
    id: receipt!.id as ItemId,
  }));
  const watch = new IndexWatch(truth);

  const waiting = pointers.map((pointer) => watch.untilIndexed([pointer], 30_000));
  await until(() => truth.looks >= 2);
  for (const pointer of pointers) await truth.markIndexed(pointer, 'vectors', 1);
  const states = await Promise.all(waiting);

  expect(states.flat()).toEqual(pointers.map(() => ({ words: 'indexed', vectors: 'indexed' })));
  expect(truth.looks).toBeLessThan(pointers.length);
});

it('takes turns when more wait than one look serves', async () => {
  const { truth, watch, ingest, ada } = aWorld();
  const items = Array.from({ length: 450 }, (_, at) => aMemoryInput({ content: `Note ${at} of the long list.` }));
  const batches = [];
  for (let batch = 0; batch < 4; batch++)
    batches.push(
      await ingest.addMemories(
        ada,
        items.map((item) => ({ ...item, title: `Batch ${batch}` })),
      ),
    );
  const last = batches.at(-1)!.map(({ id }) => ({ orgId: ada.orgId, kind: 'memory' as const, id: id as ItemId }));
  for (const pointer of last) await truth.markIndexed(pointer, 'vectors', 1);

  const waiting = batches.map((receipts) =>
    watch.untilIndexed(
      receipts.map(({ id }) => ({ orgId: ada.orgId, kind: 'memory' as const, id: id as ItemId })),
      30_000,
    ),
  );

  expect(await waiting.at(-1)).toHaveLength(450);
  watch.onApplicationShutdown();
  expect((await Promise.all(waiting)).flat()).toHaveLength(4 * 450);
});
