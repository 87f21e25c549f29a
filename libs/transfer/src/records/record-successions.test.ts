import { recordSuccessions } from './record-successions.ts';

const told = (texts: Readonly<Record<string, string>>) => {
  const records = Object.entries(texts).map(([path, text]) => ({
    path,
    title: /# (.*)/.exec(text)?.[1] ?? path,
    text,
  }));
  const { successorOf, unlinked } = recordSuccessions(records);
  return {
    links: [...successorOf].map(([old, by]) => `${old} -> ${by}`).sort(),
    unlinked: unlinked.map(({ file, line, reason }) => `${file}:${line} ${reason}`),
  };
};

test('a record is replaced by its own word or by that of its successor, also through several', () => {
  expect(
    told({
      '1.md': 'Status: Superseded by ADR-2',
      '2.md': 'Status: Superseded by [3](3.md)',
      '3.md': 'Status: Accepted\n\nSupersedes ADR-2, ADR-4',
      '4.md': 'Status: Accepted',
    }),
  ).toEqual({ links: ['1.md -> 2.md', '2.md -> 3.md', '4.md -> 3.md'], unlinked: [] });
});

test('a proposal and a rejected record replace nothing', () => {
  const texts = {
    '1.md': 'Status: Accepted',
    '2.md': 'Status: Proposed\n\nSupersedes 1',
    '3.md': 'Status: Rejected\n\nReplaces 1',
  };
  expect(told(texts)).toEqual({ links: [], unlinked: [] });
});

test('records in a circle are all told and none is linked', () => {
  const { links, unlinked } = told({
    '1.md': 'Superseded by 2',
    '2.md': 'Superseded by 3',
    '3.md': 'Superseded by 1',
    '4.md': 'Superseded by 1',
    '5.md': 'Superseded by [itself](5.md)',
  });

  expect(links).toEqual(['4.md -> 1.md']);
  expect(unlinked).toEqual([
    '5.md:1 no record is known that "itself" names',
    '1.md:1 1.md and 2.md supersede each other: neither is linked',
    '2.md:1 2.md and 3.md supersede each other: neither is linked',
    '3.md:1 3.md and 1.md supersede each other: neither is linked',
  ]);
});

test('a record has one successor; one that other words name, or that is not there, is told', () => {
  expect(
    told({
      '1.md': 'Accepted\n\nSuperseded by 2',
      '2.md': 'Status: Accepted',
      '3.md': 'Status: Accepted\n\nSupersedes 1',
      '4.md': 'Status: Superseded by ADR-42',
      '5.md': 'Status: Superseded by "Another way"',
    }),
  ).toEqual({
    links: ['1.md -> 2.md'],
    unlinked: [
      '4.md:1 no record is known that "ADR-42" names',
      '5.md:1 no record is known that "Another way" names',
      '3.md:3 2.md supersedes 1.md already, and not 3.md',
    ],
  });
});
