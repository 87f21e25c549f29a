import { openLoop } from './cluster-open-loop.ts';

test('goes on while earlier work hangs, and gives all results in order', async () => {
  let letGo = () => {};
  const last = 3;
  const first = new Promise<void>((done) => (letGo = done));

  const results = await openLoop({ perSecond: 1000, seconds: 0.004 }, async (at) => {
    if (at === 0) await first;
    if (at === last) letGo();
    return at;
  });

  expect(results).toEqual([0, 1, 2, 3]);
});
