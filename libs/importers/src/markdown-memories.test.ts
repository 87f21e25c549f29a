import { expect, it } from '@jest/globals';
import type { Category } from '@cairn/contracts';
import { noteMemories, readNote } from '@cairn/notes';
import { markdownMemories } from './markdown-memories.ts';

const categoriesOf = (text: string, kind: 'markdown' | 'rules' = 'markdown') =>
  markdownMemories('a.md', readNote('a.md', text), { kind, source: 'vault' }).flatMap((line) =>
    line.type === 'memory' ? [line.input.category] : [],
  );

it.each([
  ['---\ntags: [runbook, postgres]\n---\n# Restore\n\nNever restore in place.', 'workflow'],
  ['# Money\n\nAmounts are integers. #decision #money', 'decision'],
  ['# Cache\n\nThe cache was stale. #type/lesson', 'lesson'],
  ['---\ntags: People\n---\n# Ben\n\nBen does the web app.', 'person'],
  ['# Plan\n\nAna decides. #people/ana #decision', 'decision'],
  ['# Glossary\n\nA run makes invoices. #money', 'fact'],
])('gives a section of %j the category %s that its tags name', (text, category) => {
  expect(categoriesOf(text)).toEqual([category]);
});

it('gives a section the same external id, whatever category its tags name', () => {
  const sectionWith = (categoryOf: () => Category | undefined) => {
    const options = { name: 'a.md', source: 'vault', store: 'semantic', category: 'fact', time: {} } as const;
    const [section] = noteMemories(readNote('a.md', '# Money\n\nIn integers. #decision'), { ...options, categoryOf });
    return section && 'input' in section ? section.input : undefined;
  };
  const [decision, fact] = [sectionWith(() => 'decision'), sectionWith(() => undefined)];

  expect([decision?.category, fact?.category]).toEqual(['decision', 'fact']);
  expect(decision?.externalId).toBe(fact?.externalId);
});

it('leaves a rule file its category', () => {
  expect(categoriesOf('# Rules\n\nNever push. #lesson', 'rules')).toEqual(['rule']);
});
