import type { NoteEntry, NoteId, NoteVersionEntry } from '@cairn/contracts';
import type { LinkingNote, NotesPage, NoteVersionsPage, StoredNote, WorkspaceName } from '@cairn/ports';
import type { ScopeFields } from '../kit/conditions.ts';
import type { ReadTransaction } from '../kit/transaction.ts';
import { findLinksAt, linksToName, pathsNamed } from './note-links.ts';
import { noteQueries, versionQueries } from './note-queries.ts';
import { nearestWorkspace, findWorkspace } from './note-workspaces.ts';
import { entryOf } from './notes.rules.ts';

const ALL_SECTIONS = 2 ** 31 - 1;

interface FindQuery {
  readonly scope: ScopeFields;
  readonly workspace: string | WorkspaceName;
  readonly path: string;
  readonly version?: number | undefined;
}

/**
 * Returns the version `version` of a note, or the current version if `version` is absent. Earlier versions of a deleted
 * note can still be read.
 */
export async function findNote(tx: ReadTransaction, { version, ...query }: FindQuery): Promise<StoredNote | undefined> {
  const present = await noteOf(tx, query);
  if (!present || (version === undefined && present.is_deleted === 1)) return undefined;
  const named = { orgId: present.org_id, noteId: present.id, version: version ?? present.version };
  const found = await tx.get(versionQueries(tx.dialect).version, named);
  if (!found || found.is_deleted === 1) return undefined;
  const { content: text, ...row } = found;
  return { ...entryOf({ ...present, ...row }), text };
}

async function noteOf(tx: ReadTransaction, { scope, workspace, path }: Omit<FindQuery, 'version'>) {
  const home = await findWorkspace(tx, scope, typeof workspace === 'string' ? { name: workspace } : workspace);
  const place = home && { org_id: home.org_id, workspace_id: home.id, path };
  return place && tx.get(noteQueries(tx.dialect).noteAt, place);
}

interface ListQuery {
  readonly scope: ScopeFields;
  readonly workspace: string;
  readonly page: NotesPage;
}

/** Lists the notes of a workspace, ordered by path. */
export async function listNotes(tx: ReadTransaction, { scope, workspace, page }: ListQuery): Promise<NoteEntry[]> {
  const home = await nearestWorkspace(tx, scope, workspace);
  if (!home) return [];
  return (await tx.all(noteQueries(tx.dialect).listed(home.org_id, home.id, page))).map(entryOf);
}

/** Lists the ids of the notes whose path begins with a prefix. */
export async function listIdsBelow(
  tx: ReadTransaction,
  { scope, workspace, prefix, limit }: Omit<ListQuery, 'page'> & { readonly prefix: string; readonly limit: number },
): Promise<NoteId[]> {
  const home = await nearestWorkspace(tx, scope, workspace);
  if (!home) return [];
  const rows = await tx.all(noteQueries(tx.dialect).idsBelow(home, prefix, limit));
  return rows.map(({ id }) => id as NoteId);
}

interface InWorkspace {
  readonly scope: ScopeFields;
  readonly workspace: string;
}

async function homeOf(tx: ReadTransaction, { scope, workspace }: InWorkspace) {
  const home = await nearestWorkspace(tx, scope, workspace);
  return home && { orgId: home.org_id, workspaceId: home.id };
}

/** Lists the paths of the notes in a workspace whose link name is one of these. */
export async function findByLinkNames(
  tx: ReadTransaction,
  { linkNames, ...place }: InWorkspace & { readonly linkNames: readonly string[] },
): Promise<string[]> {
  const home = await homeOf(tx, place);
  return home ? pathsNamed(tx, home, linkNames) : [];
}

/** Returns the first links of a note's current version, and the number of all its links. */
export async function linksOf(
  tx: ReadTransaction,
  { limit, ...query }: InWorkspace & { readonly path: string; readonly limit: number },
) {
  const present = await noteOf(tx, query);
  if (!present || present.is_deleted === 1) return undefined;
  return { version: present.version, ...(await findLinksAt(tx, present, limit)) };
}

/** Lists the links in current versions that can refer to this link name, ordered by path and line. */
export async function linksTo(
  tx: ReadTransaction,
  {
    linkName: name,
    after = '',
    limit,
    ...place
  }: InWorkspace & { readonly linkName: string; readonly limit: number; readonly after?: string | undefined },
): Promise<LinkingNote[]> {
  const home = await homeOf(tx, place);
  return home ? linksToName(tx, { ...home, name, after, limit }) : [];
}

type VersionsQuery = Omit<FindQuery, 'version'> & NoteVersionsPage;

/** Lists the versions of a note, newest first. */
export async function listVersions(
  tx: ReadTransaction,
  { limit, before = ALL_SECTIONS, ...query }: VersionsQuery,
): Promise<NoteVersionEntry[]> {
  const present = await noteOf(tx, query);
  if (!present) return [];
  const named = { orgId: present.org_id, noteId: present.id, limit, before };
  return (await tx.all(versionQueries(tx.dialect).versions, named)).map(
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
