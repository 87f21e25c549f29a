import { v7 as uuidv7 } from 'uuid';
import { isItemRef, itemIdFrom, ItemRef, MemoryId, MemoryRef, shortIdOf } from './index.ts';

it('ends the id of a new item in nine figures that no number shortens', () => {
  const ids = Array.from({ length: 1_000 }, () => itemIdFrom(uuidv7()));

  expect(ids.filter((id) => !MemoryId.safeParse(id).success)).toEqual([]);
  expect(ids.filter((id) => String(Number(shortIdOf(id))) !== shortIdOf(id))).toEqual([]);
  expect(new Set(ids.map(shortIdOf)).size).toBeGreaterThan(990);
});

it('takes an id or its end for an item, and nothing else', () => {
  const id = '0197a3b0-0000-7000-8000-0000000a4c1f';

  expect([id, id.toUpperCase(), shortIdOf(id), '123456789'].map((name) => ItemRef.safeParse(name).success)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  for (const name of ['', '12345678', '1234567890', `${id}0`, 'a title', `x${id}`, ' 123456789'])
    expect([name, ItemRef.safeParse(name).success]).toEqual([name, false]);
  expect([MemoryRef.optional().unwrap(), ItemRef.describe('it'), MemoryId].map(isItemRef)).toEqual([true, true, false]);
});
