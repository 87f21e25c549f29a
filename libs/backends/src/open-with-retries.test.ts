import { CairnError } from '@cairn/contracts';
import { POSTGRES_UNREACHABLE, openWithRetries } from './open-with-retries.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const away = () =>
  new CairnError('truth/unavailable', 'Not there.', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') });

it('waits for a store that is on its way up', async () => {
  let tries = 0;
  const opened = openWithRetries(async () => {
    if (++tries < 4) throw away();
    return 'store';
  }, POSTGRES_UNREACHABLE);

  await jest.runAllTimersAsync();
  expect(await opened).toBe('store');
});

it('gives up in the end on one that stays away, and at once on one that no waiting mends', async () => {
  const staysAway = openWithRetries(() => Promise.reject(away()), POSTGRES_UNREACHABLE);
  const isAway = expect(staysAway).rejects.toMatchObject({
    code: 'truth/unavailable',
    message: expect.stringMatching(/POSTGRES_URL.*\(connect ECONNREFUSED 127\.0\.0\.1:9\)$/),
  });
  await jest.runAllTimersAsync();
  await isAway;

  let tries = 0;
  const isWrong = openWithRetries(async () => {
    tries++;
    throw new CairnError('config/invalid', 'Made by a newer Cairn.');
  }, POSTGRES_UNREACHABLE);
  await expect(isWrong).rejects.toMatchObject({ code: 'config/invalid' });
  expect(tries).toBe(1);
});
