import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';
import { root } from '../common/program.ts';

/** One page of the docs, as its file states it. */
export interface Page {
  /** Path of the file from the root of the repository. */
  readonly file: string;
  /** Address below /docs, without an ending. */
  readonly address: string;
  readonly group: string;
  readonly title: string;
  /** First sentence of the page. */
  readonly summary: string;
  readonly text: string;
}
export interface Group {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Pages that come first, in this order; the others follow by their titles. */
  readonly first: readonly string[];
}

export const INDEX = 'docs/README.md';

export const groups: readonly Group[] = [
  {
    name: 'start',
    title: 'Start',
    about: 'From nothing to an agent that remembers.',
    first: ['tutorial', 'concepts', 'connect', 'importing', 'http', 'comparison', 'limits'],
  },
  {
    name: 'use',
    title: 'Use',
    about: 'Each thing that people and agents do with a memory.',
    first: ['asking', 'rules', 'correcting', 'proposals', 'conversations', 'digest', 'console', 'cli', 'mcp'],
  },
  {
    name: 'team',
    title: 'Team',
    about: 'People, agents and what each of them sees.',
    first: ['server', 'join', 'people', 'privacy', 'remote-clients'],
  },
  {
    name: 'operate',
    title: 'Operate',
    about: 'Servers, backups, upgrades and faults.',
    first: ['README', 'compose', 'upgrade', 'troubleshooting', 'backup', 'security'],
  },
  { name: 'reference', title: 'Reference', about: 'Generated from the code: complete lists.', first: [] },
  {
    name: 'inside',
    title: 'Inside',
    about: 'How it is built, measured and decided.',
    first: ['ranking', 'glossary', 'measured'],
  },
];

/** Pages beside `docs` that readers of the docs look for, each with its group. */
const beside: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'operate',
  'SECURITY.md': 'operate',
  'ARCHITECTURE.md': 'inside',
};

const parser = new MarkdownIt('commonmark', { html: true }).enable('table');

/** Parses Markdown as GitHub shows it, as far as links and headings are concerned. */
export const parse = (text: string): Token[] => parser.parse(text, {});

/** Lists the pages, without the index, in the order in which a reader finds them. */
export function allPages(): Page[] {
  const found = globSync('docs/*/**/*.md', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  const pages = [...found, ...Object.keys(beside)].map((file) => pageOf(file, readFileSync(join(root, file), 'utf8')));
  return groups.flatMap((group) =>
    pages
      .filter((page) => page.group === group.name)
      .sort((a, b) => rankOf(a, group) - rankOf(b, group) || (orderOf(a) < orderOf(b) ? -1 : 1)),
  );
}

export function pageOf(file: string, text: string): Page {
  const tokens = parse(text);
  const title = textAfter(tokens, ({ type, tag }) => type === 'heading_open' && tag === 'h1');
  const summary = textAfter(tokens, ({ type, level }) => type === 'paragraph_open' && level === 0);
  const group = beside[file] ?? file.split('/')[1] ?? '';
  return { file, address: addressOf(file), group, title, summary: firstSentence(summary), text };
}

/** Address of a page: `docs/operate/README.md` is `operate`, and the index is empty. */
export const addressOf = (file: string): string =>
  file
    .replace(/^docs\//, '')
    .replace(/\.md$/, '')
    .replace(/(^|\/)README$/, '');

function textAfter(tokens: readonly Token[], isOpening: (token: Token) => boolean): string {
  const at = tokens.findIndex(isOpening);
  return at < 0 ? '' : plainText(tokens[at + 1]?.children ?? []);
}

export const plainText = (tokens: readonly Token[]): string =>
  tokens.map(({ type, content }) => (/break/.test(type) ? ' ' : content)).join('');

const firstSentence = (text: string): string => /^.*?[.?!](?=\s|$)/.exec(text)?.[0] ?? text.replace(/:$/, '.');

function rankOf({ file }: Page, { first }: Group): number {
  const rank = depthOf(file) === 2 ? first.indexOf(posix.basename(file, '.md')) : -1;
  return rank < 0 ? first.length + Math.max(depthOf(file), 2) : rank;
}

/** Decisions and pages of clients have their order in their names, other pages in their titles. */
const orderOf = ({ file, title }: Page): string => (depthOf(file) > 2 ? file : title.toLowerCase());
const depthOf = (file: string): number => file.split('/').length - 1;

/** Index of all pages, by group: the page `docs/README.md`. */
export function indexPage(): string {
  const pages = allPages();
  const parts = groups.map(({ name, title, about }) => {
    const rows = pages.filter(({ group }) => group === name).map(rowOf);
    return `## ${title}\n\n${about}\n\n${rows.join('\n')}\n`;
  });
  return `# Docs\n\n<!-- Made from the titles and first sentences of the pages by \`npm run docs\`. Change them there. -->\n\nBegin with the [tutorial](start/tutorial.md) or the [concepts](start/concepts.md).\n\n${parts.join('\n')}`;
}

const rowOf = ({ file, title, summary }: Page): string =>
  `- [${escape(title)}](${posix.relative('docs', file)})${summary && `: ${escape(summary)}`}`;
const escape = (text: string): string => text.replaceAll(/([\\`*[\]<>])/g, '\\$1');
