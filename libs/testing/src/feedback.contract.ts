import { scopeOf, type ItemId } from '@cairn/contracts';
import type { Feedback, Truth } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal, type SettableClock } from './builders.ts';

export interface FeedbackWorld {
  readonly feedback: Feedback;
  readonly truth: Truth;
  readonly clock: SettableClock;
  readonly close: () => Promise<void>;
}

const DAY_MS = 86_400_000;
const NOTHING = { used: 0, helpful: 0, wrong: 0, outdated: 0 };

/** What the port `Feedback` promises, held against one adapter: `make` gives an empty store and the truth beside it. */
export function feedbackContract(adapter: string, make: () => Promise<FeedbackWorld>): void {
  describe(`${adapter} keeps the promises of feedback`, () => {
    let world: FeedbackWorld;
    let feedback: Feedback;

    beforeAll(async () => {
      world = await make();
      ({ feedback } = world);
    });
    afterAll(() => world.close());

    /** A memory of an organisation of its own, its writer and a colleague. */
    async function aMemoryOf(overrides: Parameters<typeof aNewMemory>[1] = {}) {
      const ada = aPrincipal();
      const memory = aNewMemory({}, overrides);
      await world.truth.write(ada, [memory]);
      return { ada, grace: aColleagueOf(ada), id: memory.id as ItemId };
    }

    it('keeps one of a principal, memory and day: the last', async () => {
      const { ada, grace, id } = await aMemoryOf();
      world.clock.set(10 * DAY_MS);
      expect(await feedback.give(scopeOf(ada), id, 'wrong')).toBe(true);
      world.clock.set(11 * DAY_MS - 1);
      await feedback.give(scopeOf(ada), id, 'used');
      await feedback.give(scopeOf(grace), id, 'used');

      expect(await feedback.counts(scopeOf(grace), [id])).toEqual([{ id, ...NOTHING, used: 2 }]);

      world.clock.set(11 * DAY_MS);
      await feedback.give(scopeOf(ada), id, 'outdated');
      expect(await feedback.counts(scopeOf(ada), [id])).toEqual([{ id, ...NOTHING, used: 2, outdated: 1 }]);
    });

    it('takes none of what the scope does not see, and tells of none', async () => {
      const { ada, grace, id } = await aMemoryOf({ visibility: 'private' });
      const message = aNewMessage();
      await world.truth.write(ada, [message]);
      await feedback.give(scopeOf(ada), id, 'helpful');

      for (const other of [grace, aPrincipal()]) {
        expect(await feedback.give(scopeOf(other), id, 'wrong')).toBe(false);
        expect(await feedback.counts(scopeOf(other), [id])).toEqual([]);
      }
      expect(await feedback.give(scopeOf(ada), message.id, 'used')).toBe(false);
      expect(await feedback.counts(scopeOf(ada), [id])).toEqual([{ id, ...NOTHING, helpful: 1 }]);
    });

    it('changes no version', async () => {
      const { ada, id } = await aMemoryOf();
      const before = await world.truth.find(scopeOf(ada), 'memory', id);

      await feedback.give(scopeOf(ada), id, 'helpful');

      expect(await world.truth.find(scopeOf(ada), 'memory', id)).toEqual(before);
    });

    it('is over for a memory that is forgotten', async () => {
      const { ada, id } = await aMemoryOf();
      await feedback.give(scopeOf(ada), id, 'helpful');
      await world.truth.forget(scopeOf(ada), ada, 'memory', id);

      expect(await feedback.give(scopeOf(ada), id, 'used')).toBe(false);
      expect(await feedback.counts(scopeOf(ada), [id])).toEqual([]);
    });
  });
}
