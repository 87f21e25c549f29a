import { aNoteSection } from '@cairn/testing';
import { snippetOf } from './snippets.ts';

it('begins and ends with a line that is not blank, wherever the passage was cut', () => {
  const long = 'word '.repeat(138).trim();
  const content = [long, '', 'The kiln', 'is fired at noon.', '', long].join('\n');
  const section = aNoteSection({ title: long, content, startLine: 11, endLine: 16 });
  const passage = { from: long.length + 1, to: content.length };

  expect(snippetOf(section, passage)).toMatchObject({
    startLine: 13,
    endLine: 14,
    text: 'The kiln\nis fired at noon.',
  });
});
