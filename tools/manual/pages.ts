import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import MarkdownIt, { type Token } from 'markdown-it';
import { root } from '../common/program.ts';

/** One page of the docs, as its file states it. */
export interface Page {
  /** Path below `docs`, with its ending. */
  readonly path: string;
  readonly group: string;
  readonly title: string;
  /** First sentence of the page. */
  readonly summary: string;
  readonly text: string;
}
interface Group {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  /** Pages that come first, in this order; the others follow by their titles. */
  readonly first: readonly string[];
}

export const INDEX = 'README.md';

const groups: readonly Group[] = [
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
    first: ['server', 'people', 'privacy'],
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

const parser = new MarkdownIt('commonmark', { html: true }).enable('table');

/** Parses Markdown as GitHub shows it, as far as links and headings are concerned. */
export const parse = (text: string): Token[] => parser.parse(text, {});

const docs = join(root, 'docs');
const readDoc = (path: string): string => readFileSync(join(docs, path), 'utf8');

/** Lists the pages, without the index, in the order in which a reader finds them. */
export function allPages(): Page[] {
  const paths = globSync('*/**/*.md', { cwd: docs }).map((path) => path.replaceAll('\\', '/'));
  const pages = paths.map((path) => pageOf(path, readDoc(path)));
  return groups.flatMap((group) =>
    pages
      .filter((page) => page.group === group.name)
      .sort((a, b) => rankOf(a, group) - rankOf(b, group) || (orderOf(a) < orderOf(b) ? -1 : 1)),
  );
}

export function pageOf(path: string, text: string): Page {
  const tokens = parse(text);
  const title = textAfter(tokens, ({ type, tag }) => type === 'heading_open' && tag === 'h1');
  const summary = textAfter(tokens, ({ type, level }) => type === 'paragraph_open' && level === 0);
  return { path, group: path.split('/', 1)[0] ?? '', title, summary: firstSentence(summary), text };
}

function textAfter(tokens: readonly Token[], isOpening: (token: Token) => boolean): string {
  const at = tokens.findIndex(isOpening);
  return at < 0 ? '' : plainText(tokens[at + 1]?.children ?? []);
}

export const plainText = (tokens: readonly Token[]): string =>
  tokens.map(({ type, content }) => (/break/.test(type) ? ' ' : content)).join('');

const firstSentence = (text: string): string => /^.*?[.?!](?=\s|$)/.exec(text)?.[0] ?? text.replace(/:$/, '.');

function rankOf({ path }: Page, { first }: Group): number {
  const name = posix.basename(path, '.md');
  const rank = path.split('/').length === 2 ? first.indexOf(name) : -1;
  return rank < 0 ? first.length + path.split('/').length : rank;
}

/** Decisions and pages of clients have their order in their names, other pages in their titles. */
const orderOf = ({ path, title }: Page): string => (path.split('/').length > 2 ? path : title.toLowerCase());

/** Index of all pages, by group: the page `docs/README.md`. */
export function indexPage(): string {
  const pages = allPages();
  const parts = groups.map(({ name, title, about }) => {
    const rows = pages.filter(({ group }) => group === name).map(rowOf);
    return `## ${title}\n\n${about}\n\n${rows.join('\n')}\n`;
  });
  return `# Docs\n\n<!-- Made from the titles and first sentences of the pages by \`npm run docs\`. Change them there. -->\n\n${parts.join('\n')}`;
}

const rowOf = ({ path, title, summary }: Page): string =>
  `- [${escape(title)}](${path})${summary && `: ${escape(summary)}`}`;
const escape = (text: string): string => text.replaceAll(/([\\`*[\]<>])/g, '\\$1');
