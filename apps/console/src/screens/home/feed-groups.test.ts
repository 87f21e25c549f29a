import { describe, expect, it } from '@jest/globals';
import type { MemoryId, PrincipalId } from '@cairn/contracts';
import { countValues, deedOf, groupFeed, nameDay, type FeedEntry } from './feed-groups.ts';

const noon = new Date(2026, 10, 25, 12).getTime();
const HOUR_MS = 3_600_000;

const agent = { principalId: 'a' as PrincipalId, name: 'claude-code', kind: 'agent', owner: null } as const;
const person = { principalId: 'p' as PrincipalId, name: 'Ana', kind: 'person', owner: null } as const;

const anEntry = (title: string, fields: Partial<FeedEntry> = {}): FeedEntry => ({
  ...{ memoryId: title as MemoryId, title, text: title, category: 'fact', state: 'active', version: 1, at: noon },
  ...{ channel: null, visibility: 'org', validTo: null, by: agent, ...fields },
});

describe('the feed', () => {
  it('groups entries by day, writer, project and import, and tells new ones from seen ones', () => {
    const entries = [
      anEntry('1', { at: noon + HOUR_MS }),
      anEntry('2', { by: person }),
      anEntry('3'),
      anEntry('4', { at: noon - 1 }),
      anEntry('5', { project: 'billing' }),
      anEntry('6', { at: noon - 24 * HOUR_MS }),
    ];

    const groups = groupFeed(entries, noon - 1);

    expect(groups.map(({ isNew, entries }) => [isNew, entries.map(({ title }) => title).join(' ')])).toEqual([
      [true, '1 3'],
      [true, '2'],
      [false, '4'],
      [true, '5'],
      [false, '6'],
    ]);
  });

  it('says in words how a group came about', () => {
    const said = (...entries: FeedEntry[]) => deedOf(groupFeed(entries, 0)[0]!);
    const proposed = anEntry('p', { state: 'proposed' });

    expect(said(anEntry('1'))).toBe('learned a thing');
    expect(said(anEntry('1'), proposed, anEntry('2'))).toBe('learned 3 things, 1 to review');
    expect(said(proposed, proposed)).toBe('proposes 2 things');
    expect(said(anEntry('1', { by: person }))).toBe('wrote a thing');
    expect(said(anEntry('1', { importId: 'i' }), anEntry('2', { importId: 'i' }))).toBe('imported 2 things');
  });

  it('names the last two days, and other days by their date', () => {
    const now = noon + HOUR_MS;
    const dayBefore = (days: number) => new Date(2026, 10, 25 - days).getTime();

    expect([0, 1, 2].map((days) => nameDay(dayBefore(days), now))).toEqual([
      'Today',
      'Yesterday',
      'Monday, November 23',
    ]);
  });

  it('counts the values of a field, the most frequent first', () => {
    const kinds = ['rule', 'fact', 'fact'].map((category) => anEntry(category, { category: category as 'fact' }));

    expect(countValues(kinds, ({ category }) => ({ value: category, label: category }))).toEqual([
      { value: 'fact', label: 'fact', count: 2 },
      { value: 'rule', label: 'rule', count: 1 },
    ]);
    expect(countValues(kinds, () => undefined)).toEqual([]);
  });
});
