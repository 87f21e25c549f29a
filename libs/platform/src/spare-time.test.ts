import { SpareTime } from './spare-time.ts';

/** A process on a clock of its own, which is busy with this share of a core until a time. */
function aProcess({ busyUntil, share = 1 }: { readonly busyUntil: number; readonly share?: number }) {
  const at = { ms: 0 };
  const spare = new SpareTime({
    now: () => at.ms,
    processorMs: () => share * Math.min(at.ms, busyUntil),
    wait: async (ms) => (at.ms += ms),
  });
  /** Works for so long, and returns how long the rest after it was, in ms. */
  const restAfter = async (workMs: number) => {
    at.ms += workMs;
    const from = at.ms;
    await spare.rest();
    return at.ms - from;
  };
  return { restAfter };
}

it('goes on after a moment in a process that does nothing else, and without a rest after little work', async () => {
  const { restAfter } = aProcess({ busyUntil: Infinity, share: 0.1 });

  expect([await restAfter(5), await restAfter(30)]).toEqual([0, 20]);
});

it('rests until the process has done what it was busy with', async () => {
  const { restAfter } = aProcess({ busyUntil: 400 });

  const rest = await restAfter(20);

  expect(rest).toBeGreaterThanOrEqual(380);
  expect(rest).toBeLessThanOrEqual(420);
});

it('goes on after a second in a process that is always busy', async () => {
  const { restAfter } = aProcess({ busyUntil: Infinity });

  expect(await restAfter(20)).toBe(1_000);
});

it('rests also after many short pieces of work', async () => {
  const { restAfter } = aProcess({ busyUntil: Infinity });

  expect([await restAfter(9), await restAfter(9), await restAfter(9)]).toEqual([0, 0, 1_000]);
});
