import { expect, it } from '@jest/globals';
import type { ItemId } from '@cairn/contracts';
import type { Database } from '../sqlite/database.ts';
import { ReadPassages } from './read-passages.ts';

const TOKENS = new Uint8Array(4 * 3 * 100);

/** A connection on which the text of item n has its first passage at 10 n; counts the passages that were read. */
function aConnection() {
  const reads: number[] = [];
  const db = {
    arrays: (sql: string) => ({
      get: (number: number, chunk: unknown) => {
        if (sql.includes('first_seq')) return [10 * number];
        reads.push(number);
        return [0, Number(chunk), 64, TOKENS];
      },
    }),
  } as unknown as Database;
  return { db, reads };
}

const wanted = (row: number, chunk = 0, modelId = 'a-model') =>
  ({ row, seq: row, id: `item ${row}` as ItemId, modelId, chunk }) as const;

it('keeps the passages that were read last, within a bound of bytes', () => {
  const { db, reads } = aConnection();
  const passages = new ReadPassages(2 * (TOKENS.byteLength + 512));

  for (const row of [1, 2, 1, 3, 1, 2]) passages.of(db, wanted(row));

  expect(reads).toEqual([10, 20, 30, 20]);
});

it('reads again another chunk, the passage of another model, and what was forgotten', () => {
  const { db, reads } = aConnection();
  const passages = new ReadPassages();

  const read = [wanted(1), wanted(1, 2), wanted(1, 2), wanted(1, 2, 'another-model')].map((each) =>
    passages.of(db, each),
  );
  passages.forget(1);
  passages.of(db, wanted(1, 2, 'another-model'));

  expect(reads).toEqual([10, 12, 12, 12]);
  expect(read.map((passage) => [passage?.to, passage?.tokens?.bits.length, passage?.tokens?.ids.length])).toEqual([
    [0, 200, 100],
    [2, 200, 100],
    [2, 200, 100],
    [2, 200, 100],
  ]);
});
