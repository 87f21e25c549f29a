import {
  CairnError,
  limits,
  type ItemId,
  type NoteEntry,
  type NoteId,
  type NoteVersionEntry,
  type OrgId,
  type Workspace,
  type WorkspaceId,
} from '@cairn/contracts';
import { requireMayChange, type Principal, type Scope } from '@cairn/domain';
import {
  Notes,
  type Overwrite,
  type LinkingNote,
  type NewNote,
  type NewSection,
  type NoteOutcome,
  type NotesPage,
  type NoteVersionsPage,
  type StoredNote,
  type WorkspaceName,
} from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';
import { folded, leaveMarks, requireNotForgotten, whoseMark, type Marked } from '../items/marks.ts';
import { audienceOf, fieldsOf, readerOf, type ScopeFields } from '../kit/conditions.ts';
import { isClosedChannel } from '../access/closed-channels.ts';
import { readerLocksOf, requireReaders } from '../items/existing-readers.ts';
import { callsOf, portOf, type CallsOf, type SqlStore } from '../kit/module.ts';
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
import {
  eraseSections,
  giveUpSections,
  hideSections,
  isSmall,
  makeReady,
  planSections,
  SECTIONS_AT_ONCE,
  settleSections,
  showSections,
  tellOfSections,
  type SectionPlan,
} from './note-sections.ts';
import { audit } from '../kit/audit.ts';
import { openIndexStates } from '../kit/index-ledger.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';

type Author = Pick<Principal, 'orgId' | 'principalId' | 'keyId' | 'role' | 'name'>;

async function nearestWorkspace(
  session: ReadTransaction,
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
  readonly overwrite?: Overwrite | undefined;
  /** The prepared sections of the version, if they are too many for one commit. */
  readonly ready?: ReadySections | undefined;
}

/** Hidden sections that were written ahead for the next version of a note. */
interface ReadySections {
  readonly noteId: string;
  readonly from: number;
  readonly ids: readonly ItemId[];
}

/** The result of a commit; without an outcome when another version was stored while sections were prepared. */
interface Put {
  readonly outcome?: NoteOutcome | undefined;
  /** Work to do afterwards in commits of its own. */
  readonly settles?: Settling | undefined;
  /** The new sections, by their place in the note, if they are too many for one commit. */
  readonly ahead?: Ahead | undefined;
}

interface Ahead extends Omit<ReadySections, 'ids'> {
  readonly fresh: readonly number[];
}

interface Settling {
  readonly noteId: string;
  readonly shown: readonly ItemId[];
}

/** Finds the workspace that a name means for a scope; one in a channel closed to the scope does not count. */
async function presentWorkspace(
  session: ReadTransaction,
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

/** Finds the workspace of a note, or creates it. */
async function workspaceFor(
  session: Transaction,
  { scope, author, workspace }: Pick<PutCommand, 'scope' | 'author' | 'workspace'>,
): Promise<WorkspaceRow> {
  const present = await presentWorkspace(session, scope, workspace);
  if (!present || present.channel !== workspace.readers?.channel) await refuseClosedChannel(session, scope, workspace);
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

/** Refuses a closed channel: the workspace that the name means is readable by everyone, and so would the note be. */
async function refuseClosedChannel(
  session: ReadTransaction,
  { orgId }: ScopeFields,
  { readers }: WorkspaceName,
): Promise<void> {
  const channel = readers?.visibility === 'channel' ? readers.channel : null;
  if (channel === null || !(await isClosedChannel(session, orgId, channel))) return;
  const problem = `is the closed channel ${JSON.stringify(channel)}, which cannot hold notes`;
  const allowed = 'no channel, with the visibility team:NAME or private; or an open channel';
  throw new CairnError('request/invalid', `channel ${problem}.`, {
    issues: [{ field: 'channel', message: problem, value: channel, allowed }],
  });
}

async function requireReadersOf(session: Transaction, { org_id, visibility }: WorkspaceRow): Promise<void> {
  const row = { org_id, visibility, knowledge_base: null };
  for (const lock of readerLocksOf([row])) await session.lock(lock);
  await requireReaders(session, [row]);
}

/** The current version as a caller can know it: 0 when there is no note. */
const currentVersionOf = (row: NoteRow | undefined): number => (row && row.is_deleted === 0 ? row.version : 0);

async function put(session: Transaction, command: PutCommand): Promise<Put> {
  const { note: fresh, expectedVersion, ready } = command;
  const home = await workspaceFor(session, command);
  await requireReadersOf(session, home);
  const place = { org_id: home.org_id, workspace_id: home.id, path: fresh.path };
  const present = await session.get(noteQueries(session.dialect).noteAt, place);
  const version = currentVersionOf(present);
  if (present && version > 0 && present.content_hash === fresh.contentHash)
    return { outcome: { outcome: 'done', note: entryOf(present), isChanged: false, isNew: false } };
  if (expectedVersion !== undefined && expectedVersion !== version) return { outcome: { outcome: 'stale', version } };
  const row = nextVersion(session, command, { place, present });
  if (ready && (ready.noteId !== row.id || ready.from !== row.version - 1)) return {};
  const plan = await planSections(session, { orgId: home.org_id, noteId: row.id }, fresh.sections);
  if (!ready && !isSmall(plan)) return { ahead: { noteId: row.id, from: row.version - 1, fresh: plan.fresh } };
  const marked = markedOf(home, version > 0 ? null : row.path, fresh.text);
  await requireNotForgotten(session, { rows: [marked], author: command.author, overwrite: command.overwrite });
  if (!(await replace(session, present, row))) return ready ? {} : { outcome: await staleNow(session, place) };
  return store(session, command, { home, row, plan, version, isFirst: !present });
}

/** Marks match a forgotten note by its path in the workspace and by its whole text. Pass no path when the note exists. */
const markedOf = ({ id, visibility, channel, principal_id }: WorkspaceRow, path: string | null, text: string) =>
  ({
    ...{ kind: 'note', source: id, external_id: path && folded(path), title: null, content: text },
    ...{ session_key: null, visibility, channel, principal_id },
  }) satisfies Marked;

type PresentNote = NoteRow & { readonly author: string | null };

function nextVersion(
  { now }: Transaction,
  { author, note: fresh, ready }: PutCommand,
  { place, present }: { readonly place: NotePlace; readonly present: PresentNote | undefined },
): NoteRow {
  const version = (present?.version ?? 0) + 1;
  return {
    ...place,
    id: present?.id ?? ready?.noteId ?? uuidv7(),
    version,
    is_deleted: 0,
    title: fresh.title,
    content_hash: fresh.contentHash,
    length: fresh.text.length,
    total_lines: fresh.totalLines,
    principal_id: author.principalId,
    at: now,
    link_name: fresh.linkName,
    linked_version: version,
  };
}

interface Storing {
  readonly home: WorkspaceRow;
  readonly row: NoteRow;
  readonly plan: SectionPlan;
  /** The former version; 0 if there was no note. */
  readonly version: number;
  readonly isFirst: boolean;
}

/** Stores a version after the row of its note, which keeps other writers out until the commit. */
async function store(
  session: Transaction,
  { author, note: fresh, ready }: PutCommand,
  { home, row, plan, version, isFirst }: Storing,
): Promise<Put> {
  await session.run(versionQueries(session.dialect).keepVersion(versionOf(row, fresh.text)));
  await replaceLinks(session, row, { links: fresh.links, isNew: isFirst });
  const placing = { home, row, fresh };
  const sections = plan.fresh.map((at) => fresh.sections[at]!);
  const shown = ready?.ids ?? idsOf(await makeReady(session, placing, sections));
  if (!(await showSections(session, placing, { kept: plan.kept, ready: shown })))
    throw new CairnError('truth/overloaded', 'This note took too long to be written. Nothing was stored.');
  await auditNote(session, author, row, version === 0 ? 'write' : 'change');
  const note = entryOf({ ...row, author: author.name });
  const outcome = { outcome: 'done', note, isChanged: true, isNew: version === 0 } as const;
  if (ready) return { outcome, settles: { noteId: row.id, shown } };
  await settleSections(session, { orgId: home.org_id, noteId: row.id }, shown);
  return { outcome };
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id as ItemId);

interface MakeReadyCommand extends Pick<PutCommand, 'scope' | 'author' | 'workspace'> {
  readonly note: Pick<NewNote, 'path' | 'timestamp' | 'tags'>;
  readonly sections: readonly NewSection[];
  readonly noteId: string;
  readonly from: number;
}

/** Writes hidden sections of a coming version, with open index states: indexes process the shown ones even if the writer stops. */
async function ahead(session: Transaction, command: MakeReadyCommand): Promise<ItemId[]> {
  const { author, note: fresh, sections, noteId, from } = command;
  const home = await workspaceFor(session, command);
  const row = { id: noteId, path: fresh.path, version: from + 1, principal_id: author.principalId };
  const rows = await makeReady(session, { home, row, fresh }, sections);
  await openIndexStates(session, rows, { ...session.context.subscribers, doneWithCommit: [] });
  return idsOf(rows);
}

interface SectionsCommand {
  readonly orgId: OrgId;
  readonly noteId: string;
  readonly ids: readonly ItemId[];
}

const tell = (session: Transaction, { ids }: { readonly ids: readonly ItemId[] }): Promise<void> =>
  tellOfSections(session, ids);

const erase = (session: Transaction, note: Omit<SectionsCommand, 'ids'>): Promise<number> =>
  eraseSections(session, note);

const giveUp = (session: Transaction, { ids, ...note }: SectionsCommand): Promise<void> =>
  giveUpSections(session, note, ids);

/** Updates the row if it has not changed since it was read. A concurrent writer waits here for the other's commit. */
async function replace(session: Transaction, present: NoteRow | undefined, row: NoteRow): Promise<boolean> {
  const { makeNote, changeNote } = noteQueries(session.dialect);
  return (await session.run(present ? changeNote(row, present.version) : makeNote(row))) > 0;
}

async function staleNow(session: Transaction, place: NotePlace): Promise<NoteOutcome> {
  return { outcome: 'stale', version: currentVersionOf(await session.get(noteQueries(session.dialect).noteAt, place)) };
}

const versionOf = (
  { path: _, workspace_id: __, link_name: ___, linked_version: ____, id, ...row }: NoteRow,
  content: string,
): VersionRow => ({
  ...row,
  note_id: id,
  content,
});

const auditNote = (
  session: Transaction,
  author: Author,
  { id, version }: Pick<NoteRow, 'id' | 'version'>,
  action: 'write' | 'change' | 'archive' | 'forget',
) => audit(session, { author, action, kind: 'note', id, version });

interface RemoveCommand {
  readonly scope: ScopeFields;
  readonly author: Author;
  readonly workspace: string;
  readonly path: string;
  readonly expectedVersion?: number | undefined;
  readonly forget: boolean;
}

async function remove(session: Transaction, command: RemoveCommand): Promise<Put> {
  const { scope, author, path, expectedVersion, forget } = command;
  const home = await nearestWorkspace(session, scope, command.workspace);
  if (!home) return { outcome: { outcome: 'unknown' } };
  const place = { org_id: home.org_id, workspace_id: home.id, path };
  const present = await session.get(noteQueries(session.dialect).noteAt, place);
  if (!present || (currentVersionOf(present) === 0 && !forget)) return { outcome: { outcome: 'unknown' } };
  if (expectedVersion !== undefined && expectedVersion !== currentVersionOf(present))
    return { outcome: { outcome: 'stale', version: currentVersionOf(present) } };
  const { author: _, ...before } = present;
  const gone = { title: '', content_hash: '', length: 0, total_lines: 0 } as const;
  const by = { principal_id: author.principalId, at: session.now };
  const row: NoteRow = { ...before, ...gone, ...by, version: present.version + 1, is_deleted: 1 };
  const isRemoved = forget
    ? await forgetText(session, author, { home, row: before })
    : await replace(session, before, row);
  if (!isRemoved) return { outcome: await staleNow(session, place) };
  if (!forget) await session.run(versionQueries(session.dialect).keepVersion(versionOf(row, '')));
  const note = { orgId: home.org_id, noteId: before.id };
  await Promise.all([hideSections(session, note), forgetLinks(session, place)]);
  const isSettled = (await eraseSections(session, note)) < SECTIONS_AT_ONCE;
  await auditNote(session, author, row, forget ? 'forget' : 'archive');
  return {
    outcome: { outcome: 'done', note: entryOf({ ...row, author: author.name }), isChanged: true, isNew: false },
    settles: isSettled ? undefined : { noteId: before.id, shown: [] },
  };
}

async function forgetText(
  session: Transaction,
  author: Author,
  { home, row }: { readonly home: WorkspaceRow; readonly row: NoteRow },
): Promise<boolean> {
  const { versions, forgetVersions } = versionQueries(session.dialect);
  const named = { orgId: row.org_id, noteId: row.id };
  const written = await session.all(versions, { ...named, limit: ALL, before: ALL });
  requireMayChange(
    author,
    written.map(({ principal_id }) => principal_id),
    'forget a note',
  );
  if ((await session.run(noteQueries(session.dialect).forgetNote(row))) === 0) return false;
  const texts = await newestTexts(session, named, written);
  const marked = ['', ...texts].map((text) => markedOf(home, row.path, text));
  const whose = whoseMark(author);
  await leaveMarks(session, marked, { orgId: author.orgId, whose, isChosen: true });
  await session.run(forgetVersions, named);
  session.context.hooks.note('erased');
  return true;
}

/** The newest texts of a note, by which it is recognised under another path once forgotten; together at most as long as a note may be. */
async function newestTexts(
  session: ReadTransaction,
  note: { readonly orgId: string; readonly noteId: string },
  written: readonly Pick<VersionRow, 'version' | 'length'>[],
): Promise<string[]> {
  let room: number = limits.noteText.max;
  const near = written.filter(({ length }) => (room -= length) >= 0);
  const { version } = versionQueries(session.dialect);
  const found = await Promise.all(near.map((each) => session.get(version, { ...note, version: each.version })));
  return [...new Set(found.flatMap((each) => each?.content || []))];
}

const ALL = 2 ** 31 - 1;

interface FindQuery {
  readonly scope: ScopeFields;
  readonly workspace: string | WorkspaceName;
  readonly path: string;
  readonly version?: number | undefined;
}

async function find(session: ReadTransaction, { version, ...query }: FindQuery): Promise<StoredNote | undefined> {
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

async function list(session: ReadTransaction, { scope, workspace, page }: ListQuery): Promise<NoteEntry[]> {
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

async function named(
  session: ReadTransaction,
  { linkNames, ...place }: InWorkspace & { readonly linkNames: readonly string[] },
): Promise<string[]> {
  const home = await homeOf(session, place);
  return home ? pathsNamed(session, home, linkNames) : [];
}

async function linksOf(
  session: ReadTransaction,
  { limit, ...query }: InWorkspace & { readonly path: string; readonly limit: number },
) {
  const present = await noteOf(session, query);
  if (!present || present.is_deleted === 1) return undefined;
  return { version: present.version, ...(await linksAt(session, present, limit)) };
}

async function linksTo(
  session: ReadTransaction,
  { linkName: name, after = '', limit, ...place }: InWorkspace & Parameters<Notes['linksTo']>[2],
): Promise<LinkingNote[]> {
  const home = await homeOf(session, place);
  return home ? linksToName(session, { ...home, name, after, limit }) : [];
}

async function withoutLinks(
  session: ReadTransaction,
  { limit, ...place }: InWorkspace & { readonly limit: number },
): Promise<StoredNote[]> {
  const home = await homeOf(session, place);
  const rows = home ? await notesWithoutLinks(session, { ...home, limit }) : [];
  return rows.map(({ content: text, ...row }) => ({ ...entryOf({ ...row, author: null }), text }));
}

async function keepLinks(
  session: Transaction,
  { path, ...note }: InWorkspace & Parameters<Notes['keepLinks']>[2],
): Promise<void> {
  const home = await nearestWorkspace(session, note.scope, note.workspace);
  if (home) await keepLinksOf(session, { org_id: home.org_id, workspace_id: home.id, path }, note);
}

type VersionsQuery = Omit<FindQuery, 'version'> & NoteVersionsPage;

async function versions(
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

async function workspaces(session: ReadTransaction, { scope }: { readonly scope: ScopeFields }): Promise<Workspace[]> {
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
  session: ReadTransaction,
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
  writes: { put, ahead, tell, erase, giveUp, remove, keepLinks },
  port: portOf(Notes, (store) => new SqlNotes(store)),
};

const authorFields = ({ orgId, principalId, keyId, role, name }: Principal): Author => ({
  orgId,
  principalId,
  keyId,
  role,
  name,
});

/** The most attempts of a write during which others may store versions of the note. */
const TRIES_MAX = 5;

const pagesOf = <Value>(values: readonly Value[]): Value[][] =>
  Array.from({ length: Math.ceil(values.length / SECTIONS_AT_ONCE) }, (_, at) =>
    values.slice(at * SECTIONS_AT_ONCE, (at + 1) * SECTIONS_AT_ONCE),
  );

export class SqlNotes extends Notes {
  private readonly calls: CallsOf<typeof notesStore>;

  constructor(store: SqlStore) {
    super();
    this.calls = callsOf(notesStore, store);
  }

  /** Reports a conflict when other versions were stored during every attempt. */
  async put(
    scope: Scope,
    author: Principal,
    put: Pick<PutCommand, 'workspace' | 'note' | 'expectedVersion' | 'overwrite'>,
  ): Promise<NoteOutcome> {
    const command = { scope: fieldsOf(scope), author: authorFields(author), ...put };
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const first = await this.calls.put(scope.orgId, command);
      const done = first.ahead ? await this.putInPages(scope.orgId, command, first.ahead) : first;
      if (done.outcome) return this.settled(scope.orgId, done.outcome, done.settles);
    }
    throw new CairnError(
      'truth/overloaded',
      'Other writers changed this note during every attempt. Nothing was stored.',
    );
  }

  /** Writes the sections in several commits; they stay hidden until one commit shows all of them. */
  private async putInPages(orgId: OrgId, command: PutCommand, { fresh, ...version }: Ahead): Promise<Put> {
    const { note, ...by } = command;
    const { path, timestamp, tags } = note;
    const ids: ItemId[] = [];
    const pages = pagesOf(fresh.map((at) => note.sections[at]!));
    let done: Put = {};
    try {
      for (const sections of pages) {
        const page = { ...by, ...version, note: { path, timestamp, tags }, sections };
        ids.push(...(await this.calls.ahead(orgId, page)));
      }
      done = await this.calls.put(orgId, { ...command, ready: { ...version, ids } });
      return done;
    } finally {
      if (done.outcome?.outcome !== 'done') await this.giveUp(orgId, version.noteId, ids);
    }
  }

  private async giveUp(orgId: OrgId, noteId: string, ids: readonly ItemId[]): Promise<void> {
    await this.calls.giveUp(orgId, { orgId, noteId, ids });
    await this.settled(orgId, undefined, { noteId, shown: [] });
  }

  /** Does the remaining work of a commit page by page. The sweeper continues where this process stops early. */
  private async settled<Outcome>(orgId: OrgId, outcome: Outcome, settles: Settling | undefined): Promise<Outcome> {
    if (!settles) return outcome;
    const { noteId, shown } = settles;
    for (const ids of pagesOf(shown)) await this.calls.tell(orgId, { ids });
    while ((await this.calls.erase(orgId, { orgId, noteId })) === SECTIONS_AT_ONCE);
    return outcome;
  }

  async remove(
    scope: Scope,
    author: Principal,
    removal: Omit<RemoveCommand, 'scope' | 'author'>,
  ): Promise<NoteOutcome> {
    const command = { scope: fieldsOf(scope), author: authorFields(author), ...removal };
    const done = await this.calls.remove(scope.orgId, command);
    if (!done.outcome) throw new Error('A removal comes to something.');
    return this.settled(scope.orgId, done.outcome, done.settles);
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
