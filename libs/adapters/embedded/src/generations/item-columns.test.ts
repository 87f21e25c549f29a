import { aMessage } from '@cairn/testing';
import { filteredFieldsOf } from './filtered-fields.ts';
import { ItemColumns } from './item-columns.ts';
import { Names } from './names.ts';
import { TagSets } from './tag-sets.ts';

describe('ItemColumns', () => {
  /** Selects two items, the second of one slot, whose slots are the first ones and the last one of a range. */
  const selectionOf = ({ slots, needed }: { slots: number; needed: number }) => {
    const names = new Names();
    const columns = new ItemColumns(names, new TagSets(names));
    const fields = filteredFieldsOf(aMessage());
    columns.add(fields, { first: 7, count: needed - 1 });
    columns.add(fields, { first: 7 + slots - 1, count: 1 });
    return columns.select(Uint32Array.of(0, 1));
  };

  it.each([
    { slots: 8_192, needed: 5_000, as: 'list' },
    { slots: 8_192, needed: 6_000, as: 'range' },
    { slots: 40_000, needed: 8_000, as: 'list' },
    { slots: 40_000, needed: 16_000, as: 'range' },
    { slots: 200_000, needed: 20_000, as: 'list' },
    { slots: 200_000, needed: 40_000, as: 'range' },
  ])('scores $needed of $slots slots as a $as, and finds each item there', ({ as, ...of }) => {
    const { slots, starts, ends } = selectionOf(of);

    const isList = slots instanceof Uint32Array;
    expect(isList ? 'list' : 'range').toBe(as);
    const slotAt = (at: number) => (isList ? slots[at] : slots.first + at);
    expect([...starts].map(slotAt)).toEqual([7, 7 + of.slots - 1]);
    expect([...ends].map((end, at) => end - starts[at]!)).toEqual([of.needed - 1, 1]);
  });
});
