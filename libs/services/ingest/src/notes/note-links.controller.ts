import { setImmediate as othersTurn } from 'node:timers/promises';
import { Controller } from '@nestjs/common';
import {
  limits,
  scopeOf,
  type NoteLinksResponse,
  type ParsedInput,
  type Principal,
  type RouteOutput,
  type Scope,
} from '@cairn/contracts';
import { linkResolver, needleOf, normaliseNotePath, noteLinksOf, type LinkResolver } from '@cairn/notes';
import { Serves } from '@cairn/platform';
import { Notes, type StoredNote } from '@cairn/ports';
import { unknown } from './notes.controller.ts';

type Link = NoteLinksResponse['links'][number];
type Backlink = NoteLinksResponse['backlinks'][number];

interface Seeking {
  readonly scope: Scope;
  readonly workspace: string;
  readonly path: string;
  readonly limit: number;
  readonly after?: string | undefined;
  readonly resolve: LinkResolver;
}

const NAMED_MAX = 10;

/** What notes say of each other. Read from their present texts, so that it is never behind them. */
@Controller()
export class NoteLinksController {
  constructor(private readonly notes: Notes) {}

  @Serves('noteLinks')
  async noteLinks(principal: Principal, { query }: ParsedInput<'noteLinks'>): Promise<RouteOutput<'noteLinks'>> {
    const { workspace, channel, limit, after } = query;
    const path = normaliseNotePath(query.path);
    const scope = scopeOf(principal, channel);
    const note = await this.notes.find(scope, workspace, path);
    if (!note) throw unknown(path);
    const resolve = linkResolver(await this.notes.paths(scope, workspace));
    const links = noteLinksOf(note.text);
    return {
      path,
      version: note.version,
      links: links.slice(0, limits.noteLinks.max).map((link) => ({ ...link, ...meaning(resolve(path, link)) })),
      leftOut: Math.max(0, links.length - limits.noteLinks.max),
      ...(await this.backlinks({ scope, workspace, path, limit, after, resolve })),
    };
  }

  /** Reads the notes that name this one, as many as one request may read. */
  private async backlinks(seeking: Seeking): Promise<Pick<NoteLinksResponse, 'backlinks' | 'nextAfter'>> {
    const { scope, workspace, path, limit, after } = seeking;
    const page = { limit: limits.noteList.max, after, includeDeleted: false, needle: needleOf(path) };
    const naming = await this.notes.list(scope, workspace, page);
    const backlinks: Backlink[] = [];
    let room: number = limits.noteBatchText.max;
    for (const [at, candidate] of naming.entries()) {
      await othersTurn();
      const source = await this.notes.find(scope, workspace, candidate.path);
      if (source) backlinks.push(...backlinkOf(source, seeking));
      room -= candidate.chars;
      const isRead = at + 1 === naming.length && naming.length < page.limit;
      if (!isRead && (backlinks.length === limit || room < 0 || at + 1 === naming.length))
        return { backlinks, nextAfter: candidate.path };
    }
    return { backlinks, nextAfter: null };
  }
}

function meaning(paths: readonly string[]): Pick<Link, 'state' | 'paths'> {
  const state = paths.length === 0 ? 'unknown' : paths.length === 1 ? 'found' : 'ambiguous';
  return { state, paths: paths.slice(0, NAMED_MAX) };
}

function backlinkOf({ path, title, version, text }: StoredNote, { path: target, resolve }: Seeking): Backlink[] {
  if (path === target) return [];
  const links = noteLinksOf(text).filter((link) => {
    const meant = resolve(path, link);
    return meant.length === 1 && meant[0] === target;
  });
  const lines = [...new Set(links.map(({ line }) => line))].slice(0, NAMED_MAX);
  return links.length === 0 ? [] : [{ path, title, version, lines }];
}
