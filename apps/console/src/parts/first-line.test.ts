import { expect, it } from '@jest/globals';
import { firstLineOf, withoutHeadings } from './first-line.ts';

it.each([
  ['# Money\n\n- Never use floats.\nMore', 'Never use floats.'],
  ['{\n "name": "@shop/pdf",', '"name": "@shop/pdf",'],
  ['# Only a heading', '# Only a heading'],
])('finds the first line of %j that says something', (content, line) => {
  expect(firstLineOf(content)).toBe(line);
});

it('leaves out the headings at the beginning of a text, unless there is nothing else', () => {
  expect(withoutHeadings('# Shop\n\n## Money\nNever use floats.\n## Tax')).toBe('Never use floats.\n## Tax');
  expect(withoutHeadings('# Shop\n## Money')).toBe('# Shop\n## Money');
  expect(withoutHeadings('#pnpm is used')).toBe('#pnpm is used');
});
