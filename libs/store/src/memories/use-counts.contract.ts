import type { ItemId } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { Truth } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal, type SettableClock } from '@cairn/testing';
import type { UseCounts, CountedUses } from './use-counts.ts';

export interface UseCountsWorld {
  readonly uses: UseCounts;
  readonly truth: Truth;
  readonly clock: SettableClock;
  /** Returns every row of every table, each after the name of its table. */
  readonly dump: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

const recalled = (memoryId: ItemId, times = 1): CountedUses => ({ memoryId, kind: 'recall', times });

/** Runs the contract suite of `UseCounts` against one adapter; `make` opens an empty store and its truth. */
export function useCountsContract(adapter: string, make: () => Promise<UseCountsWorld>): void {
  describe(`${adapter} keeps the promises of use counts`, () => {
    let world: UseCountsWorld;
    let uses: UseCounts;

    beforeAll(async () => {
      world = await make();
      ({ uses } = world);
    });
    afterAll(() => world.close());

    async function memoriesOf(author: Principal, ...fields: Parameters<typeof aNewMemory>[]): Promise<ItemId[]> {
      const memories = fields.map((each) => aNewMemory(...each));
      await world.truth.write(author, memories);
      return memories.map(({ id }) => id as ItemId);
    }

    it('adds the uses of a memory by kind of answer, and knows since when', async () => {
      const ada = aPrincipal();
      const [id] = await memoriesOf(ada, [{}]);
      world.clock.set(1_000);
      await uses.add({ orgId: ada.orgId, uses: [recalled(id!, 2), { memoryId: id!, kind: 'why', times: 1 }] });
      world.clock.set(2_000);
      await uses.add({ orgId: ada.orgId, uses: [recalled(id!, 3)] });

      const told = [{ id, times: 6, since: 1_000, by: { recall: 5, why: 1 } }];
      expect(await uses.of({ scope: scopeOf(aColleagueOf(ada)), memoryIds: [id!] })).toEqual(told);
    });

    it('changes no version, and counts nothing but memories of the organisation', async () => {
      const [ada, eve] = [aPrincipal(), aPrincipal()];
      const [id] = await memoriesOf(ada, [{}]);
      const message = aNewMessage();
      await world.truth.write(ada, [message]);
      const before = await world.truth.find(scopeOf(ada), 'memory', id!);

      await uses.add({ orgId: eve.orgId, uses: [recalled(id!)] });
      await uses.add({ orgId: ada.orgId, uses: [recalled(message.id), recalled(eve.principalId as string as ItemId)] });
      expect(await uses.of({ scope: scopeOf(ada), memoryIds: [id!, message.id] })).toEqual([]);
      expect(await uses.of({ scope: scopeOf(eve), memoryIds: [id!] })).toEqual([]);

      await uses.add({ orgId: ada.orgId, uses: [recalled(id!)] });
      expect(await world.truth.find(scopeOf(ada), 'memory', id!)).toEqual(before);
    });

    it('tells the uses of a memory only to those who see it', async () => {
      const ada = aPrincipal();
      const [hidden, open] = await memoriesOf(ada, [{}, { visibility: 'private' }], [{}]);
      await uses.add({ orgId: ada.orgId, uses: [recalled(hidden!, 9), recalled(open!)] });
      const colleague = scopeOf(aColleagueOf(ada));
      const filter = { kind: 'memory' } as const;

      expect((await uses.of({ scope: colleague, memoryIds: [hidden!, open!] })).map(({ id }) => id)).toEqual([open]);
      expect(await uses.most({ scope: colleague, filter, limit: 1 })).toEqual([open]);
      expect(await uses.most({ scope: scopeOf(ada), filter, limit: 1 })).toEqual([hidden]);
    });

    it('names the most used memories of a filter first, each once', async () => {
      const ada = aPrincipal();
      const [rule, fact, other, unused] = await memoriesOf(
        ada,
        ...(['rule', 'fact', 'rule', 'rule'] as const).map((category) => [{ category }] as [object]),
      );
      const twice = { memoryId: other!, kind: 'wake', times: 4 } as const;
      await uses.add({ orgId: ada.orgId, uses: [recalled(rule!, 2), recalled(fact!, 5), recalled(other!, 3), twice] });

      const rules = { kind: 'memory', categories: ['rule'] } as const;
      expect(await uses.most({ scope: scopeOf(ada), filter: rules, limit: 10 })).toEqual([other, rule]);
      expect(await uses.of({ scope: scopeOf(ada), memoryIds: [unused!] })).toEqual([]);
    });

    it('forgets the uses with the memory, and counts none afterwards', async () => {
      const ada = aPrincipal();
      const [id] = await memoriesOf(ada, [{}]);
      await uses.add({ orgId: ada.orgId, uses: [recalled(id!)] });
      await world.truth.forget(scopeOf(ada), ada, 'memory', id!);
      const counts = async () =>
        (await world.dump()).filter((row) => row.startsWith('memory_use ') && row.includes(id!));
      expect(await counts()).toEqual([]);

      await uses.add({ orgId: ada.orgId, uses: [recalled(id!)] });
      expect(await counts()).toEqual([]);
    });

    it('adds in any order beside other writers of the same memories', async () => {
      const ada = aPrincipal();
      const ids = await memoriesOf(ada, ...Array.from({ length: 40 }, () => [{}] as [object]));
      const [kept, gone] = [ids.slice(0, 20), ids.slice(20)];
      const added = Array.from({ length: 12 }, (_, at) =>
        uses.add({ orgId: ada.orgId, uses: (at % 2 === 0 ? ids : ids.toReversed()).map((id) => recalled(id)) }),
      );
      const forgotten = gone.map((id) => world.truth.forget(scopeOf(ada), ada, 'memory', id));
      await Promise.all([...added, ...forgotten]);

      const told = await uses.of({ scope: scopeOf(ada), memoryIds: ids });
      expect(new Set(told.map(({ id }) => id))).toEqual(new Set(kept));
      expect(told.map(({ times }) => times)).toEqual(kept.map(() => 12));
    });
  });
}
