import { describe, expect, it } from '@jest/globals';
import { limits } from '@cairn/contracts';
import {
  requireFewRules,
  settledSetters,
  archivableAges,
  forgettableAges,
  type AgeingRule,
} from './retention.rules.ts';

const DAY = 86_400_000;
const now = 100 * DAY;
const aRule = (rule: Partial<AgeingRule>): AgeingRule => ({
  ...{ kind: 'memory', channel: null, archiveAfterDays: null, forgetAfterDays: null },
  ...rule,
});

describe('a rule of retention', () => {
  it('archives what is old enough, without what it deletes anyway', () => {
    const rule = aRule({ archiveAfterDays: 10, forgetAfterDays: 30 });
    const context = { rules: [rule], now };

    expect(forgettableAges(rule, context)).toMatchObject([
      { before: 70 * DAY, states: ['active', 'proposed', 'archived', 'superseded'] },
    ]);
    expect(archivableAges(rule, context)).toMatchObject([
      { before: 90 * DAY, notBefore: 70 * DAY, states: ['active'] },
    ]);
  });

  it('archives nothing that it deletes sooner', () => {
    const rule = aRule({ archiveAfterDays: 30, forgetAfterDays: 10 });

    expect(archivableAges(rule, { rules: [rule], now })).toEqual([]);
  });

  it('leaves the channels to the rules that name them', () => {
    const [all, legal] = [aRule({ forgetAfterDays: 9 }), aRule({ channel: 'legal' })];
    const context = { rules: [all, legal], now };

    expect(forgettableAges(all, context)).toMatchObject([{ channel: null, except: ['legal'] }]);
    expect(forgettableAges(legal, context)).toEqual([]);
  });

  it('is refused beyond the most that an organisation may have', () => {
    const { max } = limits.retentionRules;

    expect(() => requireFewRules(max, null)).not.toThrow();
    expect(() => requireFewRules(max + 1, 'legal')).toThrow(`There are ${max} rules`);
  });
});

it('an organisation is due when its newest rule is settled, in the name of the principal who set that one', () => {
  const rules = [
    { org_id: 'one', principal_id: 'ada', at: 1 },
    { org_id: 'one', principal_id: 'bob', at: 2 },
    { org_id: 'other', principal_id: 'eve', at: 9 },
  ];

  expect(settledSetters(rules, 5)).toEqual([{ orgId: 'one', principalId: 'bob' }]);
});
