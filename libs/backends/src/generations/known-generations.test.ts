import type { Embedder, Generation } from '@cairn/ports';
import type { Generations } from '@cairn/store';
import { KnownGenerations } from './known-generations.ts';

const modelThat = (isReady: () => boolean) =>
  ({ modelId: 'm', dims: 8, health: async () => ({ ready: isReady() }) }) as unknown as Embedder;

class Rows {
  looks = 0;
  rows: Pick<Generation, 'number' | 'builtBy'>[] = [];

  written = async () => {
    this.looks += 1;
    return this.rows;
  };

  ensureFirst = async ({ builtBy }: { readonly builtBy: string }) => {
    this.rows = [{ number: 1, builtBy }];
  };
}

const known = (rows: Rows, model: Embedder) => new KnownGenerations(rows as unknown as Generations, model);

it('asks once for what many want, and again when that is a second old', async () => {
  const rows = new Rows();
  rows.rows = [{ number: 1, builtBy: 'a' }];
  const generations = known(
    rows,
    modelThat(() => true),
  );
  jest.useFakeTimers();
  jest.advanceTimersByTime(1);
  try {
    await Promise.all([1, 2, 3].map(() => generations.of('words')));
    expect(rows.looks).toBe(1);

    jest.advanceTimersByTime(generations.staleMs + 1);
    await generations.of('words');
    expect(rows.looks).toBe(2);
  } finally {
    jest.useRealTimers();
  }
});

it('makes the first vectors live when the first model is ready, not before', async () => {
  const rows = new Rows();
  let isReady = false;
  const model = modelThat(() => isReady);

  expect(await known(rows, model).of('vectors')).toEqual([]);
  isReady = true;

  expect(await known(rows, model).of('vectors')).toEqual([{ number: 1, builtBy: 'm' }]);
});

it('asks again after a failure', async () => {
  const rows = new Rows();
  const generations = known(
    rows,
    modelThat(() => true),
  );
  const working = rows.written;
  rows.written = () => Promise.reject(new Error('gone'));

  await expect(generations.of('words')).rejects.toThrow('gone');
  rows.written = working;

  expect(await generations.of('words')).toEqual([]);
});
