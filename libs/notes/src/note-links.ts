import { frontMatterOf } from './front-matter.ts';
import { linesOf } from './lines.ts';
import { blocksOf, type Block } from './markdown-blocks.ts';

/** A link to another note: `[[target#heading|label]]`, or `[label](target#heading)` with the path of a Markdown file. */
export interface NoteLink {
  readonly kind: 'wiki' | 'markdown';
  readonly target: string;
  readonly heading?: string;
  readonly label?: string;
  /** The line that it stands on, counted from 1. */
  readonly line: number;
}

/** In a table, the sign before the label has a backslash. */
const WIKI = /(?<!\\)\[\[([^[\]|#\n\\]+)(?:#([^[\]|\n\\]+))?(?:\\?\|([^[\]\n]+))?\]\]/g;
const MARKDOWN = /(?<![\\!])\[([^[\]\n]*)\]\((?:<([^<>\n]+)>|([^()<>\s]+))(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\)/g;
const ENDING = /\.(md|markdown)$/i;

/** The links of a note's body to notes, outside code, in the order of their lines. */
export function noteLinksOf(text: string): NoteLink[] {
  const lines = linesOf(text);
  const { bodyLine } = frontMatterOf(lines);
  return linksOfBody(lines.slice(bodyLine - 1), { fromLine: bodyLine, blocksOf });
}

interface Body {
  /** The body's first line in the note, counted from 1. */
  readonly fromLine: number;
  /** Asked only where there are links. */
  readonly blocksOf: (lines: readonly string[]) => readonly Block[];
}

/** The same of a body that was parted from its front matter. */
export function linksOfBody(body: readonly string[], { fromLine, blocksOf: blocks }: Body): NoteLink[] {
  const links = body.flatMap((line, index) => linksOfLine(line, index + fromLine));
  if (links.length === 0) return [];
  const inCode = new Set(blocks(body).flatMap(({ isCode, from, to }) => (isCode ? linesFrom(from, to) : [])));
  return links.filter(({ line }) => !inCode.has(line - fromLine));
}

const linesFrom = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

function linksOfLine(text: string, line: number): NoteLink[] {
  if (!text.includes('[')) return [];
  const prose = withoutCode(text);
  const wiki = [...prose.matchAll(WIKI)].map(([, target = '', heading, label]) =>
    linkOf({ kind: 'wiki', target, line }, heading, label),
  );
  const markdown = [...prose.matchAll(MARKDOWN)].flatMap(([, label, quoted, plain]) => {
    const [target = '', heading] = decoded(quoted ?? plain ?? '').split('#', 2);
    const isNote = ENDING.test(target) && !/^(\/\/|[a-z][a-z0-9+.-]*:)/i.test(target);
    return isNote ? [linkOf({ kind: 'markdown', target, line }, heading, label)] : [];
  });
  return [...wiki, ...markdown];
}

/** A line without its code: from each run of backticks to the next of the same length. */
function withoutCode(line: string): string {
  const runs = [...line.matchAll(/`+/g)].map(({ 0: signs, index }) => ({ from: index, to: index + signs.length }));
  const next = nextAlike(runs.map(({ from, to }) => to - from));
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

/** For each place, the next one that holds the same value. */
function nextAlike(values: readonly number[]): readonly (number | undefined)[] {
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

/** A target is percent-encoded or, where it is no such code, meant as it is. */
function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** Paths that a link can mean: one, or none, or several between which it does not tell. */
export type LinkResolver = (from: string, link: Pick<NoteLink, 'kind' | 'target'>) => readonly string[];

/**
 * Resolves links among the paths of one workspace, whatever the case of the letters. A Markdown link, and one that begins with `./` or
 * `../`, is first of all relative to the folder of its note. Then a target is a path from the root, then the end of a path, such as
 * a file's name alone. A target may leave out the ending.
 */
export function linkResolver(paths: readonly string[]): LinkResolver {
  const byName = Map.groupBy(paths, linkName);
  return (from, { kind, target }) => {
    const key = bare(target.replaceAll('\\', '/'));
    const named = (byName.get(nameOf(key)) ?? []).filter(
      (path) => !ENDING.test(target) || endingOf(path) === endingOf(target),
    );
    const at = (place: string | undefined) =>
      exactFirst(
        named.filter((path) => bare(path) === place),
        target,
      );
    const isRelative = /^\.\.?\//.test(key);
    const beside = kind === 'markdown' || isRelative ? at(joined(from, key)) : [];
    if (beside.length > 0 || isRelative) return beside;
    const root = key.replace(/^\/+/, '');
    const whole = at(root);
    return whole.length > 0 ? whole : named.filter((path) => bare(path).endsWith(`/${root}`));
  };
}

/** What the target of a link has in common with every path that it can mean: the file's name, as links spell it. */
export const linkName = (target: string): string => nameOf(bare(target.replaceAll('\\', '/')));

const bare = (path: string): string => path.normalize('NFC').toLowerCase().replace(ENDING, '');
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const endingOf = (path: string): string | undefined => ENDING.exec(path)?.[1]?.toLowerCase();

/** If paths differ in case alone, the one that is written like the target. */
function exactFirst(paths: readonly string[], target: string): readonly string[] {
  const written = target.normalize('NFC').replace(ENDING, '');
  const same = paths.filter((path) => path.replace(ENDING, '').endsWith(written.replace(/^(\.\.?\/)+/, '')));
  return paths.length > 1 && same.length > 0 ? same : paths;
}

/** A target that begins at the folder of a note; undefined where it leads out of the workspace. */
function joined(from: string, target: string): string | undefined {
  if (target.startsWith('/')) return target.slice(1);
  const folders = bare(from).split('/').slice(0, -1);
  for (const segment of target.split('/'))
    if (segment === '..') {
      if (folders.pop() === undefined) return undefined;
    } else if (segment !== '.' && segment !== '') folders.push(segment);
  return folders.join('/');
}
