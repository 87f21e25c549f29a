import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedVectorIndex, SqliteThreads } from '@cairn/adapter-embedded';
import type { Item, OrgId } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import type { VectorHit } from '@cairn/ports';
import { QdrantClient } from '@qdrant/js-client-rest';
import {
  aColleagueOf,
  aMemory,
  aMessage,
  anOrgId,
  aPrincipal,
  CONTRACT_DIMS,
  describeWith,
  manyVectors,
  memoriesOfAllSorts,
  notesOfAllSorts,
  messagesOfAllSorts,
  someFilters,
  someScopes,
  vectorIndexContract,
} from '@cairn/testing';
import type { Losses } from './collection.ts';
import { collectionName } from './collection-shape.ts';
import type { IndexedItem } from './inventory.ts';
import { QdrantVectorIndex, type QdrantVectorIndexOptions } from './qdrant-vector-index.ts';

describeWith('QDRANT_URL', 'QdrantVectorIndex', (url) => {
  const prefix = `test-${randomBytes(4).toString('hex')}`;
  const shape = { prefix, generation: 1, modelId: 'bundled/Mini LM', dims: CONTRACT_DIMS };
  const open = (options: Partial<QdrantVectorIndexOptions> = {}) =>
    new QdrantVectorIndex({ url, ...shape, ...options });
  const client = new QdrantClient({ url, checkCompatibility: false });
  const filter = { kind: 'message' } as const;
  const by = (vector: Float32Array) => ({ modelId: shape.modelId, vector });

  vectorIndexContract('qdrant', async () => {
    const index = open({ generation: 2 });
    return { index, modelId: shape.modelId, close: () => index.drop() };
  });

  it('is unavailable once it is gone, reports it before it is made again, and is left out until it is full', async () => {
    const state = { hasIndexed: false, isLost: false, reported: 0 };
    const losses: Losses = {
      hasIndexed: async () => state.hasIndexed,
      isLost: async () => state.isLost,
      reportMissing: async () => {
        expect((await client.collectionExists(collectionName({ ...shape, generation: 7 }))).exists).toBe(false);
        state.reported++;
        state.isLost = state.hasIndexed;
      },
    };
    const index = open({ generation: 7, losses });
    const ada = aPrincipal();
    const item = aMessage({ orgId: ada.orgId, principalId: ada.principalId });
    const [vector] = manyVectors(1) as [Float32Array];
    const find = () => index.search(scopeOf(ada), by(vector), filter, 5);
    await index.makeMissing();
    expect(await find()).toEqual([]);
    await index.upsert(item, [vector]);
    state.hasIndexed = true;
    await open({ generation: 7 }).drop();

    await expect(find()).rejects.toMatchObject({ code: 'index/unavailable', message: expect.stringContaining('gone') });
    expect(await index.health()).toMatchObject({ ready: false });
    await index.makeMissing();
    await expect(find()).rejects.toMatchObject({ message: expect.stringContaining('being rebuilt') });
    await index.upsert(item, [vector]);
    state.isLost = false;

    expect(await find()).toHaveLength(1);
    expect(state.reported).toBe(2);
    await index.drop();
  });

  it('is left out when it was made again while a question was on its way', async () => {
    const knowledge = [false];
    const losses: Losses = {
      hasIndexed: async () => true,
      isLost: async () => knowledge.pop() ?? true,
      reportMissing: async () => undefined,
    };
    const [ada, late] = [aPrincipal(), open({ generation: 8, losses })];
    const [vector] = manyVectors(1) as [Float32Array];
    await open({ generation: 8 }).upsert(aMessage({ orgId: ada.orgId, principalId: ada.principalId }), [vector]);

    const answer = late.search(scopeOf(aColleagueOf(ada)), by(vector), filter, 5);

    await expect(answer).rejects.toMatchObject({ code: 'index/unavailable' });
    await late.drop();
  });

  describe('what it holds', () => {
    const ada = aPrincipal();
    const scope = scopeOf(ada);
    const vectors = manyVectors(10);
    const [query] = vectors as [Float32Array];
    const chunks = (count: number) => vectors.slice(0, count);
    const index = open();
    const another = open();
    const mine = (more: { id?: Item['id']; version?: number } = {}) =>
      aMessage({ orgId: ada.orgId, principalId: ada.principalId, ...(more as object) });
    const held = async (item: Item) => (await inventoryOf(index, ada.orgId)).find(({ id }) => id === item.id);
    const whole = { isRemoved: false, isWhole: true };
    const removed = { isRemoved: true, chunks: 0, isWhole: true };

    afterAll(() => index.drop());

    it('keeps only the chunks of the newest version when an item shrinks', async () => {
      const item = mine();
      await index.upsert(item, chunks(5));
      await index.upsert({ ...item, version: 2 }, chunks(7).slice(5));

      expect(await held(item)).toMatchObject({ version: 2, chunks: 2, ...whole });
    });

    it('takes out the chunks that a late writer of an old version made', async () => {
      const item = mine();
      await index.upsert({ ...item, version: 2 }, chunks(2));
      await index.upsert(item, chunks(5));

      expect(await held(item)).toMatchObject({ version: 2, chunks: 2, ...whole });
    });

    it('brings no chunk back when a late writer has as many as the removed version, or more', async () => {
      const item = mine();
      await index.upsert({ ...item, version: 2 }, chunks(3));
      await index.remove(ada.orgId, 'message', item.id, 2);
      await index.upsert({ ...item, version: 2 }, chunks(3));
      await index.upsert(item, chunks(6));

      expect(await held(item)).toMatchObject({ version: 2, ...removed });
    });

    it('keeps the chunks of the last of two writings of one version', async () => {
      const item = mine();
      await index.upsert(item, chunks(5));
      await index.upsert(item, chunks(2));

      expect(await held(item)).toMatchObject({ version: 1, chunks: 2, ...whole });
    });

    it('ends at the highest version, whole, however many writers there are', async () => {
      const items = Array.from({ length: 12 }, () => mine());
      const writes = items.flatMap((item, at) =>
        [3, 1, 5, 2, 4].map((version) => ({ item: { ...item, version }, count: (at + version * version) % 6 })),
      );
      await Promise.all(writes.map(({ item, count }, at) => (at % 2 ? index : another).upsert(item, chunks(count))));

      for (const [at, item] of items.entries())
        expect(await held(item)).toMatchObject({ version: 5, chunks: (at + 25) % 6, ...whole });
    });

    it('ends removed when a removal is the newest of many writers', async () => {
      const items = Array.from({ length: 12 }, () => mine());
      await Promise.all([
        ...items.map((item) => index.upsert({ ...item, version: 2 }, chunks(4))),
        ...items.map((item) => another.remove(ada.orgId, 'message', item.id, 3)),
        ...items.map((item) => another.upsert(item, chunks(6))),
      ]);

      for (const item of items) expect(await held(item)).toMatchObject({ version: 3, ...removed });
      await expect(
        index.score(
          scope,
          by(query),
          'message',
          items.map(({ id }) => id),
        ),
      ).resolves.toEqual([]);
    });

    it('tells what a writer left that ended half-way, and repairs it when the item comes again', async () => {
      const item = mine();
      await index.upsert(item, chunks(5));
      const name = collectionName(shape);
      const ofItem = { must: [{ key: 'item', match: { value: item.id } }] };
      const { points } = await client.scroll(name, { filter: ofItem, with_payload: true });
      const inTheMiddle = points.find(({ payload }) => payload?.['chunk'] === 2);
      await client.delete(name, { wait: true, points: [inTheMiddle?.id as string] });
      expect(await held(item)).toMatchObject({ chunks: 5, isWhole: false });

      await index.upsert(item, chunks(5));

      expect(await held(item)).toMatchObject({ chunks: 5, ...whole });
    });

    it('lists every item of the organisation, and of no other', async () => {
      const orgId = anOrgId();
      const message = aMessage({ orgId, version: 3 });
      const memory = aMemory({ orgId });
      const bare = aMessage({ orgId });
      await Promise.all([index.upsert(message, chunks(3)), index.upsert(memory, chunks(1)), index.upsert(bare, [])]);
      await index.remove(orgId, 'memory', memory.id, 2);

      const listed = await inventoryOf(index, orgId);

      const expected = [
        { orgId, kind: 'message', id: message.id, version: 3, chunks: 3, ...whole },
        { orgId, kind: 'memory', id: memory.id, version: 2, ...removed },
        { orgId, kind: 'message', id: bare.id, version: 1, chunks: 0, ...whole },
      ];
      expect(sortedById(listed)).toEqual(sortedById(expected));
    });

    it('lists more items than a page has', async () => {
      const orgId = anOrgId();
      const items = Array.from({ length: 1_100 }, () => aMessage({ orgId }));
      await Promise.all(items.map((item) => index.upsert(item, chunks(2))));

      const listed = await inventoryOf(index, orgId);

      expect(new Set(listed.map(({ id }) => id)).size).toBe(1_100);
      expect(listed.every(({ isWhole }) => isWhole)).toBe(true);
    });

    it('keeps an item of more chunks than a request takes', async () => {
      const item = mine();
      await index.upsert(item, manyVectors(6_000));

      expect(await held(item)).toMatchObject({ chunks: 6_000, ...whole });
    });

    it("leaves an item alone when another organisation's of the same id changes", async () => {
      const item = mine();
      await index.upsert(item, chunks(2));
      await index.remove(anOrgId(), 'message', item.id, 9);

      expect(await held(item)).toMatchObject({ version: 1, chunks: 2, ...whole });
    });
  });

  describe('the collection', () => {
    const vector = manyVectors(1)[0] as Float32Array;

    it('is found empty and ready before the first write', async () => {
      const index = open({ generation: 20 });
      const scope = scopeOf(aPrincipal());

      await expect(index.search(scope, by(vector), filter, 5)).resolves.toEqual([]);
      await expect(index.score(scope, by(vector), 'message', [aMessage().id])).resolves.toEqual([]);
      await expect(inventoryOf(index, scope.orgId)).resolves.toEqual([]);
      await expect(index.health()).resolves.toEqual({ ready: true });
    });

    it('is made once by many who write first at the same time, with an index for every field', async () => {
      const ada = aPrincipal();
      const many = Array.from({ length: 4 }, () => open({ generation: 21 }));
      await Promise.all(many.map((index) => index.upsert(aMessage({ orgId: ada.orgId }), [vector])));

      const { payload_schema } = await client.getCollection(collectionName({ ...shape, generation: 21 }));
      const found = await many[0]?.search(scopeOf(ada), by(vector), filter, 10);

      expect(found).toHaveLength(4);
      expect(Object.keys(payload_schema)).toHaveLength(22);
      expect(payload_schema).toMatchObject({ orgId: { params: { is_tenant: true } } });
      await many[0]?.drop();
    });

    it('is named after generation, model and dimensions, and generations do not meet', async () => {
      const ada = aPrincipal();
      const [old, next] = [open({ generation: 22 }), open({ generation: 23 })];
      await old.upsert(aMessage({ orgId: ada.orgId }), [vector]);
      await next.upsert(aMessage({ orgId: ada.orgId }), [vector]);

      await old.drop();
      await old.drop();

      await expect(client.collectionExists(`${prefix}-vectors-g22-l2-bundled-mini-lm-48`)).resolves.toEqual({
        exists: false,
      });
      await expect(client.collectionExists(`${prefix}-vectors-g23-l2-bundled-mini-lm-48`)).resolves.toEqual({
        exists: true,
      });
      await expect(old.search(scopeOf(ada), by(vector), filter, 5)).resolves.toEqual([]);
      await expect(next.search(scopeOf(ada), by(vector), filter, 5)).resolves.toHaveLength(1);
      await next.drop();
    });

    it('is made again when it was dropped under a running writer', async () => {
      const ada = aPrincipal();
      const [index, another] = [open({ generation: 24 }), open({ generation: 24 })];
      await index.upsert(aMessage({ orgId: ada.orgId }), [vector]);
      await another.drop();

      await index.upsert(aMessage({ orgId: ada.orgId }), [vector]);

      await expect(index.search(scopeOf(ada), by(vector), filter, 5)).resolves.toHaveLength(1);
      await index.drop();
    });

    it('may keep a byte a number, and answers with the cosines of the floats', async () => {
      const ada = aPrincipal();
      const index = open({ generation: 26, quantisation: 'int8' });
      const vectors = manyVectors(30);
      await Promise.all(vectors.map((one) => index.upsert(aMessage({ orgId: ada.orgId }), [one])));

      const { config } = await client.getCollection(collectionName({ ...shape, generation: 26 }));
      const [best] = await index.search(scopeOf(ada), by(vector), filter, 5);

      expect(config.quantization_config).toMatchObject({ scalar: { type: 'int8' } });
      expect(best?.cosine).toBeCloseTo(1, 5);
      await index.drop();
    });

    it('takes nothing when it holds something else', async () => {
      const index = open({ generation: 25 });
      const name = collectionName({ ...shape, generation: 25 });
      await client.createCollection(name, { vectors: { text: { size: CONTRACT_DIMS, distance: 'Cosine' } } });

      await expect(index.upsert(aMessage(), [vector])).rejects.toMatchObject({ code: 'config/invalid' });
      await expect(index.health()).resolves.toMatchObject({
        ready: false,
        problem: expect.stringContaining(name) as string,
      });
      await index.drop();
    });
  });

  it('finds what the embedded index finds', async () => {
    const world = await twoIndexes();
    const [ada, grace] = [aPrincipal({ peers: ['*'], peerPrefixes: ['coach'] }), aPrincipal()];
    const writers = [ada, aColleagueOf(ada), grace];
    const items = [...messagesOfAllSorts(writers), ...memoriesOfAllSorts(writers), ...notesOfAllSorts(writers)];
    const vectors = manyVectors(1_500, 7);
    const chunksOf = (at: number) => vectors.slice(at * 7, at * 7 + (at % 8));
    await Promise.all(items.map((item, at) => world.upsert(item, chunksOf(at))));
    await Promise.all(items.map((item, at) => at % 9 === 0 && world.remove(item)));
    await Promise.all(items.map((item, at) => at % 5 === 0 && world.upsert({ ...item, version: 3 }, chunksOf(at + 1))));

    for (const [at, scope] of someScopes(writers).entries()) {
      for (const asked of someFilters()) {
        for (const limit of [7, 300]) {
          const query = vectors[(at * 31 + limit) % vectors.length] as Float32Array;
          const [here, there] = await world.both((index) => index.search(scope, by(query), asked, limit));
          expectSame(here, there);
        }
      }
      const query = vectors[at] as Float32Array;
      const ids = items.filter((_, place) => place % 3 === at % 3).map(({ id }) => id);
      const [here, there] = await world.both((index) => index.score(scope, by(query), 'memory', ids));
      expectSame(here, there);
    }
    await world.close();
  }, 120_000);

  async function twoIndexes() {
    const dataDir = mkdtempSync(join(tmpdir(), 'cairn-qdrant-'));
    const threads = await SqliteThreads.open({ dataDir, readers: 1 });
    const embedded = new EmbeddedVectorIndex({
      threads,
      dataDir,
      generation: 1,
      modelId: shape.modelId,
      dims: CONTRACT_DIMS,
    });
    const qdrant = open({ generation: 30 });
    const both = <Answer>(ask: (index: QdrantVectorIndex | EmbeddedVectorIndex) => Promise<Answer>) =>
      Promise.all([ask(qdrant), ask(embedded)]);
    return {
      both,
      upsert: (item: Item, chunks: Float32Array[]) => both((index) => index.upsert(item, chunks)),
      remove: ({ orgId, kind, id }: Item) => both((index) => index.remove(orgId, kind, id, 2)),
      close: async () => {
        await Promise.all([qdrant.drop(), embedded.close()]);
        await threads.close();
        rmSync(dataDir, { recursive: true });
      },
    };
  }
});

/** Compares hits. The sums of floats have different orders, which may change the last digits of a cosine. */
function expectSame(here: readonly VectorHit[], there: readonly VectorHit[]): void {
  expect(here.map(({ id, chunk }) => ({ id, chunk }))).toEqual(there.map(({ id, chunk }) => ({ id, chunk })));
  here.forEach(({ cosine }, at) => expect(cosine).toBeCloseTo(there[at]?.cosine as number, 5));
}

async function inventoryOf(index: QdrantVectorIndex, orgId: OrgId): Promise<IndexedItem[]> {
  const items: IndexedItem[] = [];
  for await (const item of index.entries(orgId)) items.push(item);
  return items;
}

const sortedById = <Entry extends { readonly id: string }>(entries: readonly Entry[]): Entry[] =>
  [...entries].sort((a, b) => (a.id < b.id ? -1 : 1));
