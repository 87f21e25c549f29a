import { bareIdIn } from './bare-id.ts';

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
