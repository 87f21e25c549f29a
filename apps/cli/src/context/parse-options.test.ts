import { parseEnd, parseTime, parseUntil } from './parse-options.ts';

it.each(['0', '-1', '-1791100000000', '1791100000', '12.5', 'soon'])('takes %j for no time', (text) => {
  expect(() => parseTime(text)).toThrow(/^It must be/u);
  expect(() => parseEnd(text)).toThrow(/^It must be/u);
});

it.each([
  ['1791100000000', 1_791_100_000_000],
  ['2026-03-01T14:00Z', Date.UTC(2026, 2, 1, 14)],
  ['2026', new Date(2026, 0, 1).getTime()],
])('reads the time %j', (text, time) => {
  expect(parseTime(text)).toBe(time);
});

it.each([
  ['2026-10', [2026, 9, 1], [2026, 10, 1]],
  ['2026', [2026, 0, 1], [2027, 0, 1]],
  ['2026-W41', [2026, 9, 5], [2026, 9, 12]],
  ['2026-10-05', [2026, 9, 5], [2026, 9, 6]],
  ['October 2026', [2026, 9, 1], [2026, 10, 1]],
  ['Oct 5, 2026', [2026, 9, 5], [2026, 9, 6]],
  ['2026/10/05', [2026, 9, 5], [2026, 9, 6]],
  ['2026/10', [2026, 9, 1], [2026, 10, 1]],
] as const)('reads %j as a bound: from its beginning, until its end', (text, first, after) => {
  const [begin, end] = [first, after].map(([year, month, day]) => new Date(year, month, day).getTime());

  expect([parseTime(text), parseUntil(text), parseEnd(text)]).toEqual([begin, end! - 1, end]);
});
