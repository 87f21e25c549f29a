import fc from 'fast-check';
import { linkName, linkResolver, noteLinksOf } from './note-links.ts';

const paths = [
  'index.md',
  'plan.md',
  'docs/Plan.md',
  'docs/queue.md',
  'docs/sub/café notes.markdown',
  'x/dup.md',
  'y/dup.md',
];
const resolved = (from: string, text: string) => noteLinksOf(text).map((link) => linkResolver(paths)(from, link));

describe('noteLinksOf', () => {
  it('finds Markdown links to notes, with their lines behind the front matter', () => {
    const text =
      '---\na: b\n---\n[Q](docs/queue.md#Now "t") [site](https://a.example/b.md) [f](f.pdf)\n\n[c](<a b.md>) [d](a%20b.md)';

    expect(noteLinksOf(text)).toEqual([
      { kind: 'markdown', target: 'docs/queue.md', heading: 'Now', label: 'Q', line: 4 },
      { kind: 'markdown', target: 'a b.md', label: 'c', line: 6 },
      { kind: 'markdown', target: 'a b.md', label: 'd', line: 6 },
    ]);
  });
});

describe('linkResolver', () => {
  it.each([
    ['docs/queue.md', '[[plan]]', ['plan.md']],
    ['docs/queue.md', '[p](plan.md)', ['docs/Plan.md']],
    ['docs/queue.md', '[p](../plan.md)', ['plan.md']],
    ['docs/queue.md', '[p](/plan.md)', ['plan.md']],
    ['docs/queue.md', '[[./plan]]', ['docs/Plan.md']],
    ['docs/queue.md', '[p](../../plan.md)', []],
    ['index.md', '[[QUEUE.md]]', ['docs/queue.md']],
    ['index.md', '[[queue.markdown]]', []],
    ['index.md', '[[sub/Cafe\u0301 Notes]]', ['docs/sub/café notes.markdown']],
    ['index.md', '[q](queue.md)', ['docs/queue.md']],
    ['index.md', '[[dup]]', ['x/dup.md', 'y/dup.md']],
    ['x/a.md', '[d](dup.md)', ['x/dup.md']],
    ['index.md', '[[nothing]]', []],
  ])('in %s takes %s for %j', (from, text, expected) => {
    expect(resolved(from, text)).toEqual([expected]);
  });

  it('tells paths that differ in case alone by their case, else names both', () => {
    const resolve = linkResolver(['A.md', 'a.md']);
    const meant = ['A', 'a', './a'].map((target) => resolve('b.md', { kind: 'wiki', target }));

    expect(meant).toEqual([['A.md'], ['a.md'], ['a.md']]);
  });

  it('resolves a link only to paths of its name, whatever else there is', () => {
    const word = fc.constantFrom('a', 'B1', 'é', 'x y', '日', '-', 'Ab');
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `${words.join('')}.md`);
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1 }), name, fc.boolean(), (known, target, isWiki) => {
        const text = isWiki ? `[[${target}]]` : `[x](${encodeURI(target)})`;
        for (const link of noteLinksOf(text)) {
          const named = known.filter((path) => linkName(path) === linkName(link.target));
          expect(linkResolver(named)('z.md', link)).toEqual(linkResolver(known)('z.md', link));
        }
      }),
    );
  });
});
