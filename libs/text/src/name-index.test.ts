import * as fc from 'fast-check';
import { NameIndex } from './name-index.ts';
import { readNames } from './names.ts';

const indexOf = (names: readonly string[]): NameIndex => {
  const index = new NameIndex();
  for (const name of names) index.add(name);
  return index;
};

const FIRST = [
  'Caroline',
  'Karoline',
  'Melanie',
  'Will',
  'Mark',
  'Jos\u00e9',
  'Marten',
  'Martin',
  'Grace',
  '\u7530\u4e2d',
  'O\u2019Neil',
  'Ann',
];
const LAST = ['Stone', 'Lee', 'Twain', 'van Dyke', '', '', 'Marten'];
const aName = fc
  .tuple(fc.constantFrom(...FIRST), fc.constantFrom(...LAST))
  .map(([first, last]) => `${first} ${last}`.trim());
const aWord = fc.constantFrom(
  ...[
    'What',
    'did',
    'will',
    'mark',
    'Marten',
    'Martan',
    'Carolin',
    'Melany',
    'Stone',
    'lee',
    "Grace's",
    '@ann',
    'Jose',
  ],
  ...['say.', 'Mark Lee', 'mark twain', '\u7530\u4e2d\u3055\u3093\u306f', "O'Neil", 'Who', 'the', 'VAN DYKE'],
);

it('finds every name that reading them all would find in a text', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(aName, { maxLength: 30 }),
      fc.array(aWord, { minLength: 1, maxLength: 12 }).map((words) => words.join(' ')),
      (names, text) => {
        expect(readNames(text, indexOf(names).in(text))).toEqual(readNames(text, names));
      },
    ),
    { numRuns: 500 },
  );
});

it('gives few of very many, whatever a text holds', () => {
  const letters = 'abcdefghijklmnopqrst';
  const names = Array.from({ length: 20_000 }, (_, at) => {
    const last = [at, at / 20, at / 400, at / 8000].map((digit) => letters[Math.floor(digit) % 20]).join('');
    return `Anna Mor${last}son`;
  });
  const index = indexOf(names);
  const page = 'The Morning, a Morxyzson and Anna in Morocco. '.repeat(300);

  expect(index.in('what did anna moraaaason say')).toContain('Anna Moraaaason');
  expect(index.in('what did Anna say').length).toBeLessThan(300);
  expect(index.in(page).length).toBeLessThan(1_000);
});
