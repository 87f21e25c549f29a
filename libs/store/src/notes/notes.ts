import {
  CairnError,
  type ItemId,
  type NoteEntry,
  type NoteVersionEntry,
  type OrgId,
  type Workspace,
  type WorkspaceId,
} from '@cairn/contracts';
import type { Principal, Scope } from '@cairn/domain';
import {
  Notes,
  type LinkingNote,
  type NewNote,
  type NewSection,
  type NoteOutcome,
  type NotesPage,
  type NoteVersionsPage,
  type Overwrite,
  type StoredNote,
  type WorkspaceName,
} from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';
import { requireNotForgotten } from '../items/marks.ts';
import { fieldsOf, type ScopeFields } from '../kit/conditions.ts';
import { callsOf, portOf, type CallsOf, type SqlStore } from '../kit/module.ts';
import type { Transaction } from '../kit/transaction.ts';
import { audit, replace, staleNow, type Author } from './note-changes.ts';
import { noteLink, replaceLinks } from './note-links.ts';
import { noteQueries, noteTables, versionQueries, type NoteRow, type WorkspaceRow } from './note-queries.ts';
import { find, linksOf, linksTo, list, named, versions } from './note-reading.ts';
import { remove, type RemoveCommand } from './note-removal.ts';
import {
  eraseSections,
  giveUpSections,
  isSmall,
  makeReady,
  planSections,
  SECTIONS_AT_ONCE,
  settleSections,
  showSections,
  tellOfSections,
  type SectionPlan,
  type Settling,
} from './note-sections.ts';
import { requireReadersOf, workspaceFor, workspaceId, workspaces } from './note-workspaces.ts';
import {
  currentVersionOf,
  entryOf,
  idsOf,
  markedOf,
  nextVersion,
  outcomeWithoutWrite,
  versionOf,
} from './notes.rules.ts';
import { openIndexStates } from '../kit/index-ledger.ts';

interface PutCommand {
  readonly scope: ScopeFields;
  readonly author: Author;
  readonly workspace: WorkspaceName;
  readonly note: NewNote;
  readonly expectedVersion?: number | undefined;
  readonly overwrite?: Overwrite | undefined;
  /** The sections of the version that were prepared in advance; absent if they fit into one commit. */
  readonly ready?: ReadySections | undefined;
}

/** Hidden sections that were written in advance for the next version of a note. */
interface ReadySections {
  readonly noteId: string;
  readonly from: number;
  readonly ids: readonly ItemId[];
}

/**
 * The result of a commit. `outcome` is absent if another version was stored while sections were prepared, or if sections
 * must be prepared first (`ahead`).
 */
interface Put {
  readonly outcome?: NoteOutcome | undefined;
  /** The note with work to do in later commits. */
  readonly settles?: Settling | undefined;
  /** The new sections, by their index in the note; present if they are too many for one commit. */
  readonly ahead?: Ahead | undefined;
}

interface Ahead extends Omit<ReadySections, 'ids'> {
  readonly fresh: readonly number[];
}

async function put(tx: Transaction, command: PutCommand): Promise<Put> {
  const { note: fresh, expectedVersion, ready } = command;
  const home = await workspaceFor(tx, command);
  await requireReadersOf(tx, home);
  const place = { org_id: home.org_id, workspace_id: home.id, path: fresh.path };
  const present = await tx.get(noteQueries(tx.dialect).noteAt, place);
  const version = currentVersionOf(present);
  const outcome = outcomeWithoutWrite(present, { contentHash: fresh.contentHash, expectedVersion });
  if (outcome) return { outcome };
  const by = { principal_id: command.author.principalId, at: tx.now };
  const row = nextVersion(present, fresh, { ...place, ...by, noteId: ready?.noteId ?? uuidv7() });
  if (ready && (ready.noteId !== row.id || ready.from !== row.version - 1)) return {};
  const plan = await planSections(tx, { orgId: home.org_id, noteId: row.id }, fresh.sections);
  if (!ready && !isSmall(plan)) return { ahead: { noteId: row.id, from: row.version - 1, fresh: plan.fresh } };
  const marked = markedOf(home, version > 0 ? null : row.path, fresh.text);
  await requireNotForgotten(tx, { rows: [marked], author: command.author, overwrite: command.overwrite });
  if (!(await replace(tx, present, row))) return ready ? {} : { outcome: await staleNow(tx, place) };
  return store(tx, command, { home, row, plan, version, isFirst: !present });
}

interface Storing {
  readonly home: WorkspaceRow;
  readonly row: NoteRow;
  readonly plan: SectionPlan;
  /** The former version; 0 if the note did not exist. */
  readonly version: number;
  readonly isFirst: boolean;
}

/**
 * Stores a version, its links and sections. The row of the note is written before, which keeps other writers out until the
 * commit.
 */
async function store(
  tx: Transaction,
  { author, note: fresh, ready }: PutCommand,
  { home, row, plan, version, isFirst }: Storing,
): Promise<Put> {
  await tx.run(versionQueries(tx.dialect).keepVersion(versionOf(row, fresh.text)));
  await replaceLinks(tx, row, { links: fresh.links, isNew: isFirst });
  const placing = { home, row, fresh };
  const sections = plan.fresh.map((at) => fresh.sections[at]!);
  const shown = ready?.ids ?? idsOf(await makeReady(tx, placing, sections));
  if (!(await showSections(tx, placing, { kept: plan.kept, ready: shown })))
    throw new CairnError('truth/overloaded', 'This note took too long to be written. Nothing was stored.');
  await audit(tx, author, row, version === 0 ? 'write' : 'change');
  const note = entryOf({ ...row, author: author.name });
  const outcome = { outcome: 'done', note, isChanged: true, isNew: version === 0 } as const;
  if (ready) return { outcome, settles: { noteId: row.id, shown } };
  await settleSections(tx, { orgId: home.org_id, noteId: row.id }, shown);
  return { outcome };
}

interface MakeReadyCommand extends Pick<PutCommand, 'scope' | 'author' | 'workspace'> {
  readonly note: Pick<NewNote, 'path' | 'timestamp' | 'tags'>;
  readonly sections: readonly NewSection[];
  readonly noteId: string;
  readonly from: number;
}

/**
 * Writes hidden sections of a coming version, and opens their index states: if the writer stops after they are shown, the
 * indexes process them all the same.
 */
async function ahead(tx: Transaction, command: MakeReadyCommand): Promise<ItemId[]> {
  const { author, note: fresh, sections, noteId, from } = command;
  const home = await workspaceFor(tx, command);
  const row = { id: noteId, path: fresh.path, version: from + 1, principal_id: author.principalId };
  const rows = await makeReady(tx, { home, row, fresh }, sections);
  await openIndexStates(tx, rows, { ...tx.context.subscribers, doneWithCommit: [] });
  return idsOf(rows);
}

interface SectionsCommand {
  readonly orgId: OrgId;
  readonly noteId: string;
  readonly ids: readonly ItemId[];
}

const tell = (tx: Transaction, { ids }: { readonly ids: readonly ItemId[] }): Promise<void> => tellOfSections(tx, ids);

const erase = (tx: Transaction, note: Omit<SectionsCommand, 'ids'>): Promise<number> => eraseSections(tx, note);

const giveUp = (tx: Transaction, { ids, ...note }: SectionsCommand): Promise<void> => giveUpSections(tx, note, ids);

export const notesStore = {
  name: 'notes',
  tables: [...noteTables, noteLink],
  reads: { find, list, named, linksOf, linksTo, versions, workspaces, workspaceId },
  writes: { put, ahead, tell, erase, giveUp, remove },
  port: portOf(Notes, (store) => new SqlNotes(store)),
};

const authorFields = ({ orgId, principalId, keyId, role, name, ownerId, agents }: Principal): Author => ({
  orgId,
  principalId,
  keyId,
  role,
  name,
  ownerId,
  agents,
});

/** The most attempts of a write, since others may store versions of the note in between. */
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

  /** Stores a version of a note. Reports a conflict if other versions were stored during every attempt. */
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

  /** Writes the sections in several commits. They stay hidden until a last commit shows all of them. */
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

  /** Does the remaining work of a commit page by page. If this process stops early, the sweeper continues. */
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
