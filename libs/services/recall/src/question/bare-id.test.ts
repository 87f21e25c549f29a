import { bareEndIn, bareIdIn } from './bare-id.ts';

const ID = '01a215b9-b2a1-7796-8a71-ffb5ef36e2a0';

it.each([ID, ID.toUpperCase(), ` ${ID}?`, `memory://${ID}`, `id ${ID}`, `[note id: ${ID}]`, `"messageId": "${ID}"`])(
  'is all of %s',
  (query) => {
    expect(bareIdIn(query)).toBe(ID);
  },
);

it.each(['', 'id', ID.slice(1), `${ID} ${ID}`, `who wrote ${ID}`, `trace ${ID} failed`, `x${ID.slice(0, -1)}`])(
  'is none in %s',
  (query) => {
    expect(bareIdIn(query)).toBeUndefined();
  },
);

it('is short where it is the nine characters at the end of one', () => {
  const asked = ['686853415', 'id 686853415', 'memory://79cEbeb79?', '(id 79cebeb79)'];

  expect(asked.map(bareEndIn)).toEqual(['686853415', '686853415', '79cebeb79', '79cebeb79']);
  for (const query of ['', ID, '68685341', '6868534151', 'port 686853415', '686853415-1', 'x686853415'])
    expect([query, bareEndIn(query)]).toEqual([query, undefined]);
});

it('is looked for in time that grows with the length of the query', () => {
  const timeOf = (length: number) => {
    const query = `${ID}${'idid_'.repeat(length)}!x`;
    return Math.min(
      ...[1, 2, 3].map(() => {
        const startedAt = performance.now();
        bareIdIn(query);
        return performance.now() - startedAt;
      }),
    );
  };

  expect(timeOf(4_000)).toBeLessThan(100 + 20 * timeOf(1_000));
});
