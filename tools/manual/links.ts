import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Token } from 'markdown-it';
import { root } from '../common/program.ts';
import { parse, plainText } from './pages.ts';

/** Anchor that GitHub gives a heading. */
const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');

/** Anchors of all headings of a page; a repeated one gets a number. */
export function anchorsIn(tokens: readonly Token[]): string[] {
  const counts = new Map<string, number>();
  return tokens.flatMap(({ type }, at) => {
    if (type !== 'heading_open') return [];
    const anchor = anchorOf(plainText(tokens[at + 1]?.children ?? []));
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return [count === 0 ? anchor : `${anchor}-${count}`];
  });
}

/** Targets of all links and pictures of a page. */
const targetsIn = (tokens: readonly Token[]): string[] =>
  tokens
    .flatMap(({ children }) => children ?? [])
    .flatMap((token) => `${token.attrGet(token.type === 'image' ? 'src' : 'href') ?? ''}` || []);

/** Faults of the relative links of a file: files and anchors that do not exist. */
export function linkFaults(file: string, text: string): string[] {
  const tokens = parse(text);
  return targetsIn(tokens).flatMap((target) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = '', anchor] = decodeURI(target).split('#');
    const place = path === '' ? file : posix.join(posix.dirname(file), path);
    const isKnown = existsSync(join(root, place)) && hasAnchor(place, anchor, file === place ? tokens : undefined);
    return isKnown ? [] : [`${file}: ${target} leads nowhere`];
  });
}

function hasAnchor(place: string, anchor: string | undefined, own: readonly Token[] | undefined): boolean {
  if (!anchor) return true;
  if (statSync(join(root, place)).isDirectory()) return false;
  return anchorsIn(own ?? parse(readFileSync(join(root, place), 'utf8'))).includes(anchor);
}
