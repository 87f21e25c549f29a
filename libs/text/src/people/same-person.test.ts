import fc from 'fast-check';
import { findLikelySame } from './same-person.ts';

const found = (...people: readonly (string | readonly string[])[]) =>
  findLikelySame(people.map((names) => [names].flat()).map((names) => ({ id: names[0]!, names })))
    .map(({ id, into, how }) => `${id} = ${into}: ${how}`)
    .sort();

it('finds the name, the address, the handle and the first name of one person', () => {
  expect(found('Ines Duarte', 'ines.duarte@example.org', '@iduarte', 'ines', '@kofi')).toEqual([
    '@iduarte = Ines Duarte: initial-and-last-name',
    'ines = Ines Duarte: first-name',
    'ines.duarte@example.org = Ines Duarte: same-name',
  ]);
});

it.each([
  ['@ines-duarte', 'same-name'],
  ['InesDuarte', 'same-name'],
  ['inesduarte84', 'first-and-last-name'],
  ['duarte.ines@example.org', 'first-and-last-name'],
  ['Duarte, Ines', 'same-name'],
  ['Inês Duarte', 'same-name'],
  ['Dr. Ines M. Duarte', 'same-name'],
  ['I. Duarte', 'initial-and-last-name'],
  ['iduarte+ci@example.org', 'initial-and-last-name'],
  ['duartei', 'initial-and-last-name'],
  ['@inesd', 'first-name-and-initial'],
  ['Ines D.', 'first-name-and-initial'],
  ['@id', 'initials'],
  ['duarte@example.org', 'last-name'],
])('reads %s as a spelling of one full name', (written, how) => {
  const [first = ''] = found('Ines Duarte', written);

  expect(first.split(': ')[1]).toBe(how);
});

it('reads names of several parts, short first names, and names with a handle or an address beside them', () => {
  expect(found('Jan van der Berg', 'jvanderberg@example.org', '@janberg')).toEqual([
    '@janberg = Jan van der Berg: first-and-last-name',
    'jvanderberg@example.org = Jan van der Berg: initial-and-last-name',
  ]);
  expect(found('Alex Moreau', 'Alexandra Moreau')).toEqual(['Alex Moreau = Alexandra Moreau: short-first-name']);
  expect(found('Ines Duarte <idu@example.org>', '@idu')).toEqual(['@idu = Ines Duarte <idu@example.org>: same-handle']);
});

it('finds a handle and an address of one spelling where nobody has a full name', () => {
  expect(found('@iduarte', 'iduarte@example.org')).toEqual(['@iduarte = iduarte@example.org: same-handle']);
});

it.each([
  ['two people with one first name', ['Ines Duarte', 'Ines Moreau']],
  ['a first name that two people have', ['Ines Duarte', 'Ines Moreau', 'ines', '@ines']],
  ['an initial that two people have', ['Ines Duarte', 'Ivan Duarte', '@iduarte', 'I. Duarte']],
  ['two people with one last name', ['Ines Duarte', 'Kofi Duarte', 'duarte@example.org']],
  ['other middle names', ['Ines Maria Duarte', 'Ines Sofia Duarte', 'Ines Duarte', '@inesduarte']],
  ['the same role at two places', ['info@example.org', 'info@example.com', '@info', 'support@example.org', 'support']],
  ['one first name at two places', ['anna@example.org', 'anna@example.com']],
  ['three of a short first name', ['Alex Moreau', 'Alexandra Moreau', 'Alexander Moreau']],
  ['initials in a text', ['Ines Duarte', 'ID']],
])('finds nobody by %s', (_, people) => {
  expect(found(...people)).toEqual([]);
});

it('pairs nobody with themselves, and no two twice, whatever the names', () => {
  const word = fc.constantFrom('ines', 'Ines', 'duarte', 'Duarte', '@', '.', ' ', 'i', 'd', 'kofi', '<', '>', '2', ',');
  const name = fc.array(word, { maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.uniqueArray(name, { maxLength: 8 }), (names) => {
      const pairs = findLikelySame(names.map((one) => ({ id: one, names: [one] })));
      const keys = pairs.map(({ id, into }) => JSON.stringify([id, into].sort()));
      return pairs.every(({ id, into }) => id !== into) && new Set(keys).size === keys.length;
    }),
  );
});
