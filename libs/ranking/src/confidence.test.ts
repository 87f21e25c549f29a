import fc from 'fast-check';
import { answerLength } from './answer-length.ts';
import { confidenceOf, isOffTopic, softmaxOf, topicalityOf } from './confidence.ts';
import type { Ranked } from './signals/candidate.ts';

const rankedAt = (...rankScores: number[]): Ranked[] =>
  rankScores
    .toSorted((a, b) => b - a)
    .map((rankScore, at) => ({ id: String(at), rankScore, score: Math.max(0, Math.min(1, rankScore)), parts: [] }));
const rankings = fc
  .array(fc.double({ min: -1, max: 2, noNaN: true }), { maxLength: 60 })
  .map((rankScores) => rankedAt(...rankScores));

describe('confidence', () => {
  it('is high for a first hit well ahead, low for one among equals, 0 without hits', () => {
    expect(confidenceOf(rankedAt(1.2, 0.5, 0.5, 0.5))).toBeGreaterThan(0.8);
    expect(confidenceOf(rankedAt(...Array<number>(20).fill(0.5)))).toBeLessThan(0.25);
    expect(confidenceOf([])).toBe(0);
  });

  it('is within 0 and 1 and does not fall when the first hit rises', () => {
    fc.assert(
      fc.property(rankings, fc.double({ min: 0, max: 1, noNaN: true }), (ranked, rise) => {
        const [first, ...rest] = ranked;
        const before = confidenceOf(ranked);
        expect(before >= 0 && before <= 1).toBe(true);
        if (first)
          expect(confidenceOf([{ ...first, rankScore: first.rankScore + rise }, ...rest])).toBeGreaterThanOrEqual(
            before - 1e-12,
          );
      }),
    );
  });

  it('does not depend on where the scores stand, only on their distances', () => {
    expect(confidenceOf(rankedAt(0.9, 0.7, 0.3))).toBeCloseTo(confidenceOf(rankedAt(0.4, 0.2, -0.2)), 10);
  });
});

describe('topicality', () => {
  it('is the best absolute score, wherever it stands', () => {
    const [first, second] = rankedAt(0.9, 0.2);
    expect(
      topicalityOf([
        { ...first!, score: 0.1 },
        { ...second!, score: 0.4 },
      ]),
    ).toBe(0.4);
    expect(topicalityOf([])).toBe(0);
  });

  it('is more where the question names the person or the place of a hit, and other signals change nothing of it', () => {
    const named = (signal: string, score = 0.2) => {
      const part = { signal, value: 1, weight: 0.15, points: 0.15 };
      return topicalityOf([{ ...rankedAt(0.9)[0]!, score, parts: [part] }]);
    };
    expect(named('speaker')).toBeCloseTo(0.35);
    expect(named('place')).toBeCloseTo(0.35);
    expect(named('coverage')).toBe(0.2);
    expect(named('speaker', 0.95)).toBe(1);
  });

  it('calls a topic foreign only where even the best is near nothing, and never what found nothing', () => {
    expect(isOffTopic(rankedAt(0.14, 0.05))).toBe(true);
    expect(isOffTopic(rankedAt(0.16, 0.05))).toBe(false);
    expect(isOffTopic([])).toBe(false);
  });

  it('wants the best to be the nearer, the more of the words nobody has used', () => {
    const isFar = (similarity: number, share: number, texts = 1_000) =>
      isOffTopic(rankedAt(similarity), { share, texts });
    expect([0, 0.3, 0.6, 1].map((share) => isFar(0.2, share))).toEqual([false, false, true, true]);
    expect([isFar(0.39, 1), isFar(0.41, 1)]).toEqual([true, false]);
    expect([2, 100, 200].map((texts) => isFar(0.3, 1, texts))).toEqual([false, false, true]);
  });
});

describe('the length of an answer', () => {
  it('is short where the first are clear, and as long as it may be where all are alike', () => {
    expect(answerLength(rankedAt(1.5, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4, 0.4), 8)).toBe(3);
    expect(answerLength(rankedAt(...Array<number>(30).fill(0.5)), 8)).toBe(8);
    expect(answerLength(rankedAt(0.9, 0.9, 0.9, 0.9, 0.9, 0.1, 0.1, 0.1), 8)).toBe(5);
  });

  it('never exceeds what is asked', () => {
    fc.assert(
      fc.property(rankings, fc.integer({ min: 1, max: 20 }), (ranked, most) => {
        expect(answerLength(ranked, most)).toBeLessThanOrEqual(most);
      }),
    );
  });

  it('weighs hits so that they sum to 1', () => {
    fc.assert(
      fc.property(rankings, (ranked) => {
        const sum = softmaxOf(ranked).reduce((total, share) => total + share, 0);
        expect(sum).toBeCloseTo(ranked.length === 0 ? 0 : 1, 9);
      }),
    );
  });
});
