import { parseEnd, parseTime, parseUntil } from './parse-options.ts';

it.each(['0', '-1', '-1791100000000', '1791100000', '12.5', 'soon'])('takes %j for no time', (text) => {
  expect(() => parseTime(text)).toThrow(/^It must be/u);
  expect(() => parseEnd(text)).toThrow(/^It must be/u);
});

it.each([
  ...['2026/02/30', '2026/02/31', '2026/04/31', '2026/2/29 10:00', '02/30/2026', '2/30/26', '2026-02-30', '2026-2-30'],
  ...['2026-04-31T14:00Z', '2026.02.30', 'Feb 30 2026', '31 April 2026'],
])('refuses %j, which is no day', (text) => {
  for (const parse of [parseTime, parseUntil, parseEnd]) expect(() => parse(text)).toThrow(/^It must be a day, month/u);
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
  ['02/29/2028', [2028, 1, 29], [2028, 2, 1]],
  ['2/29/28', [2028, 1, 29], [2028, 2, 1]],
  ['Sunday, 29 February 2032', [2032, 1, 29], [2032, 2, 1]],
  ['2026/10', [2026, 9, 1], [2026, 10, 1]],
] as const)('reads %j as a bound: from its beginning, until its end', (text, first, after) => {
  const [begin, end] = [first, after].map(([year, month, day]) => new Date(year, month, day).getTime());

  expect([parseTime(text), parseUntil(text), parseEnd(text)]).toEqual([begin, end! - 1, end]);
});
