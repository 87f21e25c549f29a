import { CairnError } from '@cairn/contracts';
import { openPatiently } from './open-patiently.ts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const away = () => new CairnError('truth/unavailable', 'Not there.');

it('waits for a store that is on its way up', async () => {
  let tries = 0;
  const opened = openPatiently(async () => {
    if (++tries < 4) throw away();
    return 'store';
  });

  await jest.runAllTimersAsync();
  expect(await opened).toBe('store');
});

it('gives up in the end on one that stays away, and at once on one that no waiting mends', async () => {
  const staysAway = openPatiently(() => Promise.reject(away()));
  const isAway = expect(staysAway).rejects.toMatchObject({ code: 'truth/unavailable' });
  await jest.runAllTimersAsync();
  await isAway;

  let tries = 0;
  const isWrong = openPatiently(async () => {
    tries++;
    throw new CairnError('config/invalid', 'Made by a newer Cairn.');
  });
  await expect(isWrong).rejects.toMatchObject({ code: 'config/invalid' });
  expect(tries).toBe(1);
});
