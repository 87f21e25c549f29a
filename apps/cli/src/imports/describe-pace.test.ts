import { describePace } from './describe-pace.ts';

it.each([
  [190, '100 a second, 3m 10s left'],
  [9_990, '100 a second, 2h 46m left'],
  [0, '100 a second, 0s left'],
  [null, '100 a second'],
])('says how many items a second an import sends and how long it still takes: %s', (secondsLeft, text) => {
  expect(describePace({ perSecond: 100.2, secondsLeft })).toBe(text);
});
