import { scopeOf } from '@cairn/domain';
import { aChunk, truthContract } from '@cairn/store/contract';
import { aNewMemory, aNewMessage, aPrincipal, describeWith } from '@cairn/testing';
import { keepChunks } from '@cairn/store';
import { onServer, postgresWorld } from '../postgres-world.fixture.ts';

describeWith('POSTGRES_URL', 'Postgres', (url) => {
  truthContract('The truth on Postgres', () => postgresWorld(url));

  describe('PostgresTruth', () => {
    const ada = aPrincipal();
    const scope = scopeOf(ada);
    let world: Awaited<ReturnType<typeof postgresWorld>>;

    beforeAll(async () => {
      world = await postgresWorld(url);
    });
    afterAll(() => world.close());

    it('tells of words too, since no index is in its commit', async () => {
      const message = aNewMessage();
      const [receipt] = await world.truth.write(ada, [message]);

      const told = await world.outbox.claim(['message.written.words'], 10, 1000);

      expect(receipt?.index).toEqual({ words: 'pending', vectors: 'pending' });
      expect(told).toMatchObject([{ payload: { id: message.id, version: 1 } }]);
    });

    it('calls nothing indexed that was forgotten while a worker indexed it', async () => {
      const message = aNewMessage();
      const pointer = { orgId: ada.orgId, kind: 'message', id: message.id } as const;
      await world.truth.write(ada, [message]);

      await Promise.all([
        world.truth.forget(scope, ada, 'message', message.id),
        world.truth.markIndexed(pointer, 'words', 1),
        world.truth.markIndexed(pointer, 'vectors', 1),
      ]);

      expect(await world.truth.indexStates([pointer])).toEqual([{ words: 'pending', vectors: 'pending' }]);
    });

    it('finds by any tag and channel, with a NUL in it too', async () => {
      const tags = ['a\0b', '\u00100', '"', '\\u0000', "o'clock", '{1,2}'];
      for (const tag of tags)
        await world.truth.write(ada, [aNewMemory({ title: tag, tags: [tag], channel: `in ${tag}` })]);
      const idsWith = async (tag: string) => {
        const filter = { kind: 'memory', tags: [tag], channel: `in ${tag}` } as const;
        return world.truth.count(scope, filter, 10);
      };

      expect(await Promise.all(tags.map(idsWith))).toEqual(tags.map(() => 1));
    });

    it('leaves no trace of what is forgotten but a tombstone', async () => {
      const canary = 'canary-7f3a';
      const memory = aNewMemory({
        title: canary,
        content: canary,
        tags: [canary],
        subject: canary,
        sourceIds: [canary],
        provenance: { [canary]: canary },
        externalId: canary,
        source: canary,
        channel: canary,
      });
      const message = aNewMessage({
        content: canary,
        speaker: canary,
        channel: canary,
        subchannel: canary,
        sessionKey: canary,
      });
      await world.truth.write(ada, [memory, message]);
      await keepChunks(world.store, {
        pointer: { orgId: ada.orgId, kind: 'message', id: message.id },
        modelId: 'm',
        contentHash: canary,
        chunks: [aChunk(1)],
      });

      const claimed = await world.outbox.claim(['memory.written.vectors'], 100, 60_000);
      const delivery = claimed.find(({ payload }) => (payload as { id: string }).id === memory.id);
      await world.outbox.deadLetter(delivery!.id, `the model refused ${canary}`);

      await world.truth.forget(scope, ada, 'memory', memory.id);
      await world.truth.forget(scope, ada, 'message', message.id);

      const tables = await onServer(
        world.url,
        "select relname as table from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
      );
      expect(tables.map(({ table }) => table)).toEqual(
        expect.arrayContaining(['item', 'speaker', 'dead_letter', 'audit']),
      );
      for (const { table } of tables) {
        const rows = await onServer(world.url, `select * from ${table} as row where row::text like '%${canary}%'`);
        expect({ table, rows }).toEqual({ table, rows: [] });
      }
    });
  });
});
