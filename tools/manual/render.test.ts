import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../common/program.ts';
import { allPages, pageOf } from './pages.ts';
import { htmlOf } from './render.ts';

const pages = allPages();
const rendered = (text: string, file = 'docs/use/a.md') => htmlOf(pageOf(file, `# A\n\n${text}`), pages);

it('leads every link of every page to a page, a picture or the API', () => {
  const addresses = new Set(['', 'api', 'index.md', 'style.css', 'icon.svg']);
  for (const { address } of pages) addresses.add(address).add(`${address}.md`);

  const dead = pages.flatMap((page) =>
    [...htmlOf(page, pages).matchAll(/(?:href|src)="\/docs\/?([^"#]*)/g)]
      .map(([, address = '']) => address)
      .filter((address) => !addresses.has(address) && !existsSync(join(root, 'docs', address)))
      .map((address) => `${page.file}: ${address}`),
  );

  expect(dead).toEqual([]);
});

it.each([
  ['a page', '[x](../start/connect.md#hooks)', '<a href="/docs/start/connect#hooks">x</a>'],
  ['a page of a folder', '[x](../operate/README.md)', '<a href="/docs/operate">x</a>'],
  ['a page beside the docs', '[x](../../CHANGELOG.md)', '<a href="/docs/CHANGELOG">x</a>'],
  ['the index', '[x](../README.md)', '<a href="/docs/">x</a>'],
  ['a picture', '![x](../screenshots/home.png)', '<img src="/docs/screenshots/home.png" alt="x">'],
  ['another server', '[x](https://example.com/a.md)', '<a href="https://example.com/a.md">x</a>'],
])('links %s', (_, text, html) => {
  expect(rendered(text)).toContain(html);
});

it('shows a link to a source as text, since the server has no sources', () => {
  expect(rendered('See [the recipes](../../libs/ranking/src/recipes.ts), [b](asking.md).')).toContain(
    '<p>See the recipes, <a href="/docs/use/asking">b</a>.</p>',
  );
});

it('runs nothing that a page contains', () => {
  const html = rendered('<script>alert(1)</script> <!-- made --> [x](javascript:alert(1))\n\n<!-- made -->');

  expect(html).not.toMatch(/<script|href="javascript/);
  expect(html).toContain('&lt;script&gt;');
});

it('gives headings anchors, and a long page its contents', () => {
  const html = rendered('## One\n\n## Two & three\n\n## Four');

  expect(html).toContain('<h2 id="two--three">Two &amp; three</h2>');
  expect(html).toContain('<li><a href="#two--three">Two &amp; three</a></li>');
});
