import { postingsFrom } from './candidates.ts';
import { CachedLists } from './cached-lists.ts';

describe('KeptLists', () => {
  const space = { id: 1, documents: 3, length: 9, revision: 7 };
  const list = postingsFrom('256,513,1024');

  it('reads a list of a space once, and again when the revision has risen', () => {
    const kept = new CachedLists();
    let reads = 0;
    const ask = (where: typeof space, expression: string) =>
      kept.postingsOf(where, expression, () => {
        reads++;
        return list;
      });

    for (let round = 0; round < 3; round++) ask(space, 'one');
    expect(reads).toBe(1);
    ask({ ...space, revision: 8 }, 'one');
    ask({ ...space, id: 2 }, 'one');
    ask(space, 'two');
    expect(reads).toBe(4);
  });

  it('takes sequence numbers apart into places and length codes', () => {
    expect(list).toEqual({ places: Uint32Array.of(1, 2, 4), codes: Uint8Array.of(0, 1, 0), greatest: 4 });
  });
});
