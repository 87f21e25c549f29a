import { scopeOf } from '@cairn/domain';
import { aChunk, embeddingStoreContract } from '@cairn/store/contract';
import { aNewMessage, aPrincipal } from '@cairn/testing';
import type { ChunkEmbedding } from '@cairn/ports';
import { keepChunks, passagesOf } from '@cairn/store';
import { embeddedWorld } from './embedded-world.fixture.ts';

embeddingStoreContract('The embedded embedding store', embeddedWorld);

describe('SqliteEmbeddingStore', () => {
  const ada = aPrincipal();
  let world: Awaited<ReturnType<typeof embeddedWorld>>;

  beforeEach(async () => {
    world = await embeddedWorld();
  });
  afterEach(() => world.close());

  const kept = async (hash: string, chunks: readonly ChunkEmbedding[]) => {
    const message = aNewMessage();
    await world.truth.write(ada, [message]);
    await keepChunks(world.store, {
      pointer: { orgId: ada.orgId, kind: 'message', id: message.id },
      modelId: 'a-model',
      contentHash: hash,
      chunks,
    });
    return async (chunk: number) => {
      const found = await passagesOf(world.store, {
        scope: scopeOf(ada),
        modelId: 'a-model',
        kind: 'message',
        wanted: [{ id: message.id, chunk }],
      });
      return found.map(({ from, tokens }) => ({ from, tokens }));
    };
  };
  const shownOf = ({ from, tokens }: ChunkEmbedding) => ({ from, tokens });

  it('gives nothing of the next text for a chunk that a text does not have', async () => {
    const passageOf = await kept('short', [aChunk(1)]);
    await kept('long', [aChunk(2), aChunk(3)]);

    expect(await passageOf(0)).toEqual([shownOf(aChunk(1))]);
    expect(await passageOf(1)).toEqual([]);
  });

  it('gives every item of a text what it was last embedded to', async () => {
    const passageOf = await kept('same', [aChunk(1)]);
    await kept('other', [aChunk(2)]);
    await kept('same', [aChunk(3), aChunk(4)]);

    expect(await passageOf(0)).toEqual([shownOf(aChunk(3))]);
    expect(await passageOf(1)).toEqual([shownOf(aChunk(4))]);
  });
});
