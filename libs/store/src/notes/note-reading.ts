import type { NoteEntry, NoteVersionEntry } from '@cairn/contracts';
import type { LinkingNote, Notes, NotesPage, NoteVersionsPage, StoredNote, WorkspaceName } from '@cairn/ports';
import type { ScopeFields } from '../kit/conditions.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { keepLinksOf, linksAt, linksToName, notesWithoutLinks, pathsNamed } from './note-links.ts';
import { noteQueries, versionQueries } from './note-queries.ts';
import { nearestWorkspace, presentWorkspace } from './note-workspaces.ts';
import { entryOf } from './notes.rules.ts';

const ALL = 2 ** 31 - 1;

interface FindQuery {
  readonly scope: ScopeFields;
  readonly workspace: string | WorkspaceName;
  readonly path: string;
  readonly version?: number | undefined;
}

export async function find(
  session: ReadTransaction,
  { version, ...query }: FindQuery,
): Promise<StoredNote | undefined> {
  const present = await noteOf(session, query);
  if (!present || (version === undefined && present.is_deleted === 1)) return undefined;
  const named = { orgId: present.org_id, noteId: present.id, version: version ?? present.version };
  const found = await session.get(versionQueries(session.dialect).version, named);
  if (!found || found.is_deleted === 1) return undefined;
  const { content: text, ...row } = found;
  return { ...entryOf({ ...present, ...row }), text };
}

async function noteOf(session: ReadTransaction, { scope, workspace, path }: Omit<FindQuery, 'version'>) {
  const home = await presentWorkspace(session, scope, typeof workspace === 'string' ? { name: workspace } : workspace);
  const place = home && { org_id: home.org_id, workspace_id: home.id, path };
  return place && session.get(noteQueries(session.dialect).noteAt, place);
}

interface ListQuery {
  readonly scope: ScopeFields;
  readonly workspace: string;
  readonly page: NotesPage;
}

export async function list(session: ReadTransaction, { scope, workspace, page }: ListQuery): Promise<NoteEntry[]> {
  const home = await nearestWorkspace(session, scope, workspace);
  if (!home) return [];
  return (await session.all(noteQueries(session.dialect).listed(home.org_id, home.id, page))).map(entryOf);
}

interface InWorkspace {
  readonly scope: ScopeFields;
  readonly workspace: string;
}

async function homeOf(session: ReadTransaction, { scope, workspace }: InWorkspace) {
  const home = await nearestWorkspace(session, scope, workspace);
  return home && { orgId: home.org_id, workspaceId: home.id };
}

export async function named(
  session: ReadTransaction,
  { linkNames, ...place }: InWorkspace & { readonly linkNames: readonly string[] },
): Promise<string[]> {
  const home = await homeOf(session, place);
  return home ? pathsNamed(session, home, linkNames) : [];
}

export async function linksOf(
  session: ReadTransaction,
  { limit, ...query }: InWorkspace & { readonly path: string; readonly limit: number },
) {
  const present = await noteOf(session, query);
  if (!present || present.is_deleted === 1) return undefined;
  return { version: present.version, ...(await linksAt(session, present, limit)) };
}

export async function linksTo(
  session: ReadTransaction,
  { linkName: name, after = '', limit, ...place }: InWorkspace & Parameters<Notes['linksTo']>[2],
): Promise<LinkingNote[]> {
  const home = await homeOf(session, place);
  return home ? linksToName(session, { ...home, name, after, limit }) : [];
}

export async function withoutLinks(
  session: ReadTransaction,
  { limit, ...place }: InWorkspace & { readonly limit: number },
): Promise<StoredNote[]> {
  const home = await homeOf(session, place);
  const rows = home ? await notesWithoutLinks(session, { ...home, limit }) : [];
  return rows.map(({ content: text, ...row }) => ({ ...entryOf({ ...row, author: null }), text }));
}

export async function keepLinks(
  session: Transaction,
  { path, ...note }: InWorkspace & Parameters<Notes['keepLinks']>[2],
): Promise<void> {
  const home = await nearestWorkspace(session, note.scope, note.workspace);
  if (home) await keepLinksOf(session, { org_id: home.org_id, workspace_id: home.id, path }, note);
}

type VersionsQuery = Omit<FindQuery, 'version'> & NoteVersionsPage;

export async function versions(
  session: ReadTransaction,
  { limit, before = ALL, ...query }: VersionsQuery,
): Promise<NoteVersionEntry[]> {
  const present = await noteOf(session, query);
  if (!present) return [];
  const named = { orgId: present.org_id, noteId: present.id, limit, before };
  return (await session.all(versionQueries(session.dialect).versions, named)).map(
    ({ version, is_deleted, content_hash, length, total_lines, at, author }) => ({
      version,
      isDeleted: is_deleted === 1,
      contentHash: content_hash,
      chars: length,
      totalLines: total_lines,
      at: Number(at),
      author,
    }),
  );
}
