import { changeHead, comparisonText } from './quality-text.ts';

const change = (mean: number, low: number, high: number) => ({ mean, low, high });

describe('comparisonText', () => {
  const changes = {
    'R@10': change(0.0348, 0.0228, 0.0475),
    MRR: change(-0.01, -0.02, -0.005),
    'nDCG@10': change(-0.000001, -0.01, 0.01),
  };

  test('says points with their interval, and a star where it leaves out 0', () => {
    const text = comparisonText('chat messages-own', { n: 934, changes, onlyOld: 0, onlyNew: 0 });

    expect(text).toContain('934  +3.48 [+2.28, +4.75] *');
    expect(text).toContain('-1.00 [-2.00, -0.50] *');
    expect(text).toMatch(/ 0\.00 \[-1\.00, \+1\.00\]$/);
  });

  test('stands under its head', () => {
    const row = comparisonText('chat', { n: 1, changes, onlyOld: 0, onlyNew: 0 });
    expect(row.indexOf('-1.00 [-2.00')).toBe(changeHead('of').indexOf('MRR'));
  });

  test('says what could not be compared', () => {
    const text = comparisonText('chat', { n: 0, changes: undefined, onlyOld: 2, onlyNew: 1 });
    expect(text).toContain('no question in both (2 only in the old run, 1 only in this run)');
  });
});
