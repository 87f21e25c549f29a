import { KeyLookups } from './key-lookups.ts';

function storeOf(...known: string[]) {
  const asked = { batches: [] as number[], alone: 0, aloneMost: 0 };
  const lookups = new KeyLookups(async (hashes) => {
    asked.batches.push(hashes.length);
    await new Promise(setImmediate);
    return hashes.filter((hash) => known.includes(hash));
  });
  const find = (hash: string) =>
    lookups.find(hash, async () => {
      asked.alone += 1;
      await new Promise(setImmediate);
      return known.includes(hash) ? hash : undefined;
    });
  return { find, asked };
}

it('finds a key among thousands of made-up ones, which cost a question for some hundreds', async () => {
  const { find, asked } = storeOf('real');
  const flood = Array.from({ length: 6_000 }, (_, n) => find(`made up ${n}`));

  const found = await find('real');
  const others = await Promise.all(flood);

  expect(found).toBe('real');
  expect(others.filter((one) => one !== undefined)).toEqual([]);
  expect(asked.alone).toBeLessThan(20);
  expect(asked.batches.length).toBeLessThan(15);
});

it('asks once for each key while there are few', async () => {
  const { find, asked } = storeOf('real');

  expect(await Promise.all([find('real'), find('made up')])).toEqual(['real', undefined]);
  expect(asked).toMatchObject({ alone: 2, batches: [] });
});

it('refuses those who waited for a question that failed, and asks again for the next', async () => {
  let isAway = true;
  const lookups = new KeyLookups(async (hashes) => {
    if (isAway) throw new Error('away');
    return hashes;
  });
  const open = Promise.withResolvers<string>();
  const under = Array.from({ length: 8 }, (_, n) => lookups.find(`${n}`, () => open.promise));

  await expect(lookups.find('nine', async () => 'found')).rejects.toThrow('away');
  isAway = false;
  expect(await lookups.find('nine', async () => 'found')).toBe('found');
  open.resolve('found');
  expect(await Promise.all(under)).toHaveLength(8);
});
