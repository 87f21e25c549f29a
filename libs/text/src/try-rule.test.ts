import { describe, expect, it } from '@jest/globals';
import { tryRule, type RuleDraft } from './try-rule.ts';

const aDraft = (fields: Partial<RuleDraft>): RuleDraft => ({
  ...{ category: 'rule', title: 'Deploys', content: 'Deploys are made by the pipeline.', triggers: [] },
  ...fields,
});
const actions = ['kubectl apply -f pod.yaml', 'git status', 'psql -c "drop table users"'];

describe('a rule that is tried before it is stored', () => {
  it('stops the actions that its triggers match, and says which trigger', () => {
    expect(tryRule(aDraft({ content: 'Never deploy by hand.', triggers: ['kubectl apply*'] }), actions)).toMatchObject([
      { action: actions[0], severity: 'stop', matched: 'kubectl apply*' },
    ]);
  });

  it('stops what its text forbids, and names the alternative', () => {
    const content = 'Never run `kubectl apply`. Use `make deploy` instead.';

    expect(tryRule(aDraft({ content }), actions)).toMatchObject([{ action: actions[0], severity: 'stop' }]);
    expect(tryRule(aDraft({ content }), actions)[0]?.instead).toContain('make deploy');
  });

  it('stops what its given norms forbid', () => {
    const forbids = [{ names: ['DROP TABLE'], strength: 'must' as const }];

    expect(tryRule(aDraft({ forbids }), actions).map(({ action }) => action)).toEqual([actions[2]]);
  });

  it('only warns by a trigger of a lesson, and concerns nothing without a norm', () => {
    expect(tryRule(aDraft({ category: 'lesson', triggers: ['git status'] }), actions)).toMatchObject([
      { action: 'git status', severity: 'caution' },
    ]);
    expect(tryRule(aDraft({}), actions)).toEqual([]);
  });
});
