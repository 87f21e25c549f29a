import { scopeOf, type Principal } from '@cairn/domain';
import type { NewItem, Outbox, Pointer, Truth } from '@cairn/ports';
import { allOf, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { type ItemScan, type ScannedItem, itemPages } from './item-scan.ts';

export interface ItemScanWorld {
  /** The scan of a truth that nobody else writes. */
  readonly itemScan: ItemScan;
  readonly truth: Truth;
  readonly outbox: Outbox;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of `ItemScan` against one adapter. */
export function itemScanContract(adapter: string, make: () => Promise<ItemScanWorld>): void {
  describe(`ItemScan: ${adapter}`, () => {
    let world: ItemScanWorld;
    let ada: Principal;

    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());
    beforeEach(() => {
      ada = aPrincipal();
    });

    const write = async (author: Principal, ...items: NewItem[]): Promise<Pointer[]> => {
      await world.truth.write(author, items);
      return items.map(({ kind, id }) => ({ orgId: author.orgId, kind, id }));
    };
    const pointersOf = (held: readonly ScannedItem[]) => held.map(({ orgId, kind, id }) => ({ orgId, kind, id }));
    const heldBy = async (holder: Principal): Promise<ScannedItem[]> => {
      const pages = await allOf(itemPages(world.itemScan, holder.orgId));
      return pages.flat();
    };

    it('goes through the items of all organisations in the order of arrival, from where one stopped', async () => {
      const start = await world.itemScan.last();
      const grace = aPrincipal();
      const written = [
        ...(await write(ada, aNewMessage({ timestamp: 9 }), aNewMemory())),
        ...(await write(grace, aNewMessage({ timestamp: 1 }))),
        ...(await write(ada, aNewMemory({ title: 'Another' }))),
      ];

      const first = await world.itemScan.after({ place: start, limit: 3 });
      const rest = await world.itemScan.after({ place: first.at(-1)!.place, limit: 3 });

      expect(pointersOf([...first, ...rest])).toEqual(written);
      expect(await world.itemScan.last()).toBe(rest.at(-1)!.place);
      expect(await world.itemScan.after({ place: rest.at(-1)!.place, limit: 3 })).toEqual([]);
    });

    it('knows each version, and what was forgotten', async () => {
      const [kept, forgotten] = await write(ada, aNewMessage(), aNewMessage({ content: 'Never mind.' }));
      await world.truth.forget(scopeOf(ada), ada, 'message', forgotten!.id);

      const held = await heldBy(ada);

      expect(held).toEqual([
        { ...kept, place: expect.any(Number), version: 1, isDeleted: false },
        { ...forgotten, place: expect.any(Number), version: 2, isDeleted: true },
      ]);
    });

    it('goes through all items of one organisation, many of one time too', async () => {
      const some = Array.from({ length: 400 }, (_, at) => aNewMessage({ content: `n ${at}`, timestamp: 1 + (at % 3) }));
      const memories = Array.from({ length: 100 }, (_, at) => aNewMemory({ title: `n ${at}` }));
      const others = Array.from({ length: 600 }, (_, at) => aNewMessage({ content: `m ${at}`, timestamp: 7 }));
      const written = await write(ada, ...some, ...memories, ...others);
      await write(aPrincipal(), aNewMessage());

      const held = await heldBy(ada);

      const byId = (a: Pointer, b: Pointer) => (a.id < b.id ? -1 : 1);
      expect(pointersOf(held).sort(byId)).toEqual(written.sort(byId));
    });

    it('names the organisations one after the other', async () => {
      const three = [aPrincipal(), aPrincipal(), aPrincipal()].sort((a, b) => (a.orgId < b.orgId ? -1 : 1));
      for (const principal of three) await write(principal, aNewMessage());
      const [one, two, last] = three.map(({ orgId }) => orgId);

      expect(await world.itemScan.nextOrganisation({ after: one })).toBe(two);
      expect(await world.itemScan.nextOrganisation({ after: two })).toBe(last);
      expect(await world.itemScan.nextOrganisation({ after: last })).toBeUndefined();
      expect(await world.itemScan.nextOrganisation({})).toBeDefined();
    });

    it('knows what has an index switched off, until it is announced, and never calls that pending', async () => {
      const [off, indexed, forgotten] = await write(
        ada,
        aNewMemory(),
        aNewMemory({ title: 'b' }),
        aNewMemory({ title: 'c' }),
      );
      await world.truth.markIndexed(indexed!, 'vectors', 1);
      for (const each of [off!, indexed!, forgotten!]) await world.truth.markOff(each, 'vectors', 1);
      await world.truth.forget(scopeOf(ada), ada, 'memory', forgotten!.id);
      await world.truth.markOff(forgotten!, 'vectors', 1);
      const states = async () =>
        (await world.truth.indexStates([off!, indexed!, forgotten!])).map(({ vectors }) => vectors);
      const ours = async () =>
        (await world.itemScan.off({ target: 'vectors', limit: 1000 })).filter(({ orgId }) => orgId === ada.orgId);

      const [whileOff, listed, stats] = [await states(), await ours(), await world.truth.stats(scopeOf(ada))];
      await world.itemScan.announce({ pointers: listed, target: 'vectors' });

      expect(whileOff).toEqual(['off', 'indexed', 'pending']);
      expect(listed).toEqual([off]);
      expect(stats.index).toMatchObject({ off: { vectors: 1 }, dead: { vectors: 0 } });
      expect(await states()).toEqual(['pending', 'indexed', 'pending']);
      expect(await ours()).toEqual([]);
    });

    it('announces items again for one target, which are pending until they are indexed', async () => {
      const [pointer, other] = await write(ada, aNewMemory(), aNewMemory({ title: 'Another' }));
      for (const each of [pointer!, other!]) {
        await world.truth.markIndexed(each, 'vectors', 1);
        await world.truth.markIndexed(each, 'words', 1);
      }
      const claim = () => world.outbox.claim(['memory.written.vectors', 'memory.written.words'], 1000, 60_000);
      await world.outbox.complete((await claim()).map(({ id }) => id));
      const unknown = { ...pointer!, id: aNewMemory().id };

      const announced = await world.itemScan.announce({ pointers: [pointer!, unknown], target: 'vectors' });

      expect(announced).toBe(1);
      expect(await claim()).toMatchObject([
        { pattern: 'memory.written.vectors', payload: { orgId: ada.orgId, id: pointer!.id, version: 1 } },
      ]);
      const states = () => world.truth.indexStates([pointer!, other!]);
      expect(await states()).toEqual([
        { words: 'indexed', vectors: 'pending' },
        { words: 'indexed', vectors: 'indexed' },
      ]);
      await world.truth.markIndexed(pointer!, 'vectors', 1);
      expect((await states())[0]).toEqual({ words: 'indexed', vectors: 'indexed' });
    });
  });
}
