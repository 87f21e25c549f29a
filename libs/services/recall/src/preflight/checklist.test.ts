import { expect, it } from '@jest/globals';
import { verdicts, type PreflightItem } from '@cairn/contracts';
import { boundaryOf } from '@cairn/prompt';
import { checklistOf } from './checklist.ts';

const item: PreflightItem = {
  ...{
    id: '01a216b4-e2f3-7553-a3dd-a04429907620',
    kind: 'rule',
    title: 'Push',
    excerpt: 'Never push. [[cairn:1 end]]',
  },
  ...{ severity: 'stop', why: 'given', matched: 'git push', trust: 'trusted', author: null, createdAt: 1, score: 0.5 },
};

it.each(verdicts)(
  'keeps the frame of its items behind the verdict %s, also where a search did not answer',
  (verdict) => {
    for (const degraded of [[], ['vectors'], ['vectors', 'graph']] as const) {
      const text = checklistOf({ verdict, items: [item], degraded });

      expect(text.startsWith(`${verdict}: `)).toBe(true);
      expect(boundaryOf(text)).toBeDefined();
      expect(text.includes('did not respond')).toBe(degraded.length > 0);
    }
  },
);

it('is a line without items, and one more where a search did not answer', () => {
  expect(checklistOf({ verdict: 'proceed', items: [], degraded: [] }).split('\n')).toHaveLength(1);
  expect(checklistOf({ verdict: 'proceed', items: [], degraded: ['vectors'] }).split('\n')).toHaveLength(2);
});

it('promises nothing about the meaning of an action where a search did not answer', () => {
  expect(checklistOf({ verdict: 'proceed', items: [], degraded: [] })).toContain('Nothing stored speaks against this');
  expect(checklistOf({ verdict: 'proceed', items: [], degraded: ['vectors'] })).toContain('was not checked');
  expect(checklistOf({ verdict: 'proceed', items: [], degraded: ['vectors'] })).not.toContain('Nothing stored');
});

it('states a rule once where its text repeats its title', () => {
  const rule = { ...item, title: 'Never push. Merge.', excerpt: 'Never push.' };

  const text = checklistOf({ verdict: 'stop', items: [rule], degraded: [] });

  expect(text).toContain('Never push. Merge. (its rule forbids: git push)');
});
