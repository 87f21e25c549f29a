import { Pace } from './pace.ts';

const busyFor = (ms: number) => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

function pacing(restFactor: number, restMaxMs = 1_000) {
  const rests: number[] = [];
  const pace = new Pace({ restFactor, restMaxMs, wait: async (ms) => void rests.push(ms) });
  return { rests, pace };
}

it('rests a multiple of the work, once the work took long enough', async () => {
  const { rests, pace } = pacing(9);

  pace.begin();
  await pace.rest();
  busyFor(6);
  await pace.rest();
  await pace.rest();

  expect(rests).toEqual([expect.any(Number)]);
  expect(rests[0]).toBeGreaterThanOrEqual(9 * 6);
});

it('rests no longer than its bound, and never with the factor 0', async () => {
  const [bounded, restless] = [pacing(9, 20), pacing(0)];

  busyFor(6);
  await bounded.pace.rest();
  await restless.pace.rest();

  expect([bounded.rests, restless.rests]).toEqual([[20], []]);
});
