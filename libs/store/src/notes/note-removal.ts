import { limits } from '@cairn/contracts';
import { requireMayChange } from '@cairn/domain';
import type { NoteOutcome } from '@cairn/ports';
import { storeMarks, markOwnerOf } from '../items/marks.ts';
import type { ScopeFields } from '../kit/conditions.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { auditNoteAct, replaceNote, staleVersionError, type Author } from './note-changes.ts';
import { forgetLinks } from './note-links.ts';
import { noteQueries, versionQueries, type NoteRow, type VersionRow, type WorkspaceRow } from './note-queries.ts';
import { eraseSections, hideSections, SECTIONS_AT_ONCE, type Settling } from './note-sections.ts';
import { nearestWorkspace } from './note-workspaces.ts';
import { entryOf, markFieldsOf, obstacleToRemoval, removedRow, versionOf } from './notes.rules.ts';

const ALL_SECTIONS = 2 ** 31 - 1;

export interface RemoveCommand {
  readonly scope: ScopeFields;
  readonly author: Author;
  readonly workspace: string;
  readonly path: string;
  readonly expectedVersion?: number | undefined;
  readonly forget: boolean;
}

interface Removal {
  readonly outcome?: NoteOutcome | undefined;
  readonly settles?: Settling | undefined;
}

/** Removes a note; with `forget`, deletes its versions and its text for good. */
export async function removeNotes(tx: Transaction, command: RemoveCommand): Promise<Removal> {
  const { scope, author, path, forget } = command;
  const home = await nearestWorkspace(tx, scope, command.workspace);
  if (!home) return { outcome: { outcome: 'unknown' } };
  const place = { org_id: home.org_id, workspace_id: home.id, path };
  const present = await tx.get(noteQueries(tx.dialect).noteAt, place);
  const outcome = obstacleToRemoval(present, command);
  if (outcome || !present) return { outcome };
  const { author: _, ...before } = present;
  const row = removedRow(before, { principal_id: author.principalId, at: tx.now });
  const isRemoved = forget ? await forgetText(tx, author, { home, row: before }) : await replaceNote(tx, before, row);
  if (!isRemoved) return { outcome: await staleVersionError(tx, place) };
  if (!forget) await tx.run(versionQueries(tx.dialect).keepVersion(versionOf(row, '')));
  const note = { orgId: home.org_id, noteId: before.id };
  await Promise.all([hideSections(tx, note), forgetLinks(tx, place)]);
  const isSettled = (await eraseSections(tx, note)) < SECTIONS_AT_ONCE;
  await auditNoteAct(tx, author, row, forget ? 'forget' : 'archive');
  return {
    outcome: { outcome: 'done', note: entryOf({ ...row, author: author.name }), isChanged: true, isNew: false },
    settles: isSettled ? undefined : { noteId: before.id, shown: [] },
  };
}

async function forgetText(
  tx: Transaction,
  author: Author,
  { home, row }: { readonly home: WorkspaceRow; readonly row: NoteRow },
): Promise<boolean> {
  const { versions, forgetVersions } = versionQueries(tx.dialect);
  const named = { orgId: row.org_id, noteId: row.id };
  const written = await tx.all(versions, { ...named, limit: ALL_SECTIONS, before: ALL_SECTIONS });
  requireMayChange(
    author,
    written.map(({ principal_id }) => principal_id),
    'forget a note',
  );
  if ((await tx.run(noteQueries(tx.dialect).forgetNote(row))) === 0) return false;
  const texts = await newestTexts(tx, named, written);
  const marked = ['', ...texts].map((text) => markFieldsOf(home, row.path, text));
  const whose = markOwnerOf(author);
  await storeMarks(tx, marked, { orgId: author.orgId, whose, isChosen: true });
  await tx.run(forgetVersions, named);
  tx.context.hooks.note('erased');
  return true;
}

/**
 * Reads the newest texts of a note. By these texts the note is recognised under another path once it is forgotten. The
 * texts together are at most as long as a note may be.
 */
async function newestTexts(
  tx: ReadTransaction,
  note: { readonly orgId: string; readonly noteId: string },
  written: readonly Pick<VersionRow, 'version' | 'length'>[],
): Promise<string[]> {
  let room: number = limits.noteText.max;
  const near = written.filter(({ length }) => (room -= length) >= 0);
  const { version } = versionQueries(tx.dialect);
  const found = await Promise.all(near.map((each) => tx.get(version, { ...note, version: each.version })));
  return [...new Set(found.flatMap((each) => each?.content || []))];
}
