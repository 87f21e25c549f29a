import type { ItemId } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import type { Outbox, Truth } from '@cairn/ports';
import { aNewMemory, aPrincipal, type SettableClock } from '@cairn/testing';
import type { RuleStops } from './rule-stops.ts';

export interface RuleStopsWorld {
  readonly ruleStops: RuleStops;
  readonly truth: Truth;
  readonly outbox: Outbox;
  readonly clock: SettableClock;
  /** Returns every row of every table, each after the name of its table. */
  readonly dump: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of `ruleStops` against one adapter; `make` opens an empty store with truth and outbox. */
export function ruleStopsContract(adapter: string, make: () => Promise<RuleStopsWorld>): void {
  describe(`${adapter} keeps the promises of rule stops`, () => {
    let world: RuleStopsWorld;

    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());

    async function aRuleOf(ada = aPrincipal()) {
      const rule = aNewMemory({ category: 'rule' });
      await world.truth.write(ada, [rule]);
      return { ada, memoryId: rule.id as ItemId };
    }

    const announced = async () => {
      const deliveries = await world.outbox.claim(['rule.stopped.webhooks'], 100, 60_000);
      await world.outbox.complete(deliveries.map(({ id }) => id));
      return deliveries.map(({ payload }) => payload);
    };
    const rowsOf = async (memoryId: ItemId) =>
      (await world.dump()).filter((row) => row.startsWith('rule_stop ') && row.includes(memoryId));

    it('adds up the stops of a day in one row, and announces each', async () => {
      const { ada, memoryId } = await aRuleOf();
      const { orgId, principalId } = ada;

      await world.ruleStops.add({ orgId, stops: [{ memoryId, principalId, times: 2 }] });
      await world.ruleStops.add({ orgId, stops: [{ memoryId, principalId, times: 3 }] });

      const events = await announced();
      expect(events).toHaveLength(2);
      for (const times of [2, 3])
        expect(events).toContainEqual(expect.objectContaining({ orgId, memoryId, principalId, times }));
      expect(await rowsOf(memoryId)).toEqual([expect.stringMatching(/\b5\b/)]);
    });

    it('counts nothing of a forgotten rule or of another organisation, and forgets the counts with the rule', async () => {
      const [{ ada, memoryId }, eve] = [await aRuleOf(), aPrincipal()];
      const stops = [{ memoryId, principalId: ada.principalId, times: 1 }];

      await world.ruleStops.add({ orgId: eve.orgId, stops });
      expect(await announced()).toEqual([]);
      await world.ruleStops.add({ orgId: ada.orgId, stops });
      expect(await rowsOf(memoryId)).toHaveLength(1);
      await world.truth.forget(scopeOf(ada), ada, 'memory', memoryId);
      expect(await rowsOf(memoryId)).toEqual([]);
      await world.ruleStops.add({ orgId: ada.orgId, stops });
      expect(await rowsOf(memoryId)).toEqual([]);
    });
  });
}
