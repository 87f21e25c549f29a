import fc from 'fast-check';
import { batchesByBytes, READ_AT_ONCE, READ_BYTES } from './byte-batches.ts';

it('reads each row once, in order, and no more bytes at once than are allowed or than one row has', () => {
  const sizes = fc.oneof(fc.nat(20), fc.nat(READ_BYTES), fc.nat(1_048_576));
  fc.assert(
    fc.property(fc.array(sizes, { maxLength: 500 }), (all) => {
      const rows = all.map((bytes) => ({ bytes }));
      const batches = batchesByBytes(rows);
      const bytesOf = (batch: typeof rows) => batch.reduce((sum, { bytes }) => sum + bytes, 0);

      expect(batches.flat()).toEqual(rows);
      expect(batches.every((batch) => batch.length === 1 || bytesOf(batch) <= READ_BYTES)).toBe(true);
      expect(batches.every((batch) => batch.length >= 1 && batch.length <= READ_AT_ONCE)).toBe(true);
    }),
  );
});

it('counts bytes that the store returns as text', () => {
  expect(batchesByBytes([{ bytes: '200000' }, { bytes: '200000' }] as never)).toHaveLength(2);
});
