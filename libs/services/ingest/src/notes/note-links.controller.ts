import { Controller } from '@nestjs/common';
import { limits, type NoteLinksResponse, type ParsedInput, type RouteOutput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { linkName, linkResolver, normaliseNotePath } from '@cairn/notes';
import { Serves, Uses } from '@cairn/platform';
import { notes, type Notes } from '@cairn/store';
import { backlinksOf, LOOKED_AT_MAX, NAMED_LINKS_MAX } from './backlinks.ts';
import { unknownNoteError } from './notes.controller.ts';

type Link = NoteLinksResponse['links'][number];

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
