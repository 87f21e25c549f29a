import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join, posix } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';
import { root } from '../common/program.ts';
import { anchorsIn } from './links.ts';
import { addressOf, allPages, groups, INDEX, pageOf, plainText, type Page } from './pages.ts';

/** HTML in a page is shown as text, except comments, which are left out. */
const renderer = new MarkdownIt('commonmark', { html: false, xhtmlOut: false }).enable('table');
const COMMENT = /^<!--[\s\S]*?-->\n?/gm;
const HOME = '/docs';
const { escapeHtml } = renderer.utils;

/**
 * Writes the docs into a folder, as the gateway serves them at /docs: each page as HTML and as Markdown, the list of pages,
 * pictures, the style sheet and the icon.
 */
export function writeDocs(folder: string): void {
  const pages = allPages();
  const index = pageOf(INDEX, readFileSync(join(root, INDEX), 'utf8'));
  for (const page of [index, ...pages]) {
    const name = page.address || 'index';
    write(join(folder, `${name}.html`), htmlOf(page, pages));
    write(join(folder, `${name}.md`), markdownOf(page));
  }
  const list = pages.map(({ address, group, title, summary }) => ({
    path: `${address}.md`,
    group: titleOf(group),
    title,
    summary,
  }));
  write(join(folder, 'pages.json'), JSON.stringify(list));
  for (const picture of globSync('**/*.{png,svg}', { cwd: join(root, 'docs') }))
    cpSync(join(root, 'docs', picture), join(folder, picture), { recursive: true });
  for (const file of ['style.css', 'icon.svg']) cpSync(join(root, 'tools', 'manual', file), join(folder, file));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const titleOf = (name: string): string => groups.find((group) => group.name === name)?.title ?? '';

/** Markdown of a page. Links of a page beside `docs` lead below /docs, where it is served. */
const markdownOf = ({ file, text }: Page): string =>
  file.startsWith('docs/') ? text : text.replaceAll('](docs/', '](');

/** Whole page of a page of Markdown, with the navigation. It needs no script. */
export function htmlOf(page: Page, pages: readonly Page[]): string {
  const tokens = renderer.parse(page.text.replaceAll(COMMENT, ''), {});
  const contents = addAnchors(tokens);
  const addresses = new Set(['', ...pages.map(({ address }) => address)]);
  for (const token of tokens.flatMap(({ children }) => children ?? [])) redirectLink(token, page, addresses);
  const body = renderer.renderer
    .render(withoutDeadLinks(tokens), renderer.options, {})
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escapeHtml(page.summary)}">
<title>${escapeHtml(page.title)} · Cairn</title>
<link rel="icon" href="${HOME}/icon.svg">
<link rel="stylesheet" href="${HOME}/style.css">
<link rel="alternate" type="text/markdown" href="${HOME}/${page.address || 'index'}.md">
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a href="${HOME}">Cairn docs</a><a href="${HOME}/api">HTTP API</a><a href="/console/">Console</a></header>
<input type="checkbox" id="menu"><label for="menu">All pages</label>
<nav aria-label="Docs">${groups.map(({ name }) => navigationOf(name, page, pages)).join('')}</nav>
<main id="content">
${body}${contents}
<footer><a href="${HOME}/${page.address || 'index'}.md">This page as Markdown</a></footer>
</main>
</body>
</html>
`;
}

function navigationOf(group: string, page: Page, pages: readonly Page[]): string {
  const rows = pages.filter((each) => each.group === group).map((each) => linkTo(each, each.address === page.address));
  const isOpen = page.group === group || (page.address === '' && group === 'start');
  return `<details${isOpen ? ' open' : ''}><summary>${titleOf(group)}</summary><ul>${rows.join('')}</ul></details>`;
}

const linkTo = ({ address, title }: Page, isCurrent: boolean): string =>
  `<li><a href="${HOME}/${address}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`;

/** Gives each heading its anchor, and returns the table of contents of a page with more than two parts. */
function addAnchors(tokens: readonly Token[]): string {
  const anchors = anchorsIn(tokens);
  const headings = tokens.flatMap((token, at) =>
    token.type === 'heading_open' ? [{ token, text: tokens[at + 1] }] : [],
  );
  const rows = headings.map(({ token, text }, at) => {
    token.attrSet('id', anchors[at] ?? '');
    const isPart = token.tag === 'h2';
    return isPart ? `<li><a href="#${anchors[at]}">${escapeHtml(plainText(text?.children ?? []))}</a></li>` : '';
  });
  const parts = rows.filter(Boolean);
  return parts.length > 2 ? `<aside><p>On this page</p><ul>${parts.join('')}</ul></aside>` : '';
}

/** Makes a relative link or picture absolute. A link to a file that the server does not show loses its address. */
function redirectLink(token: Token, { file }: Page, addresses: ReadonlySet<string>): void {
  const name = token.type === 'image' ? 'src' : 'href';
  const target = token.attrGet(name);
  if (typeof target !== 'string' || /^([a-z]+:|#)/.test(target)) return;
  const [path = '', anchor] = target.split('#');
  const place = posix.join(posix.dirname(file), path).replace(/\/$/, '');
  const isFile = ['.png', '.svg'].includes(extname(place)) && place.startsWith('docs/');
  const address = isFile
    ? place.slice('docs/'.length)
    : addressOf(extname(place) === '' ? `${place}/README.md` : place);
  if (isFile || addresses.has(address)) token.attrSet(name, `${HOME}/${address}${anchor ? `#${anchor}` : ''}`);
  else token.attrSet(name, '');
}

/** Shows a link that lost its address as plain text. */
function withoutDeadLinks(tokens: readonly Token[]): Token[] {
  for (const token of tokens) {
    if (!token.children) continue;
    let isDead = false;
    token.children = token.children.filter((child) => {
      if (child.type === 'link_open') isDead = child.attrGet('href') === '';
      const isLeftOut = isDead && /^link_/.test(child.type);
      return !isLeftOut;
    });
  }
  return [...tokens];
}
