import type { Memory } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import type { Truth } from '@cairn/ports';
import { aColleagueOf, aNewMemory, aPrincipal } from '@cairn/testing';
import type { Patterns } from './patterns.ts';

export interface PatternsWorld {
  readonly patterns: Patterns;
  readonly truth: Truth;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of `Patterns` against one adapter; `make` opens an empty store and its truth. */
export function patternsContract(adapter: string, make: () => Promise<PatternsWorld>): void {
  describe(`${adapter} keeps the promises of patterns`, () => {
    let world: PatternsWorld;

    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());

    it('moves a confidence for whoever sees it, without a version unless there are new tags', async () => {
      const ada = aPrincipal();
      const memory = aNewMemory({ confidence: 0.3, tags: ['a'] });
      await world.truth.write(ada, [memory]);
      const grace = scopeOf(aColleagueOf(ada));
      const found = async () => (await world.truth.find(grace, 'memory', memory.id)) as Memory;
      const move = async (confidence: number, tags: string[]) => {
        const from = await found();
        return () =>
          world.patterns.move({
            scope: grace,
            id: memory.id,
            move: { from, confidence, tags, provenance: { at: 'now' } },
          });
      };

      const [first, late] = [await move(0.4, ['a']), await move(0.5, ['a'])];
      expect([await first(), await late()]).toEqual([true, false]);
      expect(await found()).toMatchObject({ version: 1, declaredConfidence: 0.4, provenance: { at: 'now' } });

      expect(await (await move(0.6, ['a', 'b']))()).toBe(true);
      expect(await found()).toMatchObject({ version: 2, declaredConfidence: 0.6, tags: ['a', 'b'] });

      const elsewhere = { from: await found(), confidence: 1, tags: [], provenance: {} };
      expect(await world.patterns.move({ scope: scopeOf(aPrincipal()), id: memory.id, move: elsewhere })).toBe(false);
    });
  });
}
