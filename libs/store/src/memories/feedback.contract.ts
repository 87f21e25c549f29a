import type { ItemId } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import type { Outbox, Truth } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal, type SettableClock } from '@cairn/testing';
import type { Feedback } from './feedback.ts';
import type { Lifecycle } from './lifecycle.ts';

export interface FeedbackWorld {
  readonly feedback: Feedback;
  readonly lifecycle: Lifecycle;
  readonly truth: Truth;
  readonly outbox: Outbox;
  readonly clock: SettableClock;
  readonly close: () => Promise<void>;
}

const DAY_MS = 86_400_000;
const NOTHING = { used: 0, helpful: 0, wrong: 0, outdated: 0 };

/** Runs the contract suite of `Feedback` against one adapter; `make` opens an empty store and its truth. */
export function feedbackContract(adapter: string, make: () => Promise<FeedbackWorld>): void {
  describe(`${adapter} keeps the promises of feedback`, () => {
    let world: FeedbackWorld;
    let feedback: Feedback;

    beforeAll(async () => {
      world = await make();
      ({ feedback } = world);
    });
    afterAll(() => world.close());

    /** A memory in a new organisation, its writer and a colleague. */
    async function aMemoryOf(overrides: Parameters<typeof aNewMemory>[1] = {}) {
      const ada = aPrincipal();
      const memory = aNewMemory({}, overrides);
      await world.truth.write(ada, [memory]);
      return { ada, grace: aColleagueOf(ada), id: memory.id as ItemId };
    }

    it('keeps one of a principal, memory and day: the last', async () => {
      const { ada, grace, id } = await aMemoryOf();
      world.clock.set(10 * DAY_MS);
      expect(await feedback.give({ scope: scopeOf(ada), memoryId: id, kind: 'wrong' })).toBe(true);
      world.clock.set(11 * DAY_MS - 1);
      await feedback.give({ scope: scopeOf(ada), memoryId: id, kind: 'used' });
      await feedback.give({ scope: scopeOf(grace), memoryId: id, kind: 'used' });

      expect(await feedback.counts({ scope: scopeOf(grace), memoryIds: [id] })).toEqual([{ id, ...NOTHING, used: 2 }]);

      world.clock.set(11 * DAY_MS);
      await feedback.give({ scope: scopeOf(ada), memoryId: id, kind: 'outdated' });
      expect(await feedback.counts({ scope: scopeOf(ada), memoryIds: [id] })).toEqual([
        { id, ...NOTHING, used: 2, outdated: 1 },
      ]);
    });

    it('takes none of what the scope does not see, and tells of none', async () => {
      const { ada, grace, id } = await aMemoryOf({ visibility: 'private' });
      const message = aNewMessage();
      await world.truth.write(ada, [message]);
      await feedback.give({ scope: scopeOf(ada), memoryId: id, kind: 'helpful' });

      for (const other of [grace, aPrincipal()]) {
        expect(await feedback.give({ scope: scopeOf(other), memoryId: id, kind: 'wrong' })).toBe(false);
        expect(await feedback.counts({ scope: scopeOf(other), memoryIds: [id] })).toEqual([]);
      }
      expect(await feedback.give({ scope: scopeOf(ada), memoryId: message.id, kind: 'used' })).toBe(false);
      expect(await feedback.counts({ scope: scopeOf(ada), memoryIds: [id] })).toEqual([{ id, ...NOTHING, helpful: 1 }]);
    });

    it('changes no version', async () => {
      const { ada, id } = await aMemoryOf();
      const before = await world.truth.find(scopeOf(ada), 'memory', id);

      await feedback.give({ scope: scopeOf(ada), memoryId: id, kind: 'helpful' });

      expect(await world.truth.find(scopeOf(ada), 'memory', id)).toEqual(before);
    });

    it('moves the strength that a memory is read with, in bounds, and says so by an event', async () => {
      const { ada, id } = await aMemoryOf();
      const strength = async () => {
        await feedback.updateStrength({ orgId: ada.orgId, memoryId: id });
        const found = await world.truth.find(scopeOf(ada), 'memory', id);
        return found?.kind === 'memory' && found.strength;
      };
      expect(await strength()).toBe(0.8);

      await feedback.give({ scope: scopeOf(ada), memoryId: id, kind: 'helpful' });
      const delivered = await world.outbox.claim(['memory.feedback.strength'], 100, 60_000);
      expect(delivered.map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ orgId: ada.orgId, memoryId: id }),
      );
      expect([await strength(), await strength()]).toEqual([0.85, 0.85]);
      expect(await world.truth.candidateFeatures(scopeOf(ada), 'memory', [id])).toEqual([
        expect.objectContaining({ id, strength: 0.85 }),
      ]);

      for (let at = 0; at < 9; at++)
        await feedback.give({ scope: scopeOf(aColleagueOf(ada)), memoryId: id, kind: 'outdated' });
      expect(await strength()).toBe(0.1);
      for (let at = 0; at < 60; at++)
        await feedback.give({ scope: scopeOf(aColleagueOf(ada)), memoryId: id, kind: 'helpful' });
      expect(await strength()).toBe(1);
      await expect(feedback.updateStrength({ orgId: aPrincipal().orgId, memoryId: id })).resolves.toBeUndefined();
    });

    it('moves the strength from where somebody set it, which makes no version and no revision', async () => {
      const { ada, grace, id } = await aMemoryOf();
      const scope = scopeOf(ada);
      const derived = aNewMemory().derived;
      const set = (strength: number, more = {}) =>
        world.lifecycle.change({ scope, author: ada, id, ifVersion: 1, fields: { strength, ...more }, derived });
      const found = async () => world.truth.find(scope, 'memory', id);
      await feedback.give({ scope, memoryId: id, kind: 'wrong' });
      await feedback.updateStrength({ orgId: ada.orgId, memoryId: id });

      expect(await set(0.9)).toMatchObject({ outcome: 'done', version: 1 });
      expect(await found()).toMatchObject({ strength: 0.9, version: 1 });
      expect(await world.lifecycle.revisions({ scope, id, limit: 5 })).toEqual([]);
      await feedback.give({ scope: scopeOf(grace), memoryId: id, kind: 'helpful' });
      await feedback.updateStrength({ orgId: ada.orgId, memoryId: id });
      expect(await found()).toMatchObject({ strength: 0.95 });
      expect(await world.truth.stats(scope)).toMatchObject({
        strongest: [{ memoryId: id, strength: 0.95 }],
        memories: { meanStrength: 0.95 },
      });

      expect(await set(0.5, { provenance: { ticket: 'A-1' } })).toMatchObject({ outcome: 'done', version: 2 });
      expect(await found()).toMatchObject({ strength: 0.5, version: 2, provenance: { ticket: 'A-1' } });
      expect(await set(1)).toEqual({ outcome: 'stale', version: 2 });
      expect(await found()).toMatchObject({ strength: 0.5 });
    });

    it('is over for a memory that is forgotten', async () => {
      const { ada, id } = await aMemoryOf();
      await feedback.give({ scope: scopeOf(ada), memoryId: id, kind: 'helpful' });
      await world.truth.forget(scopeOf(ada), ada, 'memory', id);

      expect(await feedback.give({ scope: scopeOf(ada), memoryId: id, kind: 'used' })).toBe(false);
      expect(await feedback.counts({ scope: scopeOf(ada), memoryIds: [id] })).toEqual([]);
    });
  });
}
