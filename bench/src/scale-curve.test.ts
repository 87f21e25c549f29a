import { curveSvg } from './scale-curve.ts';

const svg = curveSvg('Recall by size', {
  'Cairn, p50': { 10000: 4, 100000: 8, 1000000: 12 },
  'FTS5 alone, p50': { 10000: 1, 100000: 9, 1000000: 90 },
});

test('a longer time is drawn higher, and ten times as many messages always as far to the right', () => {
  const [cairn, fts] = [...svg.matchAll(/points="([^"]+)"/g)].map(([, points]) =>
    points!.split(' ').map((point) => point.split(',').map(Number)),
  );

  expect(fts!.map(([x]) => x)).toEqual([70, 295, 520]);
  expect(fts!.map(([, y]) => y)).toEqual([370, 217.3, 57.3]);
  expect(cairn![2]![1]).toBeGreaterThan(fts![2]![1]!);
});

test('its description says every figure in words', () => {
  expect(svg).toContain('Cairn, p50: 4.0 ms at 10000, 8.0 ms at 100000, 12 ms at 1000000.');
});
