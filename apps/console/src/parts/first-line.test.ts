import { expect, it } from '@jest/globals';
import { firstLineOf, gistOf } from './first-line.ts';

it.each([
  ['# Money\n\n- Never use floats.\nMore', 'Never use floats.'],
  ['{\n "name": "@shop/pdf",', '"name": "@shop/pdf",'],
  ['# Only a heading', '# Only a heading'],
])('finds the first line of %j that says something', (content, line) => {
  expect(firstLineOf(content)).toBe(line);
});

it('leaves out the headings at the beginning of a text, unless there is nothing else', () => {
  const gist = (text: string) => gistOf({ category: 'fact', text });

  expect(gist('# Shop\n\n## Money\nNever use floats.\n## Tax')).toBe('Never use floats.\n## Tax');
  expect(gist('# Shop\n## Money')).toBe('# Shop\n## Money');
  expect(gist('#pnpm is used')).toBe('#pnpm is used');
});

it.each([
  [
    '# 5. Outbox\n\nDate: 2026-05-11\n\n## Status\n\nAccepted\n\n## Context\n\nWe measured.\n\n## Decision\n\nAn outbox table.',
  ],
  ['Status: accepted\nDate: 2026-05-11\n\nAn outbox table.'],
  ['An outbox table.'],
])('finds the sentence that decides in the record %j', (text) => {
  expect(gistOf({ category: 'decision', text })).toBe('An outbox table.');
});
