import fc from 'fast-check';
import type { ItemId } from '@cairn/contracts';
import { ItemIds } from './item-ids.ts';

describe('ItemIds', () => {
  it('finds the newest row of each id, orders rows as their ids are ordered, and finds nothing else', () => {
    fc.assert(
      fc.property(fc.array(fc.uuid(), { maxLength: 300 }), fc.uuid(), (some, other) => {
        const ids = new ItemIds();
        for (const id of some) ids.push(id as ItemId);

        some.forEach((id, row) => {
          expect(ids.at(row)).toBe(id);
          expect(ids.find(id as ItemId)).toBe(some.lastIndexOf(id));
          expect(Math.sign(ids.compare(row, 0))).toBe(id < some[0]! ? -1 : id > some[0]! ? 1 : 0);
        });
        expect(ids.find(other as ItemId)).toBe(some.lastIndexOf(other));
        expect(ids.find('no uuid' as ItemId)).toBe(-1);
      }),
    );
  });
});
