import { withTimeout } from './with-timeout.ts';

const never = new Promise<'done'>(() => undefined);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('gives what comes of the work, and leaves no timer behind', async () => {
  await expect(withTimeout(1_000, Promise.resolve('done'), () => 'late')).resolves.toBe('done');
  await expect(withTimeout(1_000, Promise.reject(new Error('failed')), () => 'late')).rejects.toThrow('failed');

  expect(jest.getTimerCount()).toBe(0);
});

it('gives what comes of being late once the time is over, and not before', async () => {
  const late = jest.fn(() => 'late');
  const answer = withTimeout(1_000, never, late);

  await jest.advanceTimersByTimeAsync(999);
  expect(late).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(1);

  await expect(answer).resolves.toBe('late');
});

it('fails as being late does', async () => {
  const answer = withTimeout(1_000, never, () => {
    throw new Error('too late');
  });

  await Promise.all([expect(answer).rejects.toThrow('too late'), jest.advanceTimersByTimeAsync(1_000)]);
});
