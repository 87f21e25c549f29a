import { describe, expect, it } from '@jest/globals';
import type { ItemId, Visibility } from '@cairn/contracts';
import {
  activeToOf,
  columnsAfterTransfer,
  changesFeatures,
  obstacleTo,
  requireSuccessor,
  requireWider,
} from './lifecycle.rules.ts';

const other = 'another' as ItemId;

describe('an act on a version of a memory', () => {
  it('is prevented by a successor that the caller sees, and by another version', () => {
    const superseded = { state: 'superseded', version: 3 } as const;

    expect(obstacleTo(superseded, { ifVersion: 3, successor: other })).toEqual({ outcome: 'superseded', by: other });
    expect(obstacleTo(superseded, { ifVersion: 3, successor: undefined })).toBeUndefined();
    expect(obstacleTo(superseded, { ifVersion: 2, successor: undefined })).toEqual({ outcome: 'stale', version: 3 });
  });

  it('computes text features again only when a column that they are read from changes', () => {
    const row = {
      title: 'a',
      content: 'b',
      category: 'fact',
      forbids: null,
      instead: null,
      action_triggers: null,
    } as const;

    expect(changesFeatures(row, { ...row })).toBe(false);
    expect(changesFeatures(row, { ...row, content: 'c' })).toBe(true);
    expect(changesFeatures(row, { ...row, category: 'decision' })).toBe(true);
  });

  it('ends the active time once, and begins it again when the memory is restored', () => {
    const ended = { state: 'archived', active_to: 5 } as const;

    expect(activeToOf({ state: 'active', active_to: null }, 'archived', 9)).toBe(9);
    expect(activeToOf(ended, 'superseded', 9)).toBe(5);
    expect(activeToOf(ended, 'active', 9)).toBeNull();
  });
});

it('shares a memory only with wider readers', () => {
  const team = 'team:0190a000-0000-7000-8000-00000000beef';
  const all: Visibility[] = ['private', 'peer', 'channel', 'team', 'org', team];
  const isWider = (from: Visibility, to: Visibility) => {
    try {
      requireWider(from, to);
      return true;
    } catch {
      return false;
    }
  };

  expect(all.filter((from) => isWider(from, 'org'))).toEqual(['private', team]);
  expect(all.filter((from) => isWider(from, team))).toEqual(['private']);
  expect(() => requireWider(team, team)).toThrow('visibility does not give the memory wider readers than its team');
});

describe('a successor', () => {
  const row = { id: 'old', visibility: 'org', principal_id: 'ada', channel: null } as const;

  it.each([
    ['the memory itself', row, false, 'is the memory itself'],
    ['a memory that fewer read', { ...row, id: 'new', visibility: 'private' }, false, 'is not read by all'],
    ['an earlier memory', { ...row, id: 'new' }, true, 'was superseded by this memory'],
  ] as const)('is not %s', (_what, next, isEarlier, message) => {
    expect(() => requireSuccessor(row, next, { isEarlier })).toThrow(message);
  });

  it('may have more readers', () => {
    const privately = { ...row, visibility: 'private' } as const;

    expect(() => requireSuccessor(privately, { ...row, id: 'new' }, { isEarlier: false })).not.toThrow();
  });
});

describe('a memory that goes to another principal', () => {
  const row = { state: 'active', external_id: null, merge_key: 'key' } as const;
  const free = { isStated: false, isMerged: false, isNamed: false };

  it('keeps its keys where the recipient has none of them', () => {
    expect(columnsAfterTransfer(row, free, 7)).toEqual({ external_id: null, merge_key: 'key' });
  });

  it('is archived when the recipient states its fact, and loses the keys that they have', () => {
    expect(columnsAfterTransfer(row, { ...free, isStated: true }, 7)).toEqual({
      ...{ external_id: null, merge_key: null, state: 'archived', active_to: 7 },
    });
    expect(columnsAfterTransfer(row, { ...free, isMerged: true }, 7).merge_key).toBeNull();
    expect(columnsAfterTransfer({ ...row, external_id: 'x' }, { ...free, isNamed: true }, 7).external_id).toBeNull();
  });
});
