import { reliabilityOf } from './reliability.ts';

const sure = (confidence: number, isRight: boolean) => ({ confidence, isRight });

describe('reliabilityOf', () => {
  test('sets what each quarter promised beside what it kept', () => {
    const predictions = [
      sure(0.9, true),
      sure(0.1, false),
      sure(0.7, true),
      sure(0.3, false),
      sure(0.6, true),
      sure(0.8, true),
      sure(0.2, false),
      sure(0.4, true),
    ];

    const { n, auroc, quarters } = reliabilityOf(predictions);

    expect(n).toBe(8);
    expect(auroc).toBe(1);
    expect(quarters).toEqual([
      { n: 2, predicted: expect.closeTo(0.15), right: 0 },
      { n: 2, predicted: expect.closeTo(0.35), right: 0.5 },
      { n: 2, predicted: expect.closeTo(0.65), right: 1 },
      { n: 2, predicted: expect.closeTo(0.85), right: 1 },
    ]);
  });

  test('counts every answer once, however they divide', () => {
    for (const n of [1, 2, 3, 5, 7, 9]) {
      const { quarters } = reliabilityOf(Array.from({ length: n }, (_, at) => sure(at / n, at % 2 === 0)));
      expect(quarters.reduce((sum, quarter) => sum + quarter.n, 0)).toBe(n);
    }
  });

  test('knows no order where every answer is right, and nothing of no answers', () => {
    expect(reliabilityOf([sure(0.5, true), sure(0.6, true)]).auroc).toBeUndefined();
    expect(reliabilityOf([])).toEqual({ n: 0, auroc: undefined, quarters: [] });
  });
});
