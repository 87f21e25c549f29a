import { limits } from '@cairn/contracts';
import { requireMayChange } from '@cairn/domain';
import type { NoteOutcome } from '@cairn/ports';
import { leaveMarks, whoseMark } from '../items/marks.ts';
import type { ScopeFields } from '../kit/conditions.ts';
import type { ReadTransaction, Transaction } from '../kit/transaction.ts';
import { audit, replace, staleNow, type Author } from './note-changes.ts';
import { forgetLinks } from './note-links.ts';
import { noteQueries, versionQueries, type NoteRow, type VersionRow, type WorkspaceRow } from './note-queries.ts';
import { eraseSections, hideSections, SECTIONS_AT_ONCE, type Settling } from './note-sections.ts';
import { nearestWorkspace } from './note-workspaces.ts';
import { entryOf, markedOf, obstacleToRemoval, removedRow, versionOf } from './notes.rules.ts';

const ALL = 2 ** 31 - 1;

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

/** Removes a note, or forgets it with its versions. */
export async function remove(session: Transaction, command: RemoveCommand): Promise<Removal> {
  const { scope, author, path, forget } = command;
  const home = await nearestWorkspace(session, scope, command.workspace);
  if (!home) return { outcome: { outcome: 'unknown' } };
  const place = { org_id: home.org_id, workspace_id: home.id, path };
  const present = await session.get(noteQueries(session.dialect).noteAt, place);
  const outcome = obstacleToRemoval(present, command);
  if (outcome || !present) return { outcome };
  const { author: _, ...before } = present;
  const row = removedRow(before, { principal_id: author.principalId, at: session.now });
  const isRemoved = forget
    ? await forgetText(session, author, { home, row: before })
    : await replace(session, before, row);
  if (!isRemoved) return { outcome: await staleNow(session, place) };
  if (!forget) await session.run(versionQueries(session.dialect).keepVersion(versionOf(row, '')));
  const note = { orgId: home.org_id, noteId: before.id };
  await Promise.all([hideSections(session, note), forgetLinks(session, place)]);
  const isSettled = (await eraseSections(session, note)) < SECTIONS_AT_ONCE;
  await audit(session, author, row, forget ? 'forget' : 'archive');
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
