import { expect, it } from '@jest/globals';
import { hostileTextContract } from '@cairn/testing';
import { frontMatterOf } from './front-matter.ts';
import {
  linkName,
  linkResolver,
  linesOf,
  normaliseNotePath,
  noteLinksOf,
  parseCitation,
  parsePatternFile,
  readNote,
} from './index.ts';

const orNothing = (read: () => unknown): unknown => {
  try {
    return read();
  } catch (refusal) {
    return refusal;
  }
};

hostileTextContract('libs/notes', {
  units: ['[[a|', '[a](<', '](a "', '`` `', '| a\n', '- [', 'a\n---\n', '\\|', '.md', '%2'],
  readers: {
    'a note': (text) => readNote('a.md', text),
    'the links of a note': noteLinksOf,
    'front matter': (text) => frontMatterOf(linesOf(`---\n${text}\n---\n`)),
    'the path of a note': (text) => orNothing(() => normaliseNotePath(`${text}.md`)),
    'a citation': parseCitation,
    'the target of a link': (text) => [linkName(text), linkResolver(['a.md'])('b.md', { kind: 'wiki', target: text })],
    'a file of patterns': (text) => orNothing(() => parsePatternFile(new TextEncoder().encode(text))),
  },
});

it('front matter that is too long to be read as YAML keeps the fields that stand in lines of their own', () => {
  const { fields, problem } = frontMatterOf(['---', 'title: Plan', `long: ${'a: '.repeat(2_000)}`, '---']);

  expect(fields).toMatchObject({ title: 'Plan' });
  expect(problem).toContain('longer than 4000 characters');
});
