import { processUntilTimeout } from './process-until-timeout.ts';

const rows = Array.from({ length: 60 }, (_, at) => at);

/** Blocks the thread for longer than a turn. */
function workLong(): void {
  const until = performance.now() + 40;
  while (performance.now() < until);
}

describe('asFarAsTimeAllows', () => {
  it('leaves the rest to another command once its turn is over, in the order of the rows', async () => {
    const done: number[] = [];
    const slowly = async (some: readonly number[]) => {
      workLong();
      done.push(...some);
    };

    const first = await processUntilTimeout(rows, slowly);
    const second = await processUntilTimeout(rows.slice(first), slowly);

    expect(first).toBeGreaterThan(0);
    expect(first + second).toBeLessThan(rows.length);
    expect(done).toEqual(rows.slice(0, first + second));
  });

  it('has nothing to do without rows', async () => {
    expect(await processUntilTimeout([], () => Promise.reject(new Error('there is nothing to do')))).toBe(0);
  });

  it('says what was done of the last rows, which are fewer', async () => {
    expect(await processUntilTimeout(rows.slice(0, 3), () => Promise.resolve())).toBe(3);
  });
});
