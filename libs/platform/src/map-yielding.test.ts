import { setImmediate as nextTurn } from 'node:timers/promises';
import { mapYielding } from './map-yielding.ts';

const busyFor = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

it('makes all in their order, and lets others run between two that take long', async () => {
  let othersRan = 0;
  const other = (async () => {
    for (; othersRan < 1; othersRan += 1) await nextTurn();
  })();
  const ranBefore: number[] = [];

  const made = await mapYielding(['a', 'b', 'c'], (input, at) => {
    ranBefore.push(othersRan);
    busyFor(6);
    return `${input}${at}`;
  });
  await other;

  expect(made).toEqual(['a0', 'b1', 'c2']);
  expect(ranBefore).toEqual([0, 1, 1]);
});
