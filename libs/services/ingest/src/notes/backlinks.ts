import type { NoteLinksResponse } from '@cairn/contracts';
import { linkResolver, type LinkResolver } from '@cairn/notes';
import type { LinkingNote } from '@cairn/ports';

type Backlink = NoteLinksResponse['backlinks'][number];

export const NAMED_LINKS_MAX = 10;
/** The most links of other notes that are read for one page of backlinks, or after a rename. */
export const LOOKED_AT_MAX = 2_000;

interface Seeking {
  readonly path: string;
  readonly limit: number;
  readonly resolve: LinkResolver;
}

export function backlinksOf(
  linking: readonly LinkingNote[],
  { path, limit, resolve }: Seeking,
): Pick<NoteLinksResponse, 'backlinks' | 'nextAfter'> {
  const whole = wholeNotes(linking);
  const meant = whole.filter(({ path: from, link }) => from !== path && isThe(path, resolve(from, link)));
  const byNote = [...Map.groupBy(meant, (each) => each.path).values()];
  const shown = byNote.slice(0, limit);
  const isAll = linking.length < LOOKED_AT_MAX;
  const nextAfter = byNote.length > limit ? shown.at(-1)![0]!.path : isAll ? null : whole.at(-1)!.path;
  return { backlinks: shown.map(backlinkOf), nextAfter };
}

/** Drops the last note if the limit of links was reached, since some of its links may be missing. */
function wholeNotes(linking: readonly LinkingNote[]): readonly LinkingNote[] {
  if (linking.length < LOOKED_AT_MAX) return linking;
  const whole = linking.filter(({ path }) => path !== linking.at(-1)!.path);
  return whole.length > 0 ? whole : linking;
}

const isThe = (path: string, meant: readonly string[]): boolean => meant.length === 1 && meant[0] === path;

function backlinkOf(links: readonly LinkingNote[]): Backlink {
  const { path, title, version } = links[0]!;
  return { path, title, version, lines: [...new Set(links.map(({ link }) => link.line))].slice(0, NAMED_LINKS_MAX) };
}

interface Renamed {
  readonly path: string;
  readonly newPath: string;
  /** Paths of the notes that have the file name of the old path now. */
  readonly named: readonly string[];
}

/** Finds the links that meant a note before it was renamed, and mean no note or another one since. */
export function linksLeftBehind(linking: readonly LinkingNote[], { path, newPath, named }: Renamed): Backlink[] {
  const before = linkResolver([...named.filter((each) => each !== newPath), path]);
  const now = linkResolver(named);
  const left = linking.filter(
    ({ path: from, link }) => from !== newPath && isThe(path, before(from, link)) && !isThe(newPath, now(from, link)),
  );
  return [...Map.groupBy(left, (each) => each.path).values()].map(backlinkOf);
}
