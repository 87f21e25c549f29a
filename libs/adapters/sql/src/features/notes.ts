import {
  CairnError,
  hasRole,
  type NoteEntry,
  type NoteId,
  type NoteVersionEntry,
  type Principal,
  type Scope,
  type Workspace,
  type WorkspaceId,
} from '@cairn/contracts';
import {
  Notes,
  type LinkingNote,
  type NewNote,
  type NoteOutcome,
  type NotesPage,
  type NoteVersionsPage,
  type StoredNote,
  type WorkspaceName,
} from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';
import { audienceOf, fieldsOf, readerOf, type ScopeFields } from '../conditions.ts';
import { callsOf, portOf, type CallsOf, type SqlStore } from '../store/module.ts';
import type { StoreSession, StoreWriteSession } from '../store/session.ts';
import {
  noteQueries,
  noteTables,
  versionQueries,
  workspaceQueries,
  type NotePlace,
  type NoteRow,
  type VersionRow,
  type WorkspaceRow,
} from './note-queries.ts';
import {
  forgetLinks,
  keepLinksOf,
  linksAt,
  linksToName,
  noteLink,
  notesWithoutLinks,
  pathsNamed,
  replaceLinks,
} from './note-links.ts';
import { eraseSections, placeSections } from './note-sections.ts';

type Author = Pick<Principal, 'orgId' | 'principalId' | 'keyId' | 'role' | 'name'>;

async function nearestWorkspace(
  session: StoreSession,
  scope: ScopeFields,
  name: string,
): Promise<WorkspaceRow | undefined> {
  return session.get(
    workspaceQueries(session.dialect).seenWorkspaces(scope).where('workspace.name', '=', name).limit(1),
  );
}

interface PutCommand {
  readonly scope: ScopeFields;
  readonly author: Author;
  readonly workspace: WorkspaceName;
  readonly note: NewNote;
  readonly expectedVersion?: number | undefined;
}

/** The workspace that a name means for a scope. What stands in a channel that is closed to the scope is another one. */
async function presentWorkspace(
  session: StoreSession,
  scope: ScopeFields,
  { name, readers }: WorkspaceName,
): Promise<WorkspaceRow | undefined> {
  if (!readers) return nearestWorkspace(session, scope, name);
  const own = { ...readers, principal_id: scope.principalId };
  const { workspaceOf, seenWorkspaces } = workspaceQueries(session.dialect);
  const exact = await session.get(workspaceOf, { org_id: scope.orgId, reader: audienceOf(own), name });
  if (exact) return exact;
  const seen = await session.all(seenWorkspaces(scope).where('workspace.name', '=', name));
  return seen.find((row) => readerOf(row) === readerOf(own));
}

/** The workspace of a note, made if it is not there. */
async function workspaceFor(
  session: StoreWriteSession,
  { scope, author, workspace }: PutCommand,
): Promise<WorkspaceRow> {
  const present = await presentWorkspace(session, scope, workspace);
  if (present) return present;
  const { name } = workspace;
  const { visibility, channel } = workspace.readers ?? { visibility: 'org', channel: null };
  const { orgId: org_id, principalId: principal_id } = author;
  const reader = audienceOf({ visibility, channel, principal_id });
  const made = { org_id, reader, name, id: uuidv7(), state: 'active', visibility, channel, principal_id } as const;
  const { makeWorkspace, workspaceOf } = workspaceQueries(session.dialect);
  await session.run(makeWorkspace({ ...made, created_at: session.now }));
  const row = await session.get(workspaceOf, { org_id, reader, name });
  if (!row) throw new Error('A workspace that was made is there.');
  return row;
}

/** The version that a caller can have seen: 0 where no note is. */
const standing = (row: NoteRow | undefined): number => (row && row.is_deleted === 0 ? row.version : 0);

async function put(session: StoreWriteSession, command: PutCommand): Promise<NoteOutcome> {
  const { author, note: fresh, expectedVersion } = command;
  const home = await workspaceFor(session, command);
  const place = { org_id: home.org_id, workspace_id: home.id, path: fresh.path };
  const { noteAt } = noteQueries(session.dialect);
  const present = await session.get(noteAt, place);
  const version = standing(present);
  if (present && version > 0 && present.content_hash === fresh.contentHash)
    return { outcome: 'done', note: entryOf(present), isChanged: false, isNew: false };
  if (expectedVersion !== undefined && expectedVersion !== version) return { outcome: 'stale', version };
  const row: NoteRow = {
    ...place,
    id: present?.id ?? uuidv7(),
    version: (present?.version ?? 0) + 1,
    is_deleted: 0,
    title: fresh.title,
    content_hash: fresh.contentHash,
    length: fresh.text.length,
    total_lines: fresh.totalLines,
    principal_id: author.principalId,
    at: session.now,
    link_name: fresh.linkName,
    linked_version: (present?.version ?? 0) + 1,
  };
  if (!(await replace(session, present, row))) return staleNow(session, place);
  await session.run(versionQueries(session.dialect).keepVersion(versionOf(row, fresh.text)));
  await replaceLinks(session, place, { links: fresh.links, isNew: !present });
  await placeSections(session, { home, row, fresh });
  await audit(session, author, row, version === 0 ? 'write' : 'change');
  return { outcome: 'done', note: entryOf({ ...row, author: author.name }), isChanged: true, isNew: version === 0 };
}

/** Writes a row over the one that was read. Whoever was not faster waits here until the other's commit. */
async function replace(session: StoreWriteSession, present: NoteRow | undefined, row: NoteRow): Promise<boolean> {
  const { makeNote, changeNote } = noteQueries(session.dialect);
  return (await session.run(present ? changeNote(row, present.version) : makeNote(row))) > 0;
}

async function staleNow(session: StoreWriteSession, place: NotePlace): Promise<NoteOutcome> {
  return { outcome: 'stale', version: standing(await session.get(noteQueries(session.dialect).noteAt, place)) };
}

const versionOf = (
  { path: _, workspace_id: __, link_name: ___, linked_version: ____, id, ...row }: NoteRow,
  content: string,
): VersionRow => ({
  ...row,
  note_id: id,
  content,
});

const audit = (
  session: StoreWriteSession,
  author: Author,
  { id, version }: Pick<NoteRow, 'id' | 'version'>,
  action: 'write' | 'change' | 'archive' | 'forget',
) => session.audit({ author, action, kind: 'note', id, version });

interface RemoveCommand {
  readonly scope: ScopeFields;
  readonly author: Author;
  readonly workspace: string;
  readonly path: string;
  readonly expectedVersion?: number | undefined;
  readonly forget: boolean;
}

async function remove(session: StoreWriteSession, command: RemoveCommand): Promise<NoteOutcome> {
  const { scope, author, path, expectedVersion, forget } = command;
  const home = await nearestWorkspace(session, scope, command.workspace);
  if (!home) return { outcome: 'unknown' };
  const place = { org_id: home.org_id, workspace_id: home.id, path };
  const present = await session.get(noteQueries(session.dialect).noteAt, place);
  if (!present || (standing(present) === 0 && !forget)) return { outcome: 'unknown' };
  if (expectedVersion !== undefined && expectedVersion !== standing(present))
    return { outcome: 'stale', version: standing(present) };
  const { author: _, ...before } = present;
  const gone = { title: '', content_hash: '', length: 0, total_lines: 0 } as const;
  const by = { principal_id: author.principalId, at: session.now };
  const row: NoteRow = { ...before, ...gone, ...by, version: present.version + 1, is_deleted: 1 };
  const isRemoved = forget ? await forgetText(session, author, before) : await replace(session, before, row);
  if (!isRemoved) return staleNow(session, place);
  if (!forget) await session.run(versionQueries(session.dialect).keepVersion(versionOf(row, '')));
  await Promise.all([eraseSections(session, before), forgetLinks(session, place)]);
  await audit(session, author, row, forget ? 'forget' : 'archive');
  return { outcome: 'done', note: entryOf({ ...row, author: author.name }), isChanged: true, isNew: false };
}

async function forgetText(session: StoreWriteSession, author: Author, row: NoteRow): Promise<boolean> {
  const { versions, forgetVersions } = versionQueries(session.dialect);
  const named = { orgId: row.org_id, noteId: row.id };
  const written = await session.all(versions, { ...named, limit: ALL, before: ALL });
  const isOwn = written.every(({ principal_id }) => principal_id === author.principalId);
  if (!isOwn && !hasRole(author.role, 'manager'))
    throw new CairnError(
      'auth/forbidden',
      `This key has the role ${author.role} and forgets notes that it alone has written; what others wrote too needs the role manager.`,
    );
  if ((await session.run(noteQueries(session.dialect).forgetNote(row))) === 0) return false;
  await session.run(forgetVersions, named);
  session.erased();
  return true;
}

const ALL = 2 ** 31 - 1;

interface FindQuery {
  readonly scope: ScopeFields;
  readonly workspace: string | WorkspaceName;
  readonly path: string;
  readonly version?: number | undefined;
}

async function find(session: StoreSession, { version, ...query }: FindQuery): Promise<StoredNote | undefined> {
  const present = await noteOf(session, query);
  if (!present || (version === undefined && present.is_deleted === 1)) return undefined;
  const named = { orgId: present.org_id, noteId: present.id, version: version ?? present.version };
  const found = await session.get(versionQueries(session.dialect).version, named);
  if (!found || found.is_deleted === 1) return undefined;
  const { content: text, ...row } = found;
  return { ...entryOf({ ...present, ...row }), text };
}

async function noteOf(session: StoreSession, { scope, workspace, path }: Omit<FindQuery, 'version'>) {
  const home = await presentWorkspace(session, scope, typeof workspace === 'string' ? { name: workspace } : workspace);
  const place = home && { org_id: home.org_id, workspace_id: home.id, path };
  return place && session.get(noteQueries(session.dialect).noteAt, place);
}

interface ListQuery {
  readonly scope: ScopeFields;
  readonly workspace: string;
  readonly page: NotesPage;
}

async function list(session: StoreSession, { scope, workspace, page }: ListQuery): Promise<NoteEntry[]> {
  const home = await nearestWorkspace(session, scope, workspace);
  if (!home) return [];
  return (await session.all(noteQueries(session.dialect).listed(home.org_id, home.id, page))).map(entryOf);
}

interface InWorkspace {
  readonly scope: ScopeFields;
  readonly workspace: string;
}

async function homeOf(session: StoreSession, { scope, workspace }: InWorkspace) {
  const home = await nearestWorkspace(session, scope, workspace);
  return home && { orgId: home.org_id, workspaceId: home.id };
}

async function named(
  session: StoreSession,
  { linkNames, ...place }: InWorkspace & { readonly linkNames: readonly string[] },
): Promise<string[]> {
  const home = await homeOf(session, place);
  return home ? pathsNamed(session, home, linkNames) : [];
}

async function linksOf(
  session: StoreSession,
  { limit, ...query }: InWorkspace & { readonly path: string; readonly limit: number },
) {
  const present = await noteOf(session, query);
  if (!present || present.is_deleted === 1) return undefined;
  return { version: present.version, ...(await linksAt(session, present, limit)) };
}

async function linksTo(
  session: StoreSession,
  { linkName: name, after = '', limit, ...place }: InWorkspace & Parameters<Notes['linksTo']>[2],
): Promise<LinkingNote[]> {
  const home = await homeOf(session, place);
  return home ? linksToName(session, { ...home, name, after, limit }) : [];
}

async function withoutLinks(
  session: StoreSession,
  { limit, ...place }: InWorkspace & { readonly limit: number },
): Promise<StoredNote[]> {
  const home = await homeOf(session, place);
  const rows = home ? await notesWithoutLinks(session, { ...home, limit }) : [];
  return rows.map(({ content: text, ...row }) => ({ ...entryOf({ ...row, author: null }), text }));
}

async function keepLinks(
  session: StoreWriteSession,
  { path, ...note }: InWorkspace & Parameters<Notes['keepLinks']>[2],
): Promise<void> {
  const home = await nearestWorkspace(session, note.scope, note.workspace);
  if (home) await keepLinksOf(session, { org_id: home.org_id, workspace_id: home.id, path }, note);
}

type VersionsQuery = Omit<FindQuery, 'version'> & NoteVersionsPage;

async function versions(
  session: StoreSession,
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

async function workspaces(session: StoreSession, { scope }: { readonly scope: ScopeFields }): Promise<Workspace[]> {
  const { seenWorkspaces, countedNotes } = workspaceQueries(session.dialect);
  const [rows, counted] = await Promise.all([
    session.all(seenWorkspaces(scope)),
    session.all(countedNotes(scope.orgId)),
  ]);
  const counts = new Map(counted.map(({ workspace_id, number }) => [workspace_id, Number(number)]));
  return rows.map(({ id, name, visibility, channel }) => ({
    workspaceId: id as WorkspaceId,
    name,
    visibility,
    channel,
    notes: counts.get(id) ?? 0,
  }));
}

async function workspaceId(
  session: StoreSession,
  { scope, name }: { readonly scope: ScopeFields; readonly name: string },
): Promise<WorkspaceId | undefined> {
  return (await nearestWorkspace(session, scope, name))?.id as WorkspaceId | undefined;
}

const entryOf = (row: NoteRow & { readonly author: string | null }): NoteEntry => ({
  noteId: row.id as NoteId,
  path: row.path,
  version: row.version,
  isDeleted: row.is_deleted === 1,
  title: row.title,
  contentHash: row.content_hash,
  chars: row.length,
  totalLines: row.total_lines,
  at: Number(row.at),
  author: row.author,
});

export const notesStore = {
  name: 'notes',
  tables: [...noteTables, noteLink],
  reads: { find, list, named, linksOf, linksTo, withoutLinks, versions, workspaces, workspaceId },
  writes: { put, remove, keepLinks },
  port: portOf(Notes, (store) => new SqlNotes(store)),
};

const authorFields = ({ orgId, principalId, keyId, role, name }: Principal): Author => ({
  orgId,
  principalId,
  keyId,
  role,
  name,
});

/** Notes in the store of record. */
export class SqlNotes extends Notes {
  private readonly calls: CallsOf<typeof notesStore>;

  constructor(store: SqlStore) {
    super();
    this.calls = callsOf(notesStore, store);
  }

  put(scope: Scope, author: Principal, put: Omit<PutCommand, 'scope' | 'author'>): Promise<NoteOutcome> {
    return this.calls.put(scope.orgId, { scope: fieldsOf(scope), author: authorFields(author), ...put });
  }

  remove(scope: Scope, author: Principal, removal: Omit<RemoveCommand, 'scope' | 'author'>): Promise<NoteOutcome> {
    return this.calls.remove(scope.orgId, { scope: fieldsOf(scope), author: authorFields(author), ...removal });
  }

  find(
    scope: Scope,
    workspace: string | WorkspaceName,
    path: string,
    version?: number,
  ): Promise<StoredNote | undefined> {
    return this.calls.find(scope.orgId, { scope: fieldsOf(scope), workspace, path, version });
  }

  list(scope: Scope, workspace: string, page: NotesPage): Promise<NoteEntry[]> {
    return this.calls.list(scope.orgId, { scope: fieldsOf(scope), workspace, page });
  }

  named(scope: Scope, workspace: string, linkNames: readonly string[]): Promise<string[]> {
    return this.calls.named(scope.orgId, { scope: fieldsOf(scope), workspace, linkNames });
  }

  linksOf(scope: Scope, workspace: string, page: Parameters<Notes['linksOf']>[2]): ReturnType<Notes['linksOf']> {
    return this.calls.linksOf(scope.orgId, { scope: fieldsOf(scope), workspace, ...page });
  }

  linksTo(scope: Scope, workspace: string, page: Parameters<Notes['linksTo']>[2]): Promise<LinkingNote[]> {
    return this.calls.linksTo(scope.orgId, { scope: fieldsOf(scope), workspace, ...page });
  }

  withoutLinks(scope: Scope, workspace: string, limit: number): Promise<StoredNote[]> {
    return this.calls.withoutLinks(scope.orgId, { scope: fieldsOf(scope), workspace, limit });
  }

  keepLinks(scope: Scope, workspace: string, note: Parameters<Notes['keepLinks']>[2]): Promise<void> {
    return this.calls.keepLinks(scope.orgId, { scope: fieldsOf(scope), workspace, ...note });
  }

  versions(scope: Scope, workspace: string, path: string, page: NoteVersionsPage): Promise<NoteVersionEntry[]> {
    return this.calls.versions(scope.orgId, { scope: fieldsOf(scope), workspace, path, ...page });
  }

  workspaces(scope: Scope): Promise<Workspace[]> {
    return this.calls.workspaces(scope.orgId, { scope: fieldsOf(scope) });
  }

  workspaceId(scope: Scope, name: string): Promise<WorkspaceId | undefined> {
    return this.calls.workspaceId(scope.orgId, { scope: fieldsOf(scope), name });
  }
}
