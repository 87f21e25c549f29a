import { scopeOf, type Principal } from '@cairn/domain';
import type { ChunkEmbedding, NewItem, Truth } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { type EmbeddingStore, keepChunks, passagesOf } from './embeddings.ts';

export interface EmbeddingStoreWorld {
  readonly truth: Truth;
  readonly store: EmbeddingStore;
  readonly close: () => Promise<void>;
}

const MODEL = 'a-model';

/** Makes a chunk with numbers derived from a seed; two chunks are equal only if their seeds are equal. */
export function aChunk(seed: number, tokens = 3, dims = 64): ChunkEmbedding {
  const vector = Float32Array.from({ length: dims }, (_, index) => Math.sin(seed * 31 + index));
  const bits = Uint32Array.from({ length: (tokens * dims) / 32 }, (_, index) => (seed * 2_654_435_761 + index) >>> 0);
  const ids = Uint32Array.from({ length: tokens }, (_, index) => seed + index);
  return { from: seed, to: seed + 10, vector, tokens: { dims, bits, ids } };
}

/** Runs the contract suite of stored embeddings against one adapter. */
export function embeddingStoreContract(adapter: string, make: () => Promise<EmbeddingStoreWorld>): void {
  describe(`${adapter} keeps the promises of the embedding store`, () => {
    let world: EmbeddingStoreWorld;
    let store: EmbeddingStore;
    let ada: Principal;

    beforeAll(async () => {
      world = await make();
      store = world.store;
    });
    beforeEach(() => {
      ada = aPrincipal();
    });
    afterAll(() => world.close());

    const stored = async <New extends NewItem>(item: New, author = ada): Promise<New> => {
      await world.truth.write(author, [item]);
      return item;
    };
    const keep = (item: NewItem, hash: string, chunks: readonly ChunkEmbedding[], author = ada) =>
      keepChunks(store, {
        pointer: { orgId: author.orgId, kind: item.kind, id: item.id },
        modelId: MODEL,
        contentHash: hash,
        chunks,
      });
    const passagesFor = (who: Principal, item: NewItem, chunk = 0) =>
      passagesOf(store, { scope: scopeOf(who), modelId: MODEL, kind: item.kind, wanted: [{ id: item.id, chunk }] });
    const forget = (item: NewItem) => world.truth.forget(scopeOf(ada), ada, item.kind, item.id);

    it('keeps embeddings bit for bit, in order', async () => {
      const chunks = [aChunk(1), aChunk(2), { from: 5, to: 6, vector: aChunk(3).vector }];
      await keep(await stored(aNewMessage()), 'hash', chunks);

      expect(await store.find({ orgId: ada.orgId, modelId: MODEL, contentHash: 'hash' })).toEqual(chunks);
    });

    it('keeps a view of a larger buffer as what it shows', async () => {
      const whole = aChunk(1, 3, 128).vector;
      await keep(await stored(aNewMessage()), 'hash', [{ from: 0, to: 1, vector: whole.subarray(64) }]);

      expect((await store.find({ orgId: ada.orgId, modelId: MODEL, contentHash: 'hash' }))?.[0]?.vector).toEqual(
        whole.slice(64),
      );
    });

    it('finds nothing under another organisation, model or hash', async () => {
      await keep(await stored(aNewMessage()), 'hash', [aChunk(1)]);

      expect(await store.find({ orgId: aPrincipal().orgId, modelId: MODEL, contentHash: 'hash' })).toBeUndefined();
      expect(await store.find({ orgId: ada.orgId, modelId: 'another-model', contentHash: 'hash' })).toBeUndefined();
      expect(await store.find({ orgId: ada.orgId, modelId: MODEL, contentHash: 'another-hash' })).toBeUndefined();
    });

    it('gives the passage that was asked for, with its tokens', async () => {
      const [one, two] = [await stored(aNewMessage()), await stored(aNewMessage())];
      await keep(one, 'h1', [aChunk(1), aChunk(2)]);
      await keep(two, 'h2', [aChunk(3, 7)]);
      const wanted = [
        { id: two.id, chunk: 0 },
        { id: one.id, chunk: 1 },
      ];

      const passages = await passagesOf(store, { scope: scopeOf(ada), modelId: MODEL, kind: 'message', wanted });

      const byId = new Map(passages.map(({ id, ...passage }) => [id, passage]));
      expect(byId.get(two.id)).toEqual({ from: 3, to: 13, tokens: aChunk(3, 7).tokens });
      expect(byId.get(one.id)).toEqual({ from: 2, to: 12, tokens: aChunk(2).tokens });
      expect(passages).toHaveLength(2);
    });

    it('gives passages without token bits their place', async () => {
      const message = await stored(aNewMessage());
      await keep(message, 'hash', [{ from: 1, to: 2, vector: aChunk(1).vector }]);

      expect(await passagesFor(ada, message)).toEqual([{ id: message.id, from: 1, to: 2 }]);
    });

    it('leaves out what the scope does not see, what is no such chunk and what has no embedding', async () => {
      const secret = await stored(aNewMessage({ visibility: 'private' }));
      await keep(secret, 'hash', [aChunk(1)]);

      expect(await passagesFor(aColleagueOf(ada), secret)).toEqual([]);
      expect(await passagesFor(aPrincipal(), secret)).toEqual([]);
      expect(await passagesFor(ada, secret, 1)).toEqual([]);
      expect(await passagesFor(ada, await stored(aNewMessage()))).toEqual([]);
      expect(
        await passagesOf(store, {
          scope: scopeOf(ada),
          modelId: MODEL,
          kind: 'memory',
          wanted: [{ id: secret.id, chunk: 0 }],
        }),
      ).toEqual([]);
      expect(await passagesFor(ada, secret)).toHaveLength(1);
    });

    it('follows an item to another content', async () => {
      const memory = await stored(aNewMemory());
      await keep(memory, 'old', [aChunk(1)]);

      await keep(memory, 'new', [aChunk(2)]);

      expect(await passagesFor(ada, memory)).toMatchObject([{ from: 2 }]);
      expect(await store.find({ orgId: ada.orgId, modelId: MODEL, contentHash: 'old' })).toBeUndefined();
    });

    it('keeps a text part by part, and tells how far it is', async () => {
      const memory = await stored(aNewMemory());
      const pointer = { orgId: ada.orgId, kind: memory.kind, id: memory.id };
      const extent = () => store.extent({ orgId: ada.orgId, modelId: MODEL, contentHash: 'long' });
      const part = (at: number, seeds: number[], isLast = false) =>
        keepChunks(store, {
          pointer,
          modelId: MODEL,
          contentHash: 'long',
          at,
          chunks: seeds.map((seed) => aChunk(seed)),
          isLast,
        });

      const before = await extent();
      await part(0, [1, 2]);
      await keep(await stored(aNewMessage()), 'another', [aChunk(9)]);
      const afterOne = await extent();
      await part(2, [3, 4]);
      await part(2, [3, 4]);
      await part(4, [5], true);

      expect([before, afterOne]).toEqual([undefined, { chunks: 2, to: 12 }]);
      expect(await extent()).toEqual({ chunks: 5, to: 15 });
      expect(await store.find({ orgId: ada.orgId, modelId: MODEL, contentHash: 'long' })).toEqual(
        [1, 2, 3, 4, 5].map((seed) => aChunk(seed)),
      );
      expect(await passagesFor(ada, memory, 3)).toMatchObject([{ from: 4 }]);
    });

    it('lets the parts of a text go with its item, and begins anew where some are missing', async () => {
      const [one, two] = [await stored(aNewMessage()), await stored(aNewMessage())];
      const part = (item: NewItem, at: number) =>
        keepChunks(store, {
          pointer: { orgId: ada.orgId, kind: item.kind, id: item.id },
          modelId: MODEL,
          contentHash: 'parts',
          at,
          chunks: [aChunk(at)],
          isLast: false,
        });
      await part(one, 0);
      await forget(one);
      const afterForget = await store.find({ orgId: ada.orgId, modelId: MODEL, contentHash: 'parts' });

      await part(two, 1);

      expect(afterForget).toBeUndefined();
      expect(await store.extent({ orgId: ada.orgId, modelId: MODEL, contentHash: 'parts' })).toBeUndefined();
    });

    it('lets embeddings go with the last item that has the text', async () => {
      const [one, two] = [await stored(aNewMessage()), await stored(aNewMessage())];
      await keep(one, 'same', [aChunk(1)]);
      await keep(two, 'same', [aChunk(1)]);

      await forget(one);
      const afterOne = await store.find({ orgId: ada.orgId, modelId: MODEL, contentHash: 'same' });
      await forget(two);

      expect(afterOne).toHaveLength(1);
      expect(await store.find({ orgId: ada.orgId, modelId: MODEL, contentHash: 'same' })).toBeUndefined();
    });

    it('keeps nothing of an item that was forgotten while the model worked', async () => {
      const message = await stored(aNewMessage());
      await forget(message);

      await keep(message, 'hash', [aChunk(1)]);

      expect(await store.find({ orgId: ada.orgId, modelId: MODEL, contentHash: 'hash' })).toBeUndefined();
      expect(await passagesFor(ada, message)).toEqual([]);
    });
  });
}
