import { frontMatterOf } from './front-matter.ts';
import { linesOf } from './lines.ts';
import { blocksOf, type Block } from './markdown-blocks.ts';

/**
 * Link to another note: `[[target#heading|label]]`, or `[label](target#heading)` where the target is the path of a Markdown
 * file.
 */
export interface NoteLink {
  readonly kind: 'wiki' | 'markdown';
  readonly target: string;
  readonly heading?: string;
  readonly label?: string;
  /** Line of the link, counted from 1. */
  readonly line: number;
}

/** Inside a table, a backslash precedes the separator before the label. */
const WIKI_LINK = /(?<!\\)\[\[([^[\]|#\n\\]+)(?:#([^[\]|\n\\]+))?(?:\\?\|([^[\]\n]+))?\]\]/g;
const MARKDOWN_LINK = /(?<![\\!])\[([^[\]\n]*)\]\((?:<([^<>\n]+)>|([^()<>\s]+))(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\)/g;
const FILE_EXTENSION = /\.(md|markdown)$/i;

/** Finds the links from a note's body to other notes, in line order. Links in code do not count. */
export function noteLinksOf(text: string): NoteLink[] {
  const lines = linesOf(text);
  const { bodyLine } = frontMatterOf(lines);
  return linksOfBody(lines.slice(bodyLine - 1), { fromLine: bodyLine, blocksOf });
}

interface Body {
  /** Number of the body's first line within the note, counted from 1. */
  readonly fromLine: number;
  /** Parses lines into blocks; called only if the body contains links. */
  readonly blocksOf: (lines: readonly string[]) => readonly Block[];
}

/** Finds the links of a body that was separated from its front matter. */
export function linksOfBody(body: readonly string[], { fromLine, blocksOf: blocks }: Body): NoteLink[] {
  const links = body.flatMap((line, index) => linksOfLine(line, index + fromLine));
  if (links.length === 0) return [];
  const inCode = new Set(blocks(body).flatMap(({ isCode, from, to }) => (isCode ? linesFrom(from, to) : [])));
  return links.filter(({ line }) => !inCode.has(line - fromLine));
}

const linesFrom = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

function linksOfLine(text: string, line: number): NoteLink[] {
  if (!text.includes('[')) return [];
  const prose = removeCode(text);
  const wiki = [...prose.matchAll(WIKI_LINK)].map(([, target = '', heading, label]) =>
    linkOf({ kind: 'wiki', target, line }, heading, label),
  );
  const markdown = [...prose.matchAll(MARKDOWN_LINK)].flatMap(([, label, quoted, plain]) => {
    const [target = '', heading] = decodeTarget(quoted ?? plain ?? '').split('#', 2);
    const isNote = FILE_EXTENSION.test(target) && !/^(\/\/|[a-z][a-z0-9+.-]*:)/i.test(target);
    return isNote ? [linkOf({ kind: 'markdown', target, line }, heading, label)] : [];
  });
  return [...wiki, ...markdown];
}

/** Removes inline code: each run of backticks, the text after it, and the next run of equal length. */
function removeCode(line: string): string {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: signs, index }) => ({ from: index, to: index + signs.length }));
  const next = nextEqualIndexes(runs.map(({ from, to }) => to - from));
  let prose = '';
  let read = 0;
  for (const [at, { from }] of runs.entries()) {
    const close = from < read ? undefined : next[at];
    if (close === undefined) continue;
    prose += line.slice(read, from);
    read = runs[close]!.to;
  }
  return prose + line.slice(read);
}

/** Maps each index to the next index with an equal value, or to undefined. */
function nextEqualIndexes(values: readonly number[]): readonly (number | undefined)[] {
  const later = new Map<number, number>();
  return values
    .map((_, back) => values.length - 1 - back)
    .map((at) => {
      const next = later.get(values[at]!);
      later.set(values[at]!, at);
      return next;
    })
    .reverse();
}

const linkOf = (link: NoteLink, heading?: string, label?: string): NoteLink => ({
  ...link,
  target: link.target.trim(),
  ...(heading && { heading: heading.trim() }),
  ...(label && { label: label.trim() }),
});

/** Decodes a percent-encoded target; an invalid encoding is returned unchanged. */
function decodeTarget(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** Returns the paths that a link in the note `from` can mean: none, one, or several if the link is ambiguous. */
export type LinkResolver = (from: string, link: Pick<NoteLink, 'kind' | 'target'>) => readonly string[];

/**
 * Creates a resolver for links among the paths of one workspace; case is ignored. A Markdown link, or a link that begins with
 * `./` or `../`, is first resolved against the folder of its note. Otherwise the target is a path from the root, or the end of
 * a path, such as a file name alone. The file extension is optional.
 */
export function linkResolver(paths: readonly string[]): LinkResolver {
  const byName = Map.groupBy(paths, linkName);
  return (from, { kind, target }) => {
    const key = normalisePath(target.replaceAll('\\', '/'));
    const candidates = (byName.get(nameOf(key)) ?? []).filter(
      (path) => !FILE_EXTENSION.test(target) || extensionOf(path) === extensionOf(target),
    );
    const at = (place: string | undefined) =>
      preferSameCase(
        candidates.filter((path) => normalisePath(path) === place),
        target,
      );
    const isRelative = /^\.\.?\//.test(key);
    const beside = kind === 'markdown' || isRelative ? at(resolveRelative(from, key)) : [];
    if (beside.length > 0 || isRelative) return beside;
    const root = key.replace(/^\/+/, '');
    const whole = at(root);
    return whole.length > 0 ? whole : candidates.filter((path) => normalisePath(path).endsWith(`/${root}`));
  };
}

/** Returns the normalised file name of a link's target. All paths that match the link have this file name. */
export const linkName = (target: string): string => nameOf(normalisePath(target.replaceAll('\\', '/')));

const normalisePath = (path: string): string => path.normalize('NFC').toLowerCase().replace(FILE_EXTENSION, '');
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const extensionOf = (path: string): string | undefined => FILE_EXTENSION.exec(path)?.[1]?.toLowerCase();

/** If several paths differ in case alone, prefers the paths with the case of the target. */
function preferSameCase(paths: readonly string[], target: string): readonly string[] {
  const written = target.normalize('NFC').replace(FILE_EXTENSION, '');
  const same = paths.filter((path) => path.replace(FILE_EXTENSION, '').endsWith(written.replace(/^(\.\.?\/)+/, '')));
  return paths.length > 1 && same.length > 0 ? same : paths;
}

/** Resolves a relative target against the folder of the note `from`; undefined if the result is outside the workspace. */
function resolveRelative(from: string, target: string): string | undefined {
  if (target.startsWith('/')) return target.slice(1);
  const folders = normalisePath(from).split('/').slice(0, -1);
  for (const segment of target.split('/'))
    if (segment === '..') {
      if (folders.pop() === undefined) return undefined;
    } else if (segment !== '.' && segment !== '') folders.push(segment);
  return folders.join('/');
}
