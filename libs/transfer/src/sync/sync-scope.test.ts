import { SyncScope } from './sync-scope.ts';

test('takes Markdown that no .gitignore leaves out, and the innermost rule decides', () => {
  const scope = new SyncScope();
  scope.add('', 'drafts/\n*.tmp.md\n/top.md\n');
  scope.add('docs', '!keep.tmp.md\nlocal.md\n');
  const notes = ['a.md', 'docs/b.markdown', 'docs/keep.tmp.md', 'docs/top.md', 'deep/drafts.md'];
  const others = [
    ...['top.md', 'x.tmp.md', 'docs/x.tmp.md', 'docs/local.md', 'drafts/a.md', 'docs/drafts/keep.tmp.md'],
    ...['.git/hooks/a.md', '.hidden.md', 'a/.cairn-sync/b.md', 'node_modules/p/README.md', 'a.txt', '.md'],
    ...['../a.md', '/a.md', 'a/../b.md', 'a//b.md', 'a\\b.md', '~/a.md', 'a%2fb.md'],
  ];

  expect(notes.filter((path) => !scope.hasNote(path))).toEqual([]);
  expect(others.filter((path) => scope.hasNote(path))).toEqual([]);
});
