import { ServerRefusal } from './failures.ts';
import { withRetries, type RetryOptions } from './retry.ts';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

const busy = (retryAfterMs?: number) => new ServerRefusal(503, {}, retryAfterMs);

/** Runs an attempt that throws these errors one after the other and then succeeds; also returns the pauses between the attempts. */
function attempting(failures: Error[], options: Partial<RetryOptions> = {}) {
  const pausesMs: number[] = [];
  const attempt = async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return 'answer';
  };
  const onRetry = (_: string, afterMs: number) => void pausesMs.push(afterMs);
  return { answer: withRetries(attempt, { patienceMs: 60_000, onRetry, ...options }), pausesMs };
}

it('tries again with pauses that double, until there is an answer', async () => {
  const { answer, pausesMs } = attempting([busy(), busy(), busy()]);

  await jest.runAllTimersAsync();

  await expect(answer).resolves.toBe('answer');
  expect(pausesMs.map((ms, at) => ms > 50 * 2 ** at && ms <= 100 * 2 ** at)).toEqual([true, true, true]);
});

it('comes back no sooner than the server asks, and no later than a minute', async () => {
  const { answer, pausesMs } = attempting([busy(5_000), busy(3_600_000)], { patienceMs: 120_000 });

  await jest.runAllTimersAsync();

  await expect(answer).resolves.toBe('answer');
  expect(pausesMs).toEqual([5_000, 60_000]);
});

it('fails at once with what time does not heal, and when the next attempt would come too late', async () => {
  const invalid = attempting([new ServerRefusal(400, {})]);
  const late = attempting([busy(5_000)], { patienceMs: 4_999 });

  await expect(invalid.answer).rejects.toMatchObject({ status: 400 });
  await expect(late.answer).rejects.toMatchObject({ status: 503 });
  expect([...invalid.pausesMs, ...late.pausesMs]).toEqual([]);
});

it('does not wait on after its signal', async () => {
  const ending = new AbortController();
  const { answer } = attempting([busy(5_000)], { signal: ending.signal });
  const failed = expect(answer).rejects.toMatchObject({ status: 503 });

  await jest.advanceTimersByTimeAsync(1);
  ending.abort();

  await failed;
});
