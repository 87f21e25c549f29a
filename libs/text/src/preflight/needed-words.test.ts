import { readAction } from './action.ts';
import { matchesAnyNorm } from './judge.ts';
import { ANY_WORD, wordsOfAction } from './needed-words.ts';
import type { GivenNorm } from './norm.ts';
import { readRule, type RuleText } from './rule.ts';
import { normsToStore, readStoredRule } from './stored-norms.ts';

const text: RuleText & { category: string } = { category: 'rule', title: 'A rule', content: 'Its text says nothing.' };

/** Whether an index of words finds what is given for an action. */
function isFound(given: Partial<RuleText & { actionTriggers: readonly string[] }>, action: string): boolean {
  const words = wordsOfAction(readAction(action));
  const { needs } = normsToStore({ ...text, ...given })!;
  return needs.some(({ word, beside }) => [word, ...beside].every((one) => words.has(one)));
}

describe('the words that an action needs to meet a norm', () => {
  it.each<[GivenNorm, string]>([
    [{ names: ['git push --force'] }, 'sudo git push -f origin main'],
    [{ names: ['kubectl delete'] }, 'k delete pod a'],
    [{ names: ['npm install'] }, 'npm i left-pad'],
    [{ names: ['terraform apply'] }, 'sh -c "cd infra && terraform apply -auto-approve"'],
    [{ names: ['deleteUser('] }, 'edit src/a.ts: db.deleteUser(id)'],
    [{ names: ['src/generated/**'] }, 'edit src/generated/api/types.ts: x'],
    [{ names: ['*.lock'] }, 'edit Cargo.lock: x'],
    [{ names: ['.env'] }, 'edit prod.env: x'],
    [{ names: ['--no-verify'] }, 'git commit --no-verify -m x'],
    [{ names: ['--force'] }, 'git push -f'],
    [{ names: ['sk_live_*', 'AKIA*'] }, 'edit a.ts: key = "AKIA123"'],
    [{ names: ['cat >'] }, 'cat > a.txt'],
    [{ names: ['>=', '!='] }, 'edit setup.cfg: numpy >= 2'],
    [{ names: ['DELETE /admin/*'] }, 'DELETE /admin/7'],
    [{ names: ['DELETE FROM users'] }, 'psql -c "delete from public.users"'],
    [{ names: ['docker run <image>'] }, 'docker run nginx'],
    [{ words: ['customer data'], verbs: ['send'] }, 'I will send the data of our customers to a partner'],
    [{ words: ['deployments'] }, 'Deploy it and delete the deployment'],
    [{ verbs: ['delete'], environments: ['production'] }, 'rm -rf /srv/prod'],
  ])('are in every action that does what %j names: %s', (norm, action) => {
    const { norms } = readRule({ ...text, forbids: [norm] });

    expect(matchesAnyNorm(norms, readAction(action))).toBe(true);
    expect(isFound({ forbids: [norm] }, action)).toBe(true);
  });

  it.each([
    ['terraform apply*', 'terraform apply -auto-approve'],
    ['*drop table*', 'psql -c "drop table a"'],
    ['npm pub*', 'npm publish'],
  ])('are in every action that the trigger %s matches: %s', (trigger, action) => {
    expect(isFound({ actionTriggers: [trigger] }, action)).toBe(true);
  });

  it('are read in the English of what binds, and not of a lesson', () => {
    const content = 'Never run `helm upgrade` by hand.';

    expect(normsToStore({ ...text, content })?.needs).toEqual([{ word: 'upgrade', beside: ['helm'] }]);
    expect(normsToStore({ ...text, content, category: 'lesson' })).toBeUndefined();
    expect(normsToStore({ ...text, content, category: 'lesson', actionTriggers: ['helm *'] })?.needs).toEqual([
      { word: 'helm', beside: [] },
    ]);
  });

  it('are not in other actions of the same program', () => {
    expect(isFound({ forbids: [{ names: ['git push --force'] }] }, 'git commit -m x')).toBe(false);
    expect(isFound({ forbids: [{ verbs: ['delete'] }] }, 'ls')).toBe(true);
    expect(wordsOfAction(readAction('ls'))).toEqual(new Set([ANY_WORD, 'list', '~ls']));
  });
});

it('gives a stored rule back as it was read', () => {
  const forbids: GivenNorm[] = [
    { names: ['git push --force', 'src/**', 'DELETE FROM a'], verbs: ['run', 'force push'], number: { above: 3 } },
    { words: ['customer data'], within: ['exports/'], without: ['a ticket'], except: ['between 1:00 and 2:00'] },
  ];
  const whole = {
    ...text,
    content: 'Never `rm -rf` more than 3 minutes. Use `make` instead.',
    forbids,
    instead: ['make x'],
  };
  const english = { ...text, content: 'Never run `rm -rf` in production. Use `make clean` instead.' };

  expect(readStoredRule(normsToStore(whole)!.rule)).toEqual(readRule(whole));
  expect(readStoredRule(normsToStore(english)!.rule)).toEqual(readRule(english));
});
