import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopeOf } from '@cairn/domain';
import { allOf, aMessage, aPrincipal, CONTRACT_DIMS, manyVectors, vectorIndexContract } from '@cairn/testing';
import { SqliteThreads } from '../store/threads.ts';
import { EmbeddedVectorIndex } from './embedded-vector-index.ts';

const MODEL = 'model-a';

const open = (threads: SqliteThreads, dataDir: string, generation = 1, modelId = MODEL, dims = CONTRACT_DIMS) =>
  new EmbeddedVectorIndex({ threads, dataDir, generation, modelId, dims });
const by = (vector: Float32Array, modelId = MODEL) => ({ modelId, vector });

async function makeIndex() {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-vectors-'));
  const threads = await SqliteThreads.open({ dataDir, readers: 1 });
  const index = open(threads, dataDir);
  const close = async () => {
    await index.close();
    await threads.close();
    rmSync(dataDir, { recursive: true });
  };
  return { dataDir, threads, index, modelId: MODEL, close };
}

vectorIndexContract('embedded', makeIndex);

describe('EmbeddedVectorIndex', () => {
  const ada = aPrincipal();
  const scope = scopeOf(ada);
  const [first, second] = manyVectors(2) as [Float32Array, Float32Array];
  let under: Awaited<ReturnType<typeof makeIndex>>;

  beforeEach(async () => {
    under = await makeIndex();
  });
  afterEach(() => under.close());

  it('answers the same after a restart, and still knows what was removed', async () => {
    const kept = aMessage({ orgId: ada.orgId, channel: 'dev', sessionKey: 's' });
    const removed = aMessage({ orgId: ada.orgId });
    await under.index.upsert(kept, [second, first]);
    await under.index.upsert(removed, [first]);
    await under.index.remove(ada.orgId, 'message', removed.id, 2);
    const filter = { kind: 'message', channel: 'dev', sessionKey: 's' } as const;
    const before = await under.index.search(scope, by(first), filter, 5);
    await under.index.close();

    const again = open(under.threads, under.dataDir);
    await again.upsert(removed, [first]);

    expect(before).toHaveLength(1);
    await expect(again.search(scope, by(first), filter, 5)).resolves.toEqual(before);
    await expect(again.search(scope, by(first), { kind: 'message' }, 5)).resolves.toEqual(before);
    await again.close();
  });

  it('never mixes models: each reads and writes its own generation', async () => {
    const item = aMessage({ orgId: ada.orgId });
    await under.index.upsert(item, [first]);
    const other = open(under.threads, under.dataDir, 2, 'model-b', 32);
    const [vector] = manyVectors(1, 1, 32) as [Float32Array];

    await expect(other.search(scope, by(vector, 'model-b'), { kind: 'message' }, 5)).resolves.toEqual([]);
    await other.upsert(item, [vector]);
    await expect(other.search(scope, by(vector, 'model-b'), { kind: 'message' }, 5)).resolves.toHaveLength(1);
    await expect(under.index.search(scope, by(first), { kind: 'message' }, 5)).resolves.toHaveLength(1);
    await other.close();
  });

  it('drops one generation and leaves the other', async () => {
    const item = aMessage({ orgId: ada.orgId });
    const other = open(under.threads, under.dataDir, 2);
    for (const index of [under.index, other]) await index.upsert(item, [first]);

    await other.drop();

    await expect(other.search(scope, by(first), { kind: 'message' }, 5)).resolves.toEqual([]);
    await expect(allOf(other.entries(ada.orgId))).resolves.toEqual([]);
    await expect(under.index.search(scope, by(first), { kind: 'message' }, 5)).resolves.toHaveLength(1);
    await other.close();
  });

  it('lets searches of low priority wait while callers search', async () => {
    let questions = 0;
    under.threads.noteQuestion = () => void questions++;

    await under.index.search(scope, by(first), { kind: 'message' }, 5);

    expect(questions).toBe(1);
  });

  it('is unavailable once it is closed', async () => {
    await under.index.close();

    await expect(under.index.search(scope, by(first), { kind: 'message' }, 5)).rejects.toMatchObject({
      code: 'index/unavailable',
    });
  });
});
