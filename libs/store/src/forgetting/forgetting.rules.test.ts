import { describe, expect, it } from '@jest/globals';
import type { PrincipalId } from '@cairn/contracts';
import { blockedBy, mayForget, namesOf, recordedPlan, refusesLaterWrites, type Plan } from './forgetting.rules.ts';

const ada = 'ada' as PrincipalId;
const scope = {
  orgId: 'org',
  principalId: ada,
  agentIds: '',
  peerChannel: null,
  teamWords: '',
  closedChannels: '',
} as Plan['scope'];
const planFor = (selection: Partial<Plan['selection']>, more: Partial<Plan> = {}): Plan => ({
  ...{ scope, role: 'writer', selection: { lineage: false, ...selection } },
  ...more,
});

describe('a selection', () => {
  it('forgets a session or a source as a whole only when it names nothing else', () => {
    const selections = [
      { sessionKey: 's' },
      { source: 'wiki' },
      { source: 'wiki', channel: 'dev' },
      { speaker: 'Ada' },
    ];

    expect(selections.map((selection) => blockedBy({ lineage: true, ...selection }))).toEqual([
      ...[{ what: 'session', name: 's' }, { what: 'source', name: 'wiki' }, undefined, undefined],
    ]);
  });

  it('is named by its fields, or by what began it', () => {
    expect(namesOf(planFor({ source: 'wiki', channel: undefined }))).toEqual(['source']);
    expect(namesOf(planFor({}, { ageings: [] }))).toEqual(['retention']);
    expect(namesOf(planFor({}, { leavers: [ada] }))).toEqual(['principal']);
  });

  it('keeps none of its texts once its items are recorded', () => {
    const recorded = recordedPlan(planFor({ speaker: 'a secret', ids: ['one' as never], lineage: true }));

    expect(recorded.selection).toEqual({ lineage: true, ids: [] });
  });
});

describe('a forgotten item', () => {
  it('is refused when it is sent again, unless retention, a departure or the undoing of an import forgot it', () => {
    expect(refusesLaterWrites(planFor({ source: 'wiki' }))).toBe(true);
    expect(refusesLaterWrites(planFor({ importId: 'one' }))).toBe(false);
    expect(refusesLaterWrites(planFor({}, { ageings: [] }))).toBe(false);
    expect(refusesLaterWrites(planFor({}, { leavers: [ada] }))).toBe(false);
  });

  it('is one that the principal may forget, in the order of arrival', () => {
    const rows = [
      { seq: 3, principal_id: 'ada' },
      { seq: 1, principal_id: 'grace' },
      { seq: 2, principal_id: 'ada' },
    ];
    const forgottenAs = (role: Plan['role']) => {
      const { rows: may, others } = mayForget({ scope, role }, rows);
      return { seqs: may.map(({ seq }) => seq), others };
    };

    expect(forgottenAs('writer')).toEqual({ seqs: [2, 3], others: 1 });
    expect(forgottenAs('manager')).toEqual({ seqs: [1, 2, 3], others: 0 });
  });
});
