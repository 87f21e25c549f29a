import type { ItemId, NoteEntry, NoteId } from '@cairn/contracts';
import type { NewNote, NoteOutcome } from '@cairn/ports';
import type { MarkedFields } from '../items/marks.ts';
import { foldText } from '../kit/fold-text.ts';
import type { NotePlace, NoteRow, VersionRow, WorkspaceRow } from './note-queries.ts';

/** The number of the version that callers see; 0 if the note does not exist or is deleted. */
export const currentVersionOf = (row: NoteRow | undefined): number => (row && row.is_deleted === 0 ? row.version : 0);

type PresentNote = NoteRow & { readonly author: string | null };

interface Write {
  readonly note: Pick<NewNote, 'path' | 'contentHash'>;
  readonly expectedVersion: number | undefined;
  /** The note at the path that a renamed note would get. */
  readonly target?: NoteRow | undefined;
}

/**
 * Returns the outcome of a write that stores nothing, either because the note already has this text and path, because its
 * version is not the expected one, or because another note has the path; undefined if the write must be stored.
 */
export function outcomeWithoutWrite(
  present: PresentNote | undefined,
  { note: { path, contentHash }, expectedVersion, target }: Write,
): NoteOutcome | undefined {
  const version = currentVersionOf(present);
  if (present && version > 0 && present.path === path && present.content_hash === contentHash)
    return { outcome: 'done', note: entryOf(present), isChanged: false, isNew: false };
  if (expectedVersion !== undefined && expectedVersion !== version) return { outcome: 'stale', version };
  return currentVersionOf(target) > 0 ? { outcome: 'taken' } : undefined;
}

/**
 * Returns the outcome that prevents the removal of a note, if any. Forgetting is possible for a note that was removed
 * before.
 */
export function obstacleToRemoval(
  present: NoteRow | undefined,
  { forget, expectedVersion }: { readonly forget: boolean; readonly expectedVersion?: number | undefined },
): NoteOutcome | undefined {
  const version = currentVersionOf(present);
  if (!present || (version === 0 && !forget)) return { outcome: 'unknown' };
  return expectedVersion === undefined || expectedVersion === version ? undefined : { outcome: 'stale', version };
}

/** Builds the row of the next version of a note. A new note gets the id `noteId`. */
export function nextVersion(
  present: NoteRow | undefined,
  fresh: Pick<NewNote, 'title' | 'contentHash' | 'text' | 'totalLines' | 'linkName'>,
  by: NotePlace & { readonly noteId: string; readonly principal_id: NoteRow['principal_id']; readonly at: number },
): NoteRow {
  const version = (present?.version ?? 0) + 1;
  const { noteId, ...place } = by;
  return {
    ...place,
    id: present?.id ?? noteId,
    version,
    is_deleted: 0,
    title: fresh.title,
    content_hash: fresh.contentHash,
    length: fresh.text.length,
    total_lines: fresh.totalLines,
    link_name: fresh.linkName,
  };
}

/** Builds the row of a removed note, which keeps its path and no text. */
export const removedRow = (present: NoteRow, by: Pick<NoteRow, 'principal_id' | 'at'>): NoteRow => ({
  ...present,
  ...{ title: '', content_hash: '', length: 0, total_lines: 0, is_deleted: 1 },
  ...by,
  version: present.version + 1,
});

/** Builds the row of a version in the history of its note. */
export const versionOf = (
  { path: _, workspace_id: __, link_name: ___, id, ...row }: NoteRow,
  content: string,
): VersionRow => ({
  ...row,
  note_id: id,
  content,
});

/**
 * Describes a note for the search of marks of forgotten notes: by its path in the workspace and by its whole text. Pass
 * null as the path if the note exists.
 */
export const markFieldsOf = (
  { id, visibility, channel, principal_id }: WorkspaceRow,
  path: string | null,
  text: string,
) =>
  ({
    ...{ kind: 'note', source: id, external_id: path && foldText(path), title: null, content: text },
    ...{ session_key: null, visibility, channel, principal_id },
  }) satisfies MarkedFields;

/** Returns the ids of sections. */
export const idsOf = (rows: readonly { readonly id: string }[]): ItemId[] => rows.map(({ id }) => id as ItemId);

/** Builds the entry of a note for an answer. */
export const entryOf = (row: NoteRow & { readonly author: string | null }): NoteEntry => ({
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
