import { Memo } from './memo.ts';

/** A function that returns how often it was called. */
function counting() {
  let asked = 0;
  return async () => ++asked;
}

it('asks once for those who ask at the same time, and again when the answer is old', async () => {
  jest.useFakeTimers();
  // lru-cache treats the time 0 as unset.
  jest.advanceTimersByTime(1);
  const memo = new Memo<string, number>({ max: 10, ttl: 3_000 });
  const ask = counting();

  expect(await Promise.all([memo.of('a', ask), memo.of('a', ask)])).toEqual([1, 1]);
  jest.advanceTimersByTime(2_999);
  expect(await memo.of('a', ask)).toBe(1);
  jest.advanceTimersByTime(2);
  expect(await memo.of('a', ask)).toBe(2);
  jest.useRealTimers();
});

it('remembers so many answers at the most', async () => {
  const memo = new Memo<string, number>({ max: 2 });
  const ask = counting();
  for (const key of ['a', 'b', 'c']) await memo.of(key, ask);

  expect([await memo.of('c', ask), await memo.of('a', ask)]).toEqual([3, 4]);
});

it('asks again after a failure', async () => {
  const memo = new Memo<string, number>({ max: 2 });

  await expect(memo.of('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');

  expect(await memo.of('a', counting())).toBe(1);
});

it('forgets what is being looked up, and keeps what is asked for afterwards when that fails', async () => {
  const memo = new Memo<string, number>({ max: 2 });
  const old = Promise.withResolvers<number>();
  const failed = expect(memo.of('a', () => old.promise)).rejects.toThrow('away');
  memo.forget();
  const ask = counting();
  expect(await memo.of('a', ask)).toBe(1);

  old.reject(new Error('away'));
  await failed;

  expect(await memo.of('a', ask)).toBe(1);
});
