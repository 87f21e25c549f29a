import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import type { Principal } from '@cairn/domain';
import type { NoteOutcome } from '@cairn/ports';
import { noteQueries, type NotePlace, type NoteRow } from './note-queries.ts';
import { currentVersionOf } from './notes.rules.ts';
import { auditActs as auditAct } from '../kit/audit.ts';

/** The writer of a note. */
export type Author = Pick<Principal, 'orgId' | 'principalId' | 'keyId' | 'role' | 'name' | 'ownerId' | 'agents'>;

/**
 * Updates the row of a note if it has not changed since it was read; returns false otherwise. Waits for the commit of a
 * concurrent writer of the note. A deleted note at the path that a renamed note gets (`deleted`) changes places with it,
 * so that the versions of both stay.
 */
export async function replaceNote(
  tx: Transaction,
  present: NoteRow | undefined,
  row: NoteRow,
  deleted?: NotePlace,
): Promise<boolean> {
  const { makeNote, changeNote, moveNote } = noteQueries(tx.dialect);
  if (!present || !deleted) return (await tx.run(present ? changeNote(row, present) : makeNote(row))) > 0;
  await tx.run(moveNote(deleted, SET_ASIDE));
  const isReplaced = (await tx.run(changeNote(row, present))) > 0;
  await tx.run(moveNote({ ...deleted, path: SET_ASIDE }, isReplaced ? present.path : deleted.path));
  return isReplaced;
}

/** A path that no note has. */
const SET_ASIDE = '';

/** Builds the outcome for a caller whose expected version is no longer the current one. */
export async function staleVersionError(tx: ReadTransaction, place: NotePlace): Promise<NoteOutcome> {
  return { outcome: 'stale', version: currentVersionOf(await tx.get(noteQueries(tx.dialect).noteAt, place)) };
}

/** Adds an act on a note to the audit. */
export const auditNoteAct = (
  tx: Transaction,
  author: Author,
  { id, version }: Pick<NoteRow, 'id' | 'version'>,
  action: 'write' | 'change' | 'archive' | 'forget',
) => auditAct(tx, { author, action, kind: 'note', id, version });
