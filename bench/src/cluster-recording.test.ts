import fc from 'fast-check';
import { wavesOf, type Span } from './cluster-recording.ts';

const call = (from: number, to: number): Span => ({ from, to });

describe('wavesOf', () => {
  test('puts together what was under way together, and apart what waited for an answer', () => {
    const [search, statistics, secondLook] = [call(0, 5), call(1, 9), call(10, 12)];

    expect(wavesOf([search, statistics, secondLook])).toEqual([[search, statistics], [secondLook]]);
    expect(wavesOf([call(0, 5), call(5, 9)])).toHaveLength(2);
    expect(wavesOf([])).toEqual([]);
  });

  test('keeps every call once and in order, and lets none of a wave begin after an answer of it', () => {
    const spans = fc.array(fc.tuple(fc.nat(100), fc.integer({ min: 1, max: 50 })));
    fc.assert(
      fc.property(spans, (drawn) => {
        const calls = drawn.map(([from, length]) => call(from, from + length)).toSorted((a, b) => a.from - b.from);

        const waves = wavesOf(calls);

        expect(waves.flat()).toEqual(calls);
        for (const wave of waves) {
          const firstAnswer = Math.min(...wave.map(({ to }) => to));
          expect(wave.every(({ from }) => from < firstAnswer)).toBe(true);
        }
      }),
    );
  });
});
