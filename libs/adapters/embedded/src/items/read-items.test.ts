import { expect, it } from '@jest/globals';
import type { Item } from '@cairn/contracts';
import { ReadItems } from './read-items.ts';

const itemOf = (chars: number) => ({ content: 'x'.repeat(chars), tags: [] as string[] }) as unknown as Item;

it('keeps the items that were read last, within a bound of bytes', () => {
  const items = new ReadItems(50_000);

  [10_000, 10_000, 30_000, 5_000].forEach((chars, row) => items.keep(row, itemOf(chars)));

  expect([0, 1, 2, 3].map((row) => items.of(row)?.content.length)).toEqual([undefined, 10_000, undefined, 5_000]);
});
