import { setImmediate as turn } from 'node:timers/promises';
import { Batcher, answerInOrder, type BatcherOptions } from './batcher.ts';

/** Builds a batcher that doubles numbers, which are their own weights; the test decides when a batch ends. */
function doubling(options: Partial<BatcherOptions<number, number>> = {}) {
  const batches: { readonly inputs: readonly number[]; readonly end: PromiseWithResolvers<void> }[] = [];
  const work = answerInOrder(async (inputs: readonly number[]) => {
    const end = Promise.withResolvers<void>();
    batches.push({ inputs, end });
    await end.promise;
    return inputs.map((input) => 2 * input);
  });
  const weightOf = (input: number) => input;
  const batcher = new Batcher<number, number>({ work, weightOf, weightMax: 100, ...options });
  return { batcher, batches, sent: () => batches.map(({ inputs }) => inputs) };
}

it('is idle once nothing waits and nothing is under way', async () => {
  const { batcher, batches } = doubling({ batchesAtOnce: 1 });
  await batcher.idle();
  const order: string[] = [];
  const added = [1, 2].map(async (number) => {
    const answer = batcher.add(number);
    await turn();
    order.push(String(await answer));
  });
  const idle = batcher.idle().then(() => order.push('idle'));
  await turn();
  const late = batcher.add(3).then((answer) => order.push(String(answer)));
  await turn();
  batches[0]!.end.resolve();
  await Promise.all(added);
  await turn();
  batches[1]!.end.resolve();
  await Promise.all([late, idle]);

  expect(order).toEqual(['2', '4', '6', 'idle']);
});

it('works together on what comes together, and afterwards on what comes meanwhile', async () => {
  const { batcher, batches, sent } = doubling({ batchesAtOnce: 1 });
  const first = [batcher.add(1), batcher.add(2)];
  await turn();
  const second = [batcher.add(3), batcher.add(4)];
  await turn();
  expect(sent()).toEqual([[1, 2]]);

  batches[0]?.end.resolve();
  expect(await Promise.all(first)).toEqual([2, 4]);
  await turn();

  expect(sent()).toEqual([
    [1, 2],
    [3, 4],
  ]);
  batches[1]?.end.resolve();
  expect(await Promise.all(second)).toEqual([6, 8]);
});

it('makes no batch heavier than it may be, but lets one input be too heavy alone', async () => {
  const { batcher, sent } = doubling();

  for (const weight of [60, 30, 20, 500, 1]) void batcher.add(weight);
  await turn();

  expect(sent()).toEqual([[60, 30], [20], [500], [1]]);
});

it('fails all of a batch with what its work throws, and goes on with the next', async () => {
  const { batcher, batches } = doubling({ batchesAtOnce: 1 });
  const lost = Promise.allSettled([batcher.add(1), batcher.add(2)]);
  await turn();
  const kept = batcher.add(3);

  batches[0]?.end.reject(new Error('gone'));
  expect(await lost).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  await turn();
  batches[1]?.end.resolve();

  expect(await kept).toBe(6);
});

it('lets what was answered stand when the work fails later', async () => {
  const batcher = new Batcher<number, string>({
    weightMax: 10,
    work: async ([first]) => {
      first?.resolve('done');
      throw new Error('gone');
    },
  });

  expect(await Promise.allSettled([batcher.add(1), batcher.add(2)])).toMatchObject([
    { value: 'done' },
    { reason: new Error('gone') },
  ]);
});

it('refuses more than may wait', async () => {
  const { batcher } = doubling({ waiting: { max: 2, refusal: () => new Error('too many') } });
  void batcher.add(1);
  void batcher.add(1);

  await expect(batcher.add(1)).rejects.toThrow('too many');
});

it('waits for others as long as it is told to', async () => {
  jest.useFakeTimers();
  const { batcher, sent } = doubling({ lingerMs: 25 });
  void batcher.add(1);
  await jest.advanceTimersByTimeAsync(24);
  void batcher.add(2);
  expect(sent()).toEqual([]);

  await jest.advanceTimersByTimeAsync(1);
  jest.useRealTimers();

  expect(sent()).toEqual([[1, 2]]);
});
