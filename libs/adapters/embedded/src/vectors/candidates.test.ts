import { expect, it } from '@jest/globals';
import { candidatesOf } from './candidates.ts';

/** A selection of rows with one chunk each, in the order of the slots. */
const rowsWithOneChunk = (count: number) => ({
  rows: Uint32Array.from({ length: count }, (_, at) => at),
  starts: Uint32Array.from({ length: count }, (_, at) => at),
  ends: Uint32Array.from({ length: count }, (_, at) => at + 1),
  slots: { first: 0, count },
});

it('keeps all of many rows that are as near as the last of the best', () => {
  const estimates = new Float32Array(5_000).fill(0.5);
  estimates[4_000] = 0.75;

  const candidates = candidatesOf(rowsWithOneChunk(5_000), estimates, 0.001, 10);

  expect(candidates).toHaveLength(5_000);
  expect(candidates[0]).toEqual({ row: 4_000, estimate: 0.75 });
});

it('keeps a row by its best chunk, and drops those that cannot be among the best', () => {
  const selection = {
    rows: Uint32Array.of(7, 8, 9),
    starts: Uint32Array.of(0, 2, 3),
    ends: Uint32Array.of(2, 3, 5),
    slots: { first: 0, count: 5 },
  };

  const candidates = candidatesOf(selection, Float32Array.of(0.125, 0.5, 0.25, 0.5, 0.75), 0.01, 1);

  expect(candidates).toEqual([{ row: 9, estimate: 0.75 }]);
});
