import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../common/program.ts';
import { git } from '../rooms.ts';
import { anchorsIn, linkFaults } from './links.ts';
import { allPages, pageOf, parse } from './pages.ts';

it('finds a target for every relative link of every page', () => {
  const files = git('ls-files', '--', '*.md', ':!bench/data', ':!**/fixtures/**');

  const faults = files.flatMap((file) => linkFaults(file, readFileSync(join(root, file), 'utf8')));

  expect(files).toEqual(expect.arrayContaining(['README.md', 'docs/README.md', 'apps/cli/README.md']));
  expect(faults).toEqual([]);
});

it.each([
  ['a file', '[x](nowhere.md)', 'nowhere.md'],
  ['an anchor of another page', '[x](connect.md#nowhere)', 'connect.md#nowhere'],
  ['an anchor of its own', '# Here\n\n[x](#there)', '#there'],
  ['a picture', '![x](../screenshots/none.png)', '../screenshots/none.png'],
])('names %s that does not exist', (_, text, target) => {
  expect(linkFaults('docs/start/a.md', text)).toEqual([`docs/start/a.md: ${target} leads nowhere`]);
});

it('leaves code and addresses of other servers alone', () => {
  expect(linkFaults('docs/start/a.md', '`[x](none.md)` [y](https://example.com/none.md)')).toEqual([]);
});

it('gives headings the anchors of GitHub', () => {
  expect(anchorsIn(parse('# `cairn sync`: a & b\n\n## Über\n\n## The answer\n\n## The answer'))).toEqual([
    ...['cairn-sync-a--b', 'über', 'the-answer', 'the-answer-1'],
  ]);
});

it('reads title and first sentence of a page', () => {
  const page = pageOf(
    'docs/use/a.md',
    '# The `A`\n\n<!-- made -->\n\nIt has a [first](b.md) sentence,\nof two lines. And more.\n',
  );

  expect(page).toMatchObject({
    address: 'use/a',
    group: 'use',
    title: 'The A',
    summary: 'It has a first sentence, of two lines.',
  });
});

it('has a title and a first sentence for every page', () => {
  expect(allPages().filter(({ title, summary }) => title === '' || summary === '')).toEqual([]);
});
