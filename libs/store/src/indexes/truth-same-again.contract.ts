import { INITIAL_CONFIDENCE } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { NewItem } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { world, truth, write, writeOne } from './truth-under-test.fixture.ts';

/** Runs the tests of `truthContract` on items that are written twice. */
export function sameAgainContract(): void {
  describe('the same thing again', () => {
    it('keeps one item when an external id comes twice with the same content', async () => {
      const ada = aPrincipal();
      const first = await writeOne(ada, aNewMessage({ externalId: 'e1' }));

      const again = await writeOne(ada, aNewMessage({ externalId: 'e1' }));

      expect(again).toEqual({ ...first, created: false });
      expect(await truth.count(scopeOf(ada), { kind: 'message' }, 10)).toBe(1);
    });

    it('keeps one item when many send the same external id at once', async () => {
      const ada = aPrincipal();

      const receipts = await Promise.all(
        Array.from({ length: 10 }, () => writeOne(ada, aNewMessage({ externalId: 'e1' }))),
      );

      expect(new Set(receipts.map(({ id }) => id)).size).toBe(1);
      expect(receipts.filter(({ created }) => created)).toHaveLength(1);
    });

    it('refuses an external id with other content', async () => {
      const ada = aPrincipal();
      await write(ada, aNewMessage({ externalId: 'e1' }));

      const other = write(ada, aNewMessage({ externalId: 'e1', content: 'Something else.' }));

      await expect(other).rejects.toMatchObject({ code: 'item/conflict' });
    });

    it('keeps external ids apart by organisation, kind and source', async () => {
      const ada = aPrincipal();
      const items = [
        aNewMessage({ externalId: 'e' }),
        aNewMessage({ externalId: 'e', source: 'chat' }),
        aNewMemory({ externalId: 'e' }),
      ];

      const receipts = [
        ...(await write(ada, ...items)),
        ...(await write(aPrincipal(), aNewMessage({ externalId: 'e' }))),
      ];

      expect(receipts.every(({ created }) => created)).toBe(true);
    });

    it('tells nothing by an external id of what the writer does not see', async () => {
      const ada = aPrincipal({ peerPrefixes: ['coach'], peers: ['*'] });
      const grace = aColleagueOf(ada, { peers: ['coach:2'] });
      const hidden = [
        aNewMessage({ externalId: 'e', visibility: 'private' }),
        aNewMessage({ externalId: 'e', visibility: 'peer', channel: 'coach:1' }),
      ];
      await write(ada, ...hidden);
      const sent = [
        aNewMessage({ externalId: 'e', content: 'private', visibility: 'private' }),
        aNewMessage({ externalId: 'e', content: 'open' }),
        aNewMessage({ externalId: 'e', content: 'peer', visibility: 'peer', channel: 'coach:2' }),
      ];
      const again = () => sent.map((item) => ({ ...item, id: aNewMessage().id }));

      const first = await write(grace, ...again());
      const second = await write(grace, ...again());

      expect(first.map(({ created }) => created)).toEqual([true, true, true]);
      expect(second).toEqual(first.map((receipt) => ({ ...receipt, created: false })));
      const other = write(grace, aNewMessage({ externalId: 'e', content: 'other', visibility: 'private' }));
      await expect(other).rejects.toMatchObject({ code: 'item/conflict' });
      expect(
        (await write(ada, ...hidden.map((item) => ({ ...item, id: aNewMessage().id })))).map(({ id }) => id),
      ).toEqual(hidden.map(({ id }) => id));
    });

    it('takes the same external id of another audience for another item, and joins a memory to those that are seen', async () => {
      const ada = aPrincipal();
      const grace = aColleagueOf(ada);
      const secret = aNewMessage({ externalId: 'e', content: 'secret', visibility: 'private' });
      const open = aNewMessage({ externalId: 'e', content: 'open' });
      const memory = aNewMemory({ sourceIds: ['e'] });
      await write(ada, secret, open, memory);

      const linkedOf = async (who: Principal) =>
        (await truth.sourceLinks(scopeOf(who), 'memory', [memory.id])).map(({ linked }) => linked.id);
      expect((await linkedOf(ada)).sort()).toEqual([secret.id, open.id].sort());
      expect(await linkedOf(grace)).toEqual([open.id]);
    });

    it('takes what would be stored as it stands for the same, however it was sent at first', async () => {
      const ada = aPrincipal();
      const said = aNewMessage({ externalId: 'e', channel: 'ops', provenance: { file: 'a', line: '1' } });
      const kept = aNewMemory({ externalId: 'e', tags: ['a'] });
      await write(ada, said, kept);
      const saidOutLoud = { externalId: 'e', channel: 'ops', timestamp: world.clock.now() };

      const again = await write(
        ada,
        aNewMessage({ ...saidOutLoud, provenance: { line: '1', file: 'a' } }),
        aNewMemory({ externalId: 'e', tags: ['a'], confidence: INITIAL_CONFIDENCE, timestamp: world.clock.now() }),
      );

      expect(again).toMatchObject([
        { id: said.id, created: false },
        { id: kept.id, created: false },
      ]);
      for (const other of [
        aNewMessage({ ...saidOutLoud, provenance: {} }),
        aNewMessage({ ...saidOutLoud, provenance: { file: 'a', line: '1' }, timestamp: 1 }),
        aNewMemory({ externalId: 'e', tags: ['a', 'b'] }),
        aNewMemory({ externalId: 'e', tags: ['a'], confidence: 0.1 }),
      ])
        await expect(write(ada, other)).rejects.toMatchObject({ code: 'item/conflict' });
    });

    it('takes the id that it gave for the external id of what has none', async () => {
      const ada = aPrincipal();
      const said = aNewMessage({ content: 'said' });
      const withId = aNewMessage({ content: 'with an id', externalId: 'e' });
      const secret = aNewMessage({ content: 'secret', visibility: 'private' });
      await write(ada, said, withId, secret);
      const named = ({ id, input }: NewItem, more: object = {}) =>
        aNewMessage({ ...(input as object), externalId: id, ...more });

      const again = await write(ada, named(said), aNewMessage(), named(said), named(secret));
      const others = [
        ...(await write(ada, named(withId), named(said, { source: 'chat' }))),
        ...(await write(aPrincipal(), named(said))),
      ];

      expect(again.map(({ id, created }) => [id, created])).toEqual([
        [said.id, false],
        [expect.any(String), true],
        [said.id, false],
        [secret.id, false],
      ]);
      expect(others.map(({ created }) => created)).toEqual([true, true, true]);
      const conflict = { code: 'item/conflict' };
      await expect(write(ada, named(said, { content: 'other' }))).rejects.toMatchObject(conflict);
      expect(await write(aColleagueOf(ada), named(secret))).toMatchObject([{ created: true }]);
    });

    it('stores a forgotten item anew under the id that it had, once it is asked for again', async () => {
      const ada = aPrincipal();
      const said = aNewMessage();
      await write(ada, said);
      await truth.forget(scopeOf(ada), ada, 'message', said.id);
      const restored = (again?: 'own') =>
        truth.write(ada, [aNewMessage({ externalId: said.id })], undefined, again).then(([receipt]) => receipt!);

      const first = await restored('own');
      const second = await restored();

      expect([first.created, second.created]).toEqual([true, false]);
      expect(second.id).toBe(first.id);
    });

    it('merges memories of one key, but not across audiences', async () => {
      const ada = aPrincipal();
      const grace = aColleagueOf(ada);
      const mergeKey = 'same';
      const first = await writeOne(ada, aNewMemory({}, { mergeKey }));

      const again = await writeOne(grace, aNewMemory({ title: 'Again' }, { mergeKey }));
      const others = [
        await writeOne(ada, aNewMemory({ visibility: 'private' }, { mergeKey })),
        await writeOne(grace, aNewMemory({ visibility: 'private' }, { mergeKey })),
        await writeOne(ada, aNewMemory({ channel: 'ops' }, { mergeKey })),
        await writeOne(ada, aNewMemory({ externalId: 'e' }, { mergeKey })),
      ];

      expect(again).toEqual({ ...first, created: false });
      expect(new Set(others.map(({ id }) => id)).size).toBe(4);
    });

    it('answers a repeated idempotency key as the first time, and only its own principal', async () => {
      const ada = aPrincipal();
      const idempotency = { key: 'k', requestHash: 'h' };
      const first = await truth.write(ada, [aNewMessage()], idempotency);

      const again = await truth.write(ada, [aNewMessage()], idempotency);
      const other = await truth.write(aColleagueOf(ada), [aNewMessage()], idempotency);

      expect(again).toEqual(first);
      expect(other[0]?.id).not.toBe(first[0]?.id);
      expect(await truth.count(scopeOf(ada), { kind: 'message' }, 10)).toBe(2);
    });

    it('refuses an idempotency key with another request', async () => {
      const ada = aPrincipal();
      await truth.write(ada, [aNewMessage()], { key: 'k', requestHash: 'h' });

      const other = truth.write(ada, [aNewMessage()], { key: 'k', requestHash: 'other' });

      await expect(other).rejects.toMatchObject({ code: 'idempotency/mismatch' });
    });

    it('does not remember the key of a request that was refused', async () => {
      const ada = aPrincipal();
      const idempotency = { key: 'k', requestHash: 'h' };
      const taken = aNewMessage({ externalId: 'e' });
      await write(ada, taken);
      const refused = truth.write(ada, [aNewMessage({ externalId: 'e', content: 'other' })], idempotency);
      await expect(refused).rejects.toMatchObject({ code: 'item/conflict' });
      await truth.forget(scopeOf(ada), ada, 'message', taken.id);

      const anew = [aNewMessage({ externalId: 'e', content: 'other' })];
      const receipts = await truth.write(ada, anew, idempotency, 'own');

      expect(receipts).toMatchObject([{ created: true }]);
    });
  });
}
