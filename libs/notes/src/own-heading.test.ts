import { noteMemories, readNote, removeOwnHeadings } from './index.ts';

it.each([
  ['# A\n\ntext', ['A'], 'text'],
  ['\n# A #\n## B\n\ntext\n', ['A', 'B'], 'text\n'],
  ['A\n===\n\ntext', ['A'], 'text'],
  ['# A\n\ntext', ['B'], '# A\n\ntext'],
  ['text\n\n# A', ['A'], 'text\n\n# A'],
  ['A\ntext', ['A'], 'A\ntext'],
  ['# A\n', ['A'], ''],
])('leaves out the headings at the begin of %j that are among %j', (text, told, left) => {
  expect(removeOwnHeadings(text, told)).toBe(left);
});

const memoriesOf = (text: string, heading?: string) =>
  noteMemories(readNote('a.md', text), {
    ...{ name: 'a.md', source: 's', store: 'semantic', category: 'fact', time: {} },
    ...(heading !== undefined && { heading }),
  }).flatMap((memory) => ('input' in memory ? [memory.input] : []));

it('tells each heading of a section once, in its title', () => {
  const text = '# Deploys\nBy hand.\n\n## Rollback\nQuickly.\n';

  expect(memoriesOf(text).map(({ title, content }) => [title, content])).toEqual([
    ['Deploys', 'By hand.'],
    ['Deploys / Rollback', 'Quickly.'],
  ]);
  expect(memoriesOf(text, 'AGENTS.md').map(({ title, content }) => [title, content])).toEqual([
    ['AGENTS.md', '# Deploys\nBy hand.'],
    ['AGENTS.md / Rollback', 'Quickly.'],
  ]);
});

it('keeps a heading that is too long for the title', () => {
  const [memory] = memoriesOf(`# ${'long '.repeat(200)}\ntext`);

  expect(memory!.content).toMatch(/^# long/u);
});
