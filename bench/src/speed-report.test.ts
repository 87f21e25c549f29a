import { textOf } from './speed-report.ts';

test('shows every figure, and each target as met or missed', () => {
  const text = textOf({
    about: { memories: 10 },
    tables: { 'recall, ms': { local: { p50: 12.345, n: 3 }, cached: { p50: 4 } } },
    targets: [
      { name: 'recall', measured: 12.3, most: 15, unit: 'ms' },
      { name: 'memory', measured: 1200, most: 1024, unit: 'MB' },
      { name: 'unknown', measured: Number.NaN, most: 1, unit: 's' },
    ],
  });
  expect(text).toContain('memories: 10');
  expect(text).toMatch(/local +12\.35 +3/);
  expect(text).toMatch(/cached +4/);
  expect(text).toMatch(/recall +12\.30 ms, at most 15: met/);
  expect(text).toMatch(/memory +1200 MB, at most 1024: MISSED/);
  expect(text).toMatch(/unknown .*MISSED/);
});
