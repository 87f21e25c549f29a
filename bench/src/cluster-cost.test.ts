import { statOf } from './cluster-cost.ts';

test('reads what a process used, whatever its name is', () => {
  const line = '42 (a (b) c) S 7 42 42 0 -1 4194560 1 2 3 4 150 30 5 6 20 0 11 0 100';

  expect(statOf(line)).toEqual({ id: 42, parent: 7, used: 150 + 30 + 5 + 6 });
});
