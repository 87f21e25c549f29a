import { setImmediate as turn } from 'node:timers/promises';
import { Gathering } from './gathering.ts';

/** Batches end when the test says so. */
function slow(options: { weightMost?: number; batchesAtOnce?: number; waitingMost?: number } = {}) {
  const batches: { items: readonly number[]; end: PromiseWithResolvers<void> }[] = [];
  const gathering = new Gathering<number>({
    send: (items) => {
      const end = Promise.withResolvers<void>();
      batches.push({ items, end });
      return end.promise;
    },
    weightOf: (item) => item,
    weightMost: 100,
    batchesAtOnce: 1,
    waitingMost: 10,
    ...options,
  });
  return { gathering, batches, sent: () => batches.map(({ items }) => items) };
}

describe('Gathering', () => {
  it('sends together what comes together, and what comes meanwhile afterwards', async () => {
    const { gathering, batches, sent } = slow();
    const first = [gathering.add(1), gathering.add(2)];
    await turn();
    const second = [gathering.add(3), gathering.add(4)];
    await turn();
    expect(sent()).toEqual([[1, 2]]);

    batches[0]?.end.resolve();
    await Promise.all(first);
    await turn();

    expect(sent()).toEqual([
      [1, 2],
      [3, 4],
    ]);
    batches[1]?.end.resolve();
    await Promise.all(second);
  });

  it('makes no batch heavier than it may be, but lets one item be too heavy alone', async () => {
    const { gathering, sent } = slow({ batchesAtOnce: 9 });
    for (const weight of [60, 30, 20, 500, 1]) void gathering.add(weight);
    await turn();

    expect(sent()).toEqual([[60, 30], [20], [500], [1]]);
  });

  it('fails a batch as one and goes on with the next', async () => {
    const { gathering, batches } = slow();
    const lost = [gathering.add(1), gathering.add(2)];
    await turn();
    const kept = gathering.add(3);

    batches[0]?.end.reject(new Error('gone'));
    await expect(Promise.allSettled(lost)).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    await turn();
    batches[1]?.end.resolve();

    await expect(kept).resolves.toBeUndefined();
  });

  it('refuses more than may wait', async () => {
    const { gathering } = slow({ waitingMost: 2 });
    void gathering.add(1);
    void gathering.add(1);

    await expect(gathering.add(1)).rejects.toMatchObject({ code: 'index/unavailable' });
  });
});
