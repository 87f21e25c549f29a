import MarkdownIt, { type Token } from 'markdown-it';
import { createElement, Fragment, type ReactNode } from 'react';

const parser = new MarkdownIt({ html: false, linkify: true, breaks: true });
// Names of hosts without a scheme are more often files than links: "routes.md", "analyse.ts".
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false });

const tags: ReadonlySet<string> = new Set([
  ...['p', 'ul', 'ol', 'li', 'blockquote', 'em', 'strong', 's', 'hr', 'br', 'code', 'pre'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
]);
/** Levels by which headings of stored text are lowered, below the title of the screen and the names of its parts. */
const HEADINGS_LOWERED = 2;
const HEADING_LEVEL_MAX = 6;
const LINK = /^(?:https?|mailto):/i;

interface OpenElement {
  readonly token: Token | undefined;
  readonly nodes: ReactNode[];
}

/** Reads Markdown and returns its React nodes. Only the tags of the list above and links are made; all else is text. */
export const markdownNodes = (text: string): ReactNode => nodesOf(parser.parse(text, {}));

function nodesOf(tokens: readonly Token[]): ReactNode {
  const open: OpenElement[] = [{ token: undefined, nodes: [] }];
  for (const token of tokens) {
    if (token.nesting === 1) open.push({ token, nodes: [] });
    else if (token.nesting === 0) open.at(-1)!.nodes.push(leafOf(token));
    else if (open.length > 1) {
      const { token: opening, nodes } = open.pop()!;
      open.at(-1)!.nodes.push(elementOf(opening!, nodes));
    }
  }
  return createElement(Fragment, null, ...open[0]!.nodes);
}

function leafOf(token: Token): ReactNode {
  switch (token.type) {
    case 'inline':
      return nodesOf(token.children ?? []);
    case 'code_inline':
      return createElement('code', null, token.content);
    case 'fence':
    case 'code_block':
      return createElement('pre', { className: 'code', tabIndex: 0 }, token.content.replace(/\n$/, ''));
    case 'image':
      return linkOf(attributeOf(token, 'src'), [token.content || 'picture']);
    case 'hardbreak':
    case 'softbreak':
      return createElement('br');
    case 'hr':
      return createElement('hr');
    default:
      return token.content;
  }
}

function elementOf(token: Token, nodes: readonly ReactNode[]): ReactNode {
  if (token.type === 'link_open') return linkOf(attributeOf(token, 'href'), nodes);
  if (token.type === 'heading_open') return createElement(headingTag(token.tag), { dir: 'auto' }, ...nodes);
  if (token.hidden || !tags.has(token.tag)) return createElement(Fragment, null, ...nodes);
  const element = createElement(token.tag, attributesOf(token), ...nodes);
  return token.tag === 'table' ? createElement('div', { className: 'wide', tabIndex: 0 }, element) : element;
}

const headingTag = (tag: string): string => `h${Math.min(HEADING_LEVEL_MAX, Number(tag.slice(1)) + HEADINGS_LOWERED)}`;

function attributesOf(token: Token) {
  const start = token.tag === 'ol' ? attributeOf(token, 'start') : null;
  return { dir: 'auto', ...(start !== null && { start: Number(start) }) };
}

function linkOf(address: string | null, nodes: readonly ReactNode[]): ReactNode {
  if (address === null || !LINK.test(address)) return createElement(Fragment, null, ...nodes);
  return createElement('a', { href: address, target: '_blank', rel: 'noopener noreferrer nofollow' }, ...nodes);
}

function attributeOf(token: Token, name: string): string | null {
  const value = token.attrGet(name);
  return value === null ? null : String(value);
}
