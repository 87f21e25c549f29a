import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ItemId, ItemKind } from '@cairn/contracts';
import { scopeOf, type Filter, type Scope } from '@cairn/domain';
import type { QueryVector, VectorHit } from '@cairn/ports';
import { aMessage, aPrincipal, CONTRACT_DIMS, manyVectors, vectorIndexContract } from '@cairn/testing';
import { SqliteThreads } from '../store/threads.ts';
import { READERS_MAX } from '../vectors/vector-memory.ts';
import { BorrowedVectorIndex } from './borrowed-vector-index.ts';
import { EmbeddedVectorIndex, type EmbeddedVectorIndexOptions } from './embedded-vector-index.ts';

const MODEL = 'model-a';
const theFirst = async () => 1;

/** Index whose questions are answered by a second thread, which is that of the test. */
class IndexWithReader extends EmbeddedVectorIndex {
  private borrowed: BorrowedVectorIndex | undefined;

  override async search(scope: Scope, query: QueryVector, filter: Filter, limit: number): Promise<VectorHit[]> {
    return (await this.reader()).search(scope, query, filter, limit) ?? super.search(scope, query, filter, limit);
  }

  override async score(scope: Scope, query: QueryVector, kind: ItemKind, ids: readonly ItemId[]): Promise<VectorHit[]> {
    return (await this.reader()).score(scope, query, kind, ids) ?? super.score(scope, query, kind, ids);
  }

  private async reader(): Promise<BorrowedVectorIndex> {
    return (this.borrowed ??= new BorrowedVectorIndex((await this.lend(MODEL))!.lent, theFirst));
  }
}

async function makeIndex(Index: new (options: EmbeddedVectorIndexOptions) => EmbeddedVectorIndex) {
  const dataDir = mkdtempSync(join(tmpdir(), 'cairn-borrowed-'));
  const threads = await SqliteThreads.open({ dataDir, readers: 1 });
  const index = new Index({ threads, dataDir, modelId: MODEL, dims: CONTRACT_DIMS });
  const close = async () => {
    await index.close();
    await threads.close();
    rmSync(dataDir, { recursive: true });
  };
  return { dataDir, threads, index, modelId: MODEL, close };
}

vectorIndexContract('embedded, searched by another thread', () => makeIndex(IndexWithReader));

describe('BorrowedVectorIndex', () => {
  const ada = aPrincipal();
  const scope = scopeOf(ada);
  const [first, second] = manyVectors(2) as [Float32Array, Float32Array];
  const by = (vector: Float32Array) => ({ modelId: MODEL, vector });
  const all = { kind: 'message' } as const;
  let under: Awaited<ReturnType<typeof makeIndex>>;

  beforeEach(async () => {
    under = await makeIndex(EmbeddedVectorIndex);
  });
  afterEach(() => under.close());

  it('never sees half of a write, and each write that was answered, while another thread writes', async () => {
    const sides = [first, second].map((vector, at) => ({ vector, channel: `side-${at}` }));
    const items = Array.from({ length: 40 }, () => aMessage({ orgId: ada.orgId }));
    const reader = new BorrowedVectorIndex((await under.index.lend(MODEL))!.lent, theFirst);
    let isWriting = true;

    const written = Promise.all(
      items.map(async (item) => {
        for (let version = 2; version < 12; version++) {
          const { vector, channel } = sides[version % 2]!;
          await under.index.upsert({ ...item, version, channel }, [vector]);
          expect(reader.search(scope, by(vector), { ...all, channel }, 50)!.map(({ id }) => id)).toContain(item.id);
          if (version % 5 !== 0) continue;
          await under.index.remove(ada.orgId, 'message', item.id, version);
          expect(reader.score(scope, by(vector), 'message', [item.id])).toEqual([]);
        }
      }),
    ).finally(() => (isWriting = false));
    while (isWriting) {
      for (const { vector, channel } of sides) {
        const hits = reader.search(scope, by(vector), { ...all, channel }, 50)!;
        expect(hits.filter(({ id, cosine }) => cosine < 0.999 || !items.some((item) => item.id === id))).toEqual([]);
        expect(new Set(hits.map(({ id }) => id)).size).toBe(hits.length);
      }
      await new Promise(setImmediate);
    }

    await written;
  });

  it('reads no more once the index is closed', async () => {
    await under.index.upsert(aMessage({ orgId: ada.orgId }), [first]);
    const reader = new BorrowedVectorIndex((await under.index.lend(MODEL))!.lent, theFirst);
    const before = reader.search(scope, by(first), all, 5);

    await under.index.close();

    expect(before).toHaveLength(1);
    expect(reader.search(scope, by(first), all, 5)).toBeUndefined();
  });

  it('lets writes go on after a thread ended within a search', async () => {
    const { lent, returned } = (await under.index.lend(MODEL))!;
    const { memory, reader } = lent as { memory: { lock: SharedArrayBuffer }; reader: number };
    new Int32Array(memory.lock)[16 + reader] = 1;
    const written = under.index.upsert(aMessage({ orgId: ada.orgId }), [first]);

    returned();
    await written;

    await expect(under.index.search(scope, by(first), all, 5)).resolves.toHaveLength(1);
  });

  it('is lent to as many threads as have room, and again when one has ended', async () => {
    const loans = await Promise.all(Array.from({ length: READERS_MAX }, () => under.index.lend(MODEL)));
    const oneMore = await under.index.lend(MODEL);
    loans[3]!.returned();

    expect(new Set(loans.map((loan) => (loan!.lent as { reader: number }).reader)).size).toBe(READERS_MAX);
    expect([oneMore, (await under.index.lend(MODEL))?.lent]).toEqual([undefined, loans[3]!.lent]);
  });

  it('refuses vectors of another model, and is not lent for one', async () => {
    const reader = new BorrowedVectorIndex((await under.index.lend(MODEL))!.lent, theFirst);

    expect(() => reader.search(scope, { modelId: 'model-b', vector: first }, all, 5)).toThrow('by model-b');
    expect(() => reader.search(scope, by(first.subarray(1)), all, 5)).toThrow('dimensions');
    await expect(under.index.lend('model-b')).resolves.toBeUndefined();
  });

  it('counts its questions, so that searches of low priority wait meanwhile', async () => {
    const counts: (() => number)[] = [];
    const { threads, dataDir } = under;
    threads.watchQuestions = (count) => void counts.push(count);
    const index = new EmbeddedVectorIndex({ threads, dataDir, modelId: MODEL, dims: CONTRACT_DIMS });
    const reader = new BorrowedVectorIndex((await index.lend(MODEL))!.lent, theFirst);

    for (let times = 0; times < 3; times++) reader.search(scope, by(first), all, 5);

    expect(counts.map((count) => count())).toEqual([3]);
    await index.close();
  });
});
