import { frontMatterOf } from './front-matter.ts';
import { linesOf } from './lines.ts';
import { blocksOf, type Block } from './markdown-blocks.ts';

/** Link to another note: `[[target#heading|label]]`, or `[label](target#heading)` with the path of a Markdown file. */
export interface NoteLink {
  readonly kind: 'wiki' | 'markdown';
  readonly target: string;
  readonly heading?: string;
  readonly label?: string;
  /** Line of the link, counted from 1. */
  readonly line: number;
}

/** Inside a table, the separator before the label has a backslash. */
const WIKI = /(?<!\\)\[\[([^[\]|#\n\\]+)(?:#([^[\]|\n\\]+))?(?:\\?\|([^[\]\n]+))?\]\]/g;
const MARKDOWN = /(?<![\\!])\[([^[\]\n]*)\]\((?:<([^<>\n]+)>|([^()<>\s]+))(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\)/g;
const ENDING = /\.(md|markdown)$/i;

/** Finds the links of a note's body to other notes, outside code, in line order. */
export function noteLinksOf(text: string): NoteLink[] {
  const lines = linesOf(text);
  const { bodyLine } = frontMatterOf(lines);
  return linksOfBody(lines.slice(bodyLine - 1), { fromLine: bodyLine, blocksOf });
}

interface Body {
  /** First line of the body in the note, counted from 1. */
  readonly fromLine: number;
  /** Parses blocks; called only when there are links. */
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

/** Removes inline code: from each run of backticks to the next run of the same length. */
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

/** For each index, the next index with an equal value. */
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

/** Decodes a percent-encoded target; invalid encodings are kept as they are. */
function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

/** Returns the paths that a link can mean: one, none, or several when it is ambiguous. */
export type LinkResolver = (from: string, link: Pick<NoteLink, 'kind' | 'target'>) => readonly string[];

/**
 * Resolves links among the paths of one workspace, ignoring case. A Markdown link, and one that begins with `./` or `../`, is first
 * resolved against the folder of its note. Otherwise the target is a path from the root, or the end of a path, such as a file's
 * name alone. The file extension is optional.
 */
export function linkResolver(paths: readonly string[]): LinkResolver {
  const byName = Map.groupBy(paths, linkName);
  return (from, { kind, target }) => {
    const key = bare(target.replaceAll('\\', '/'));
    const candidates = (byName.get(nameOf(key)) ?? []).filter(
      (path) => !ENDING.test(target) || endingOf(path) === endingOf(target),
    );
    const at = (place: string | undefined) =>
      exactFirst(
        candidates.filter((path) => bare(path) === place),
        target,
      );
    const isRelative = /^\.\.?\//.test(key);
    const beside = kind === 'markdown' || isRelative ? at(joined(from, key)) : [];
    if (beside.length > 0 || isRelative) return beside;
    const root = key.replace(/^\/+/, '');
    const whole = at(root);
    return whole.length > 0 ? whole : candidates.filter((path) => bare(path).endsWith(`/${root}`));
  };
}

/** File name of a link's target in normalised form, which all matching paths share. */
export const linkName = (target: string): string => nameOf(bare(target.replaceAll('\\', '/')));

const bare = (path: string): string => path.normalize('NFC').toLowerCase().replace(ENDING, '');
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const endingOf = (path: string): string | undefined => ENDING.exec(path)?.[1]?.toLowerCase();

/** Prefers the path that equals the target in case, when paths differ in case alone. */
function exactFirst(paths: readonly string[], target: string): readonly string[] {
  const written = target.normalize('NFC').replace(ENDING, '');
  const same = paths.filter((path) => path.replace(ENDING, '').endsWith(written.replace(/^(\.\.?\/)+/, '')));
  return paths.length > 1 && same.length > 0 ? same : paths;
}

/** Joins a relative target with the note's folder; undefined if it leads out of the workspace. */
function joined(from: string, target: string): string | undefined {
  if (target.startsWith('/')) return target.slice(1);
  const folders = bare(from).split('/').slice(0, -1);
  for (const segment of target.split('/'))
    if (segment === '..') {
      if (folders.pop() === undefined) return undefined;
    } else if (segment !== '.' && segment !== '') folders.push(segment);
  return folders.join('/');
}
