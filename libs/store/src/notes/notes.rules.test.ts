import { describe, expect, it } from '@jest/globals';
import type { NoteRow, WorkspaceRow } from './note-queries.ts';
import { markFieldsOf, nextVersion, obstacleToRemoval, outcomeWithoutWrite, removedRow } from './notes.rules.ts';

const row = {
  ...{ org_id: 'org', workspace_id: 'home', path: 'a.md', id: 'note', version: 3, is_deleted: 0, title: 'A' },
  ...{ content_hash: 'hash', length: 4, total_lines: 1, principal_id: 'ada', at: 7, link_name: 'a' },
} as NoteRow;
const present = { ...row, author: 'Ada' };
const fresh = { title: 'B', contentHash: 'other', text: 'text', totalLines: 1, linkName: 'a' };
const by = { org_id: 'org', workspace_id: 'home', path: 'a.md', noteId: 'new', principal_id: 'grace', at: 9 };

describe('a write of a note', () => {
  const outcome = (contentHash: string, expectedVersion?: number) =>
    outcomeWithoutWrite(present, { note: { path: 'a.md', contentHash }, expectedVersion });

  it('stores nothing for the same text, whatever version is expected', () => {
    expect(outcome('hash', 1)).toMatchObject({ outcome: 'done', isChanged: false });
  });

  it('is stale when another version is expected', () => {
    expect(outcome('other', 2)).toEqual({ outcome: 'stale', version: 3 });
    expect(outcome('other', 3)).toBeUndefined();
    expect(outcome('other')).toBeUndefined();
  });

  it('finds no version of a removed note', () => {
    const removed = { ...present, is_deleted: 1 } as const;

    expect(outcomeWithoutWrite(removed, { note: { path: 'a.md', contentHash: 'hash' }, expectedVersion: 3 })).toEqual({
      ...{ outcome: 'stale', version: 0 },
    });
  });

  it('renames a note onto no other, unless that is deleted', () => {
    const renaming = { note: { path: 'b.md', contentHash: 'hash' }, expectedVersion: 3 };
    const target = { ...row, path: 'b.md' };

    expect(outcomeWithoutWrite(present, renaming)).toBeUndefined();
    expect(outcomeWithoutWrite(present, { ...renaming, target })).toEqual({ outcome: 'taken' });
    expect(outcomeWithoutWrite(present, { ...renaming, target: { ...target, is_deleted: 1 } })).toBeUndefined();
  });

  it('continues the versions of a removed note under its id', () => {
    expect(nextVersion({ ...row, is_deleted: 1 }, fresh, by)).toMatchObject({ id: 'note', version: 4, is_deleted: 0 });
    expect(nextVersion(undefined, fresh, by)).toMatchObject({ id: 'new', version: 1, principal_id: 'grace', at: 9 });
  });
});

describe('a removal of a note', () => {
  it('finds a removed note only to forget it', () => {
    const removed = { ...row, is_deleted: 1 } as const;

    expect(obstacleToRemoval(removed, { forget: false })).toEqual({ outcome: 'unknown' });
    expect(obstacleToRemoval(removed, { forget: true })).toBeUndefined();
    expect(obstacleToRemoval(undefined, { forget: true })).toEqual({ outcome: 'unknown' });
  });

  it('is stale when another version is expected', () => {
    expect(obstacleToRemoval(row, { forget: false, expectedVersion: 2 })).toEqual({ outcome: 'stale', version: 3 });
  });

  it('leaves the place of the note and none of its text', () => {
    expect(removedRow(row, { principal_id: 'grace' as NoteRow['principal_id'], at: 9 })).toMatchObject({
      ...{ path: 'a.md', version: 4, is_deleted: 1, title: '', content_hash: '', length: 0, principal_id: 'grace' },
    });
  });
});

it('recognises a forgotten note by its path in any spelling of case, and by its text', () => {
  const home = { id: 'home', visibility: 'org', channel: null, principal_id: 'ada' } as WorkspaceRow;

  expect(markFieldsOf(home, 'A.md', 'text').external_id).toBe(markFieldsOf(home, 'a.md', 'text').external_id);
  expect(markFieldsOf(home, null, 'text')).toMatchObject({ external_id: null, content: 'text' });
});
