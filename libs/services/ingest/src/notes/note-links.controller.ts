import { Controller } from '@nestjs/common';
import { limits, type NoteLinksResponse, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { linkName, linkResolver, normaliseNotePath, type LinkResolver } from '@cairn/notes';
import { Serves, Uses } from '@cairn/platform';
import type { LinkingNote } from '@cairn/ports';
import { notes, type Notes } from '@cairn/store';
import { unknownNoteError } from './notes.controller.ts';

type Link = NoteLinksResponse['links'][number];
type Backlink = NoteLinksResponse['backlinks'][number];

const NAMED_LINKS_MAX = 10;
/** The most links of other notes that are read for one page of backlinks. */
const LOOKED_AT_MAX = 2_000;

/** Routes of links between notes. Which note a link refers to depends on the notes that exist. */
@Controller()
export class NoteLinksController {
  constructor(@Uses(notes) private readonly notes: Notes) {}

  @Serves('noteLinks')
  async noteLinks(principal: Principal, { query }: ParsedInput<'noteLinks'>): Promise<RouteOutput<'noteLinks'>> {
    const { workspace, channel, limit, after } = query;
    const path = normaliseNotePath(query.path);
    const scope = scopeOf(principal, channel);
    const [own, linking] = await Promise.all([
      this.notes.linksOf({ scope, workspace, path, limit: limits.noteLinks.max }),
      this.notes.linksTo({ scope, workspace, linkName: linkName(path), after, limit: LOOKED_AT_MAX }),
    ]);
    if (!own) throw unknownNoteError(path);
    const { version, links, total } = own;
    const names = new Set([linkName(path), ...links.map(({ name }) => name)]);
    const resolve = linkResolver(await this.notes.named({ scope, workspace, linkNames: [...names] }));
    return {
      path,
      version,
      links: links.map(({ name: _, ...link }) => ({ ...link, ...resolutionOf(resolve(path, link)) })),
      leftOut: total - links.length,
      ...backlinksOf(linking, { path, limit, resolve }),
    };
  }
}

function resolutionOf(paths: readonly string[]): Pick<Link, 'state' | 'paths'> {
  const state = paths.length === 0 ? 'unknown' : paths.length === 1 ? 'found' : 'ambiguous';
  return { state, paths: paths.slice(0, NAMED_LINKS_MAX) };
}

interface Seeking {
  readonly path: string;
  readonly limit: number;
  readonly resolve: LinkResolver;
}

function backlinksOf(
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
