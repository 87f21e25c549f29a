import { parseEnd, parseTime } from './parse-options.ts';

it.each(['0', '-1', '-1791100000000', '1791100000', '12.5', 'soon'])('takes %j for no time', (text) => {
  expect(() => parseTime(text)).toThrow(/^It must be/u);
  expect(() => parseEnd(text)).toThrow(/^It must be/u);
});

it.each([
  ['1791100000000', 1_791_100_000_000],
  ['2026-03-01T14:00Z', Date.UTC(2026, 2, 1, 14)],
  ['2026', Date.UTC(2026, 0)],
])('reads the time %j', (text, time) => {
  expect(parseTime(text)).toBe(time);
});
