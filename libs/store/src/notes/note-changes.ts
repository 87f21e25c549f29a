import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import type { Principal } from '@cairn/domain';
import type { NoteOutcome } from '@cairn/ports';
import { noteQueries, type NotePlace, type NoteRow } from './note-queries.ts';
import { currentVersionOf } from './notes.rules.ts';
import { audit as auditAct } from '../kit/audit.ts';

/** The writer of a note. */
export type Author = Pick<Principal, 'orgId' | 'principalId' | 'keyId' | 'role' | 'name'>;

/** Updates the row if it has not changed since it was read. A concurrent writer waits here for the other's commit. */
export async function replace(session: Transaction, present: NoteRow | undefined, row: NoteRow): Promise<boolean> {
  const { makeNote, changeNote } = noteQueries(session.dialect);
  return (await session.run(present ? changeNote(row, present.version) : makeNote(row))) > 0;
}

/** The outcome for a caller whose version another writer has changed. */
export async function staleNow(session: ReadTransaction, place: NotePlace): Promise<NoteOutcome> {
  return { outcome: 'stale', version: currentVersionOf(await session.get(noteQueries(session.dialect).noteAt, place)) };
}

/** Records an act on a note in the audit. */
export const audit = (
  session: Transaction,
  author: Author,
  { id, version }: Pick<NoteRow, 'id' | 'version'>,
  action: 'write' | 'change' | 'archive' | 'forget',
) => auditAct(session, { author, action, kind: 'note', id, version });
