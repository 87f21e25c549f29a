import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RENEWAL_HITS, raiseNewer, type Renewals } from './raise-newer.ts';

interface Hit {
  readonly ranked: { readonly id: string; readonly rankScore: number; readonly score: number; readonly parts: [] };
}
const hits = (length: number): Hit[] =>
  Array.from({ length }, (_, at) => ({ ranked: { id: String(at), rankScore: 1 - at / 100, score: 0.5, parts: [] } }));
const ids = (all: readonly Hit[]) => all.map(({ ranked }) => ranked.id);
type Renewal = number | 'declared';

/** Pairs of hits of which the first renews the second, with the certainty. */
function renewing(...pairs: readonly (readonly [newer: number, older: number, renewal: Renewal])[]): Renewals<Hit> {
  const of = (newer: Hit, older: Hit): Renewal =>
    pairs.find(([one, other]) => newer.ranked.id === String(one) && older.ranked.id === String(other))?.[2] ?? 0;
  return {
    isDeclared: (newer, older) => of(newer, older) === 'declared',
    certaintyOf: (newer, older) => {
      const renewal = of(newer, older);
      return renewal === 'declared' ? 1 : renewal;
    },
  };
}

describe('newer first', () => {
  it('raises what renews a hit right above it, with a part that tells why', () => {
    const ordered = raiseNewer(hits(5), renewing([3, 1, 0.8]));
    expect(ids(ordered)).toEqual(['0', '3', '1', '2', '4']);
    expect(ordered[1]!.ranked).toMatchObject({
      rankScore: 0.99,
      parts: [{ signal: 'renewal', value: expect.closeTo(0.02), weight: 1 }],
    });
  });

  it('raises the surest first, two at most, and only what fits the question nearly as well', () => {
    const renews = renewing([2, 0, 0.6], [3, 0, 0.9], [4, 0, 0.5], [5, 1, 0.9]);
    expect(ids(raiseNewer(hits(6), renews))).toEqual(['3', '2', '0', '1', '4', '5']);
    const unfit = hits(6).map((hit, at) => (at === 3 ? { ranked: { ...hit.ranked, score: 0.3 } } : hit));
    expect(ids(raiseNewer(unfit, renews))).toEqual(['2', '4', '0', '1', '3', '5']);
  });

  it('leaves alone what stands above already, and what is too deep to be sure', () => {
    expect(ids(raiseNewer(hits(3), renewing([0, 1, 1])))).toEqual(['0', '1', '2']);
    expect(ids(raiseNewer(hits(9), renewing([8, 0, 0.15])))).toEqual(ids(hits(9)));
    expect(ids(raiseNewer(hits(12), renewing([11, 0, 1])))).toEqual(ids(hits(12)));
    expect(ids(raiseNewer(hits(6), renewing([4, 3, 1])))).toEqual(ids(hits(6)));
  });

  it('raises all that is declared, through chains', () => {
    const chain = renewing([2, 0, 'declared'], [1, 2, 'declared'], [4, 3, 'declared']);
    expect(ids(raiseNewer(hits(5), chain))).toEqual(['1', '2', '0', '4', '3']);
    expect(ids(raiseNewer(hits(5), renewing([4, 2, 'declared'], [2, 0, 'declared'])))).toEqual([
      '4',
      '2',
      '0',
      '1',
      '3',
    ]);
  });
});

describe('laws', () => {
  const pair = fc.tuple(
    fc.nat(14),
    fc.nat(14),
    fc.oneof(fc.double({ min: 0, max: 1.4, noNaN: true }), fc.constant('declared' as const)),
  );
  // Renewing hits are always newer, so no cycles of pairs can form.
  const pairs = fc
    .array(
      pair.filter(([newer, older]) => newer !== older),
      { maxLength: 12 },
    )
    .map((all) => {
      const ages = [7, 2, 11, 0, 9, 4, 13, 1, 6, 14, 3, 8, 12, 5, 10];
      return all.filter(([newer, older]) => ages[newer]! > ages[older]!);
    });

  it('it is the same hits, in the order of their rankScore, and none is below its declared predecessor', () => {
    fc.assert(
      fc.property(pairs, fc.integer({ min: 0, max: 15 }), (all, length) => {
        const renews = renewing(...all);
        const ordered = raiseNewer(hits(length), renews);
        expect(ids(ordered).sort()).toEqual(ids(hits(length)).sort());
        const scores = ordered.map(({ ranked }) => ranked.rankScore);
        expect(scores).toEqual([...scores].sort((one, other) => other - one));
        const compared = ordered.slice(0, RENEWAL_HITS);
        const wrong = compared.filter((newer, at) =>
          compared.slice(0, at).some((older) => renews.isDeclared(newer, older)),
        );
        expect(ids(wrong)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
