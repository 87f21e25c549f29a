import { CairnError, type ItemId, type OrgId } from '@cairn/contracts';
import type { NewNote, NewSection, NoteOutcome, Overwrite, WorkspaceName } from '@cairn/ports';
import { v7 as uuidv7 } from 'uuid';
import { requireNotForgotten } from '../items/marks.ts';
import type { ScopeFields } from '../kit/conditions.ts';
import { feature, type CallsOf } from '../kit/feature.ts';
import type { Transaction } from '../kit/transaction.ts';
import { auditNoteAct, replaceNote, staleVersionError, type Author } from './note-changes.ts';
import { forgetLinks, noteLink, replaceLinks } from './note-links.ts';
import {
  noteQueries,
  noteTables,
  versionQueries,
  type NotePlace,
  type NoteRow,
  type WorkspaceRow,
} from './note-queries.ts';
import { findNote, linksOf, linksTo, listIdsBelow, listNotes, findByLinkNames, listVersions } from './note-reading.ts';
import { removeNotes } from './note-removal.ts';
import {
  eraseSections,
  abandonSections,
  isSmall,
  makeReady,
  planSections,
  settleSections,
  showSections,
  announceSections,
  type SectionPlan,
  type Settling,
} from './note-sections.ts';
import { requireReadersOf, workspaceFor, workspaceId, listWorkspaces } from './note-workspaces.ts';
import {
  currentVersionOf,
  entryOf,
  idsOf,
  markFieldsOf,
  nextVersion,
  outcomeWithoutWrite,
  versionOf,
} from './notes.rules.ts';
import { openIndexStates } from '../kit/index-ledger.ts';

export interface PutCommand {
  readonly scope: ScopeFields;
  readonly author: Author;
  readonly workspace: WorkspaceName;
  readonly note: NewNote;
  readonly expectedVersion?: number | undefined;
  readonly overwrite?: Overwrite | undefined;
  /** The path that the note has until now, if this version renames it; `expectedVersion` is then that of this note. */
  readonly renamedFrom?: string | undefined;
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
export interface Put {
  readonly outcome?: NoteOutcome | undefined;
  /** The note, if later commits must announce or erase sections of it. */
  readonly settles?: Settling | undefined;
  /** The new sections, by their index in the note; present if they are too many for one commit. */
  readonly ahead?: PreparedSections | undefined;
}

export interface PreparedSections extends Omit<ReadySections, 'ids'> {
  readonly fresh: readonly number[];
}

async function putNoteVersion(tx: Transaction, command: PutCommand): Promise<Put> {
  const { note: fresh, ready, renamedFrom = fresh.path } = command;
  const home = await workspaceFor(tx, command);
  await requireReadersOf(tx, home);
  const place = { org_id: home.org_id, workspace_id: home.id, path: fresh.path };
  const { present, target } = await notesAt(tx, place, renamedFrom);
  const version = currentVersionOf(present);
  const outcome = outcomeWithoutWrite(present, { note: fresh, expectedVersion: command.expectedVersion, target });
  if (outcome) return { outcome };
  const by = { principal_id: command.author.principalId, at: tx.now };
  const row = nextVersion(present, fresh, { ...place, ...by, noteId: ready?.noteId ?? uuidv7() });
  if (ready && (ready.noteId !== row.id || ready.from !== row.version - 1)) return {};
  const plan = await planSections(tx, { orgId: home.org_id, noteId: row.id }, fresh.sections);
  if (!ready && !isSmall(plan)) return { ahead: { noteId: row.id, from: row.version - 1, fresh: plan.fresh } };
  const marked = markFieldsOf(home, version > 0 && renamedFrom === row.path ? null : row.path, fresh.text);
  await requireNotForgotten(tx, { rows: [marked], author: command.author, overwrite: command.overwrite });
  const isReplaced = await replaceNote(tx, present, row, target);
  if (!isReplaced) return ready ? {} : { outcome: await staleVersionError(tx, { ...place, path: renamedFrom }) };
  return storeSections(tx, command, { home, row, plan, version, isFirst: !present });
}

/** Reads the note to be changed and, if it is renamed, the one at its new path. */
async function notesAt(tx: Transaction, place: NotePlace, renamedFrom: string) {
  const { noteAt } = noteQueries(tx.dialect);
  const present = await tx.get(noteAt, { ...place, path: renamedFrom });
  return { present, target: renamedFrom === place.path ? undefined : await tx.get(noteAt, place) };
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
 * Stores a version, its links and its sections. The row of the note was written earlier in the transaction, which makes
 * other writers wait until the commit.
 */
async function storeSections(
  tx: Transaction,
  { author, note: fresh, ready, renamedFrom }: PutCommand,
  { home, row, plan, version, isFirst }: Storing,
): Promise<Put> {
  await tx.run(versionQueries(tx.dialect).keepVersion(versionOf(row, fresh.text)));
  if (renamedFrom !== undefined) await forgetLinks(tx, { ...row, path: renamedFrom });
  await replaceLinks(tx, row, { links: fresh.links, isNew: isFirst });
  const placing = { home, row, fresh };
  const sections = plan.fresh.map((at) => fresh.sections[at]!);
  const shown = ready?.ids ?? idsOf(await makeReady(tx, placing, sections));
  if (!(await showSections(tx, placing, { kept: plan.kept, ready: shown })))
    throw new CairnError('truth/overloaded', 'This note took too long to be written. Nothing was stored.');
  await auditNoteAct(tx, author, row, version === 0 ? 'write' : 'change');
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
 * Writes hidden sections of a coming version and opens their index states. The indexes therefore process these sections
 * even if the writer stops right after showing them.
 */
async function prepareSections(tx: Transaction, command: MakeReadyCommand): Promise<ItemId[]> {
  const { author, note: fresh, sections, noteId, from } = command;
  const home = await workspaceFor(tx, command);
  const row = { id: noteId, path: fresh.path, version: from + 1, principal_id: author.principalId };
  const rows = await makeReady(tx, { home, row, fresh }, sections);
  await openIndexStates(tx, rows, () => ({ ...tx.context.subscribers, doneWithCommit: [] }));
  return idsOf(rows);
}

interface SectionsCommand {
  readonly orgId: OrgId;
  readonly noteId: string;
  readonly ids: readonly ItemId[];
}

const announcePreparedSections = (tx: Transaction, { ids }: Pick<SectionsCommand, 'orgId' | 'ids'>): Promise<void> =>
  announceSections(tx, ids);

const eraseFormerSections = (tx: Transaction, note: Omit<SectionsCommand, 'ids'>): Promise<number> =>
  eraseSections(tx, note);

const abandonPrepared = (tx: Transaction, { ids, ...note }: SectionsCommand): Promise<void> =>
  abandonSections(tx, note, ids);

/**
 * Markdown files of workspaces, with all versions. One commit makes a change visible: the note, its version, its sections
 * and the audit row. If many sections change, earlier commits write them hidden, and later commits inform the indexes and
 * erase former sections, so that no other writer waits for all of them. A section with unchanged text stays the same item;
 * a section that a change removes is deleted for good. Paths are keys in a table; no file of the server is opened.
 */
export const notes = feature('notes', {
  tables: [...noteTables, noteLink],
  reads: {
    find: findNote,
    list: listNotes,
    idsBelow: listIdsBelow,
    named: findByLinkNames,
    linksOf,
    linksTo,
    versions: listVersions,
    workspaces: listWorkspaces,
    workspaceId,
  },
  writes: {
    put: putNoteVersion,
    ahead: prepareSections,
    tell: announcePreparedSections,
    erase: eraseFormerSections,
    giveUp: abandonPrepared,
    remove: removeNotes,
  },
});
export type Notes = CallsOf<typeof notes>;
