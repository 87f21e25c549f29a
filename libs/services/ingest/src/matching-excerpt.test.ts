import { excerptsOf } from './matching-excerpt.ts';

const before = 'The depot opens at six. '.repeat(40);
const after = ' The canteen closes at two.'.repeat(40);

it('shows the text around what matches, with what else its sentence says', () => {
  const content = `${before}Card 4000 1234 5678 9010 pays for the Kiel lease.${after}`;
  const shown = excerptsOf({ identifier: '4000-1234-5678-9010' })!({ title: 'Depot', content });

  expect(shown).toContain('Card 4000 1234 5678 9010 pays for the Kiel lease.');
  expect(shown!.length).toBeLessThanOrEqual(302);
  expect(shown).toMatch(/^….*…$/u);
});

it('shows an identifier in a sentence that is longer than an excerpt', () => {
  const long = `Contacts: ${'the harbour master answers from six in the morning, '.repeat(12)}and the doctor is Ana Roy, who comes on foot`;

  expect(excerptsOf({ identifier: 'Ana Roy' })!({ content: long })).toContain('Ana Roy');
});

it.each([
  ['Ana Roy', 'Ana Royce'],
  ['INV-4711', 'INV-47110'],
  ['ana@x.de', 'ana@x.dev'],
  ['/srv/a/b', '/srv/a/bc'],
])('shows %s, not %s in the middle of the same text', (identifier, longer) => {
  const words = (chars: number) => ' '.padStart(chars, 'word ');
  const begin = `${words(2048 - identifier.length)}${longer}`;
  const content = `${begin}${words(4096 - begin.length - identifier.length - 1)} ${identifier}`;

  expect(excerptsOf({ identifier })!({ content })).toMatch(new RegExp(`^…[^…]* ${identifier}$`, 'u'));
});

it.each([
  ['accents', 'Ana Roy', 'Àñá ﬁ ß e\u0301 '],
  ['text without blanks', 'INV-4711', '发票ﬁßé한。'],
  ['letters in parts', 'INV-4711', 'ᄒ\u1161\u11abᄀ\u1173\u11af。'],
])('shows an identifier after %s, whose folded form has another length', (_, identifier, words) => {
  const content = `${words.repeat(5000)} ${identifier} ${words.repeat(200)}`;

  expect(excerptsOf({ identifier })!({ content })).toContain(identifier);
});

it('finds a text in either case, at the beginning and at the end', () => {
  const excerpt = excerptsOf({ contains: 'kiel LEASE' })!;

  expect(excerpt({ content: `Kiel lease: 900.${after}` })).toMatch(/^Kiel lease: 900\..*[^…]…$/u);
  expect(excerpt({ content: `${before}It is the Kiel lease` })).toMatch(/^….*It is the Kiel lease$/u);
});

it('shows a short text whole, also where the title alone matches', () => {
  const excerpt = excerptsOf({ contains: 'Kiel' })!;

  expect(excerpt({ title: 'Lease', content: 'Kiel costs 900. Ana signs.' })).toBe('Kiel costs 900. Ana signs.');
  expect(excerpt({ title: 'Lease of Kiel', content: 'It costs 900.' })).toBe('It costs 900.');
});

it('shows nothing of an item that matches in a former version alone, or of other selections', () => {
  expect(excerptsOf({ contains: 'Kiel' })!({ title: 'Lease', content: 'It costs 900.' })).toBeUndefined();
  expect(excerptsOf({})).toBeUndefined();
});

it('cuts no letter in two', () => {
  const excerpt = excerptsOf({ contains: 'x' })!({ content: `${'😀'.repeat(401)}x${'😀'.repeat(401)}` })!;

  expect(excerpt.isWellFormed()).toBe(true);
  expect(excerpt).toContain('x');
});
