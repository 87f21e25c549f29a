import fc from 'fast-check';
import { RowSums, type TableRow } from './row-sums.ts';

const columns = ['a', 'b'];
const value = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '"', '1', '\0') }),
  fc.integer({ min: 0, max: 2 }),
  fc.constant(null),
  fc.uint8Array({ maxLength: 2 }),
);
const row = fc.record({ a: value, b: value });
const sumOf = (rows: readonly TableRow[]) => {
  const sums = new RowSums();
  for (const each of rows) sums.add('org', columns, each);
  return sums.byOrganisation.get('org');
};
const textOf = (each: TableRow) =>
  JSON.stringify(columns.map((column) => [each[column] instanceof Uint8Array, ...[each[column]].flat()]));

describe('Row sums', () => {
  it('do not depend on the order', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        expect(sumOf(rows.toReversed())).toEqual(sumOf(rows));
      }),
    );
  });

  it('are equal for equal rows and for no others', () => {
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 3 }),
        fc.array(row, { minLength: 1, maxLength: 3 }),
        (one, other) => {
          const isSame = one.map(textOf).sort().join() === other.map(textOf).sort().join();

          expect(sumOf(one)?.checksum === sumOf(other)?.checksum).toBe(isSame);
        },
      ),
    );
  });

  it('notice a row that is there twice', () => {
    fc.assert(
      fc.property(row, (each) => {
        expect(sumOf([each, each])).toEqual({ rows: 2, checksum: expect.not.stringMatching(/^0$/) });
      }),
    );
  });

  it('are kept apart by organisation', () => {
    const sums = new RowSums();
    sums.add('one', columns, { a: 1, b: null });
    sums.add('two', columns, { a: 2, b: null });

    expect([...sums.byOrganisation.keys()]).toEqual(['one', 'two']);
  });
});
