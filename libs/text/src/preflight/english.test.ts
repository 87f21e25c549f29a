import { describe, expect, it } from '@jest/globals';
import { readEnglish } from './english.ts';
import { judgeAll, readAction, readRule, verdictOf } from './index.ts';

const verdict = (action: string, rule: { readonly title: string; readonly content: string }) =>
  verdictOf(
    judgeAll(readAction(action), [
      { rule: readRule(rule), triggers: [], isBinding: true, isTrusted: true, likeness: 0 },
    ]),
  );

describe('a rule in English', () => {
  it.each([
    ['Run `pnpm test` before each commit. Never use npm here.', 'npm install lodash', 'stop'],
    ['Never run npm install in this repo, use pnpm install.', 'npm install', 'stop'],
    ['Never run npm install in this repo, use pnpm install.', 'pnpm install', 'proceed'],
    ['Use pnpm, never npm or yarn.', 'yarn add x', 'stop'],
    ['Never call npm, yarn or npx in this repository.', 'npx x', 'stop'],
    ['pytest, python and tox are never started on laptops.', 'pytest', 'caution'],
    ['pip is banned in this project, we use uv.', 'pip install requests', 'stop'],
    ['kubectl delete from laptops is forbidden.', 'kubectl delete pod a', 'caution'],
    ['Don’t use yarn.', 'yarn add x', 'stop'],
    ['Stop using `npx lerna publish`. Releases go through changesets.', 'npx lerna publish', 'stop'],
    ['Under no circumstances run `redis-cli flushall`.', 'redis-cli flushall', 'stop'],
    ['Do not, under any circumstances, run terraform destroy.', 'terraform destroy', 'stop'],
    ['Never skip hooks (--no-verify).', 'git commit --no-verify -m x', 'stop'],
    ['Claude must never run git stash.', 'git stash', 'stop'],
    ['Do not push straight to the main branch.', 'git push origin HEAD:main', 'stop'],
    ['Do not push straight to the main branch.', 'git push -u origin fix/main-menu', 'proceed'],
    ['Never force-push to main.', 'git push -f origin fix', 'proceed'],
    ['Nobody pushes to `upstream`.', 'git push upstream fix', 'caution'],
  ])('forbids what is said without code marks: %s %s is %s', (content, action, expected) => {
    expect(verdict(action, { title: 'A rule', content })).toBe(expected);
  });

  it.each([
    ['Never store secrets in git.', 'git commit -m x', 'proceed'],
    ['git is not the place for binaries.', 'git add x.png', 'proceed'],
    ['Never make changes by hand; run make docs.', 'make changes', 'proceed'],
    ['You do not need docker to run the tests.', 'docker run x', 'proceed'],
    ['There is no need to run `npm install` first.', 'npm install', 'proceed'],
    ["Don't forget to run `pnpm test`.", 'pnpm test', 'proceed'],
    ['Never skip `pnpm test`.', 'pnpm test', 'proceed'],
    ['Never push before `npm test` passes.', 'npm test', 'proceed'],
    ['We never had trouble with npm install.', 'npm install', 'caution'],
    ['Previously `npm ci` was forbidden; since March it is fine.', 'npm ci', 'caution'],
    ['Not running `npm audit` would be a mistake.', 'npm audit', 'caution'],
    ["We don't use docker for local development.", 'docker compose up', 'caution'],
    ['The API must not call aws directly.', 'aws s3 rm x', 'caution'],
    ['Never store secrets with git commit.', 'git commit -m x', 'caution'],
  ])('stops nothing that it only mentions: %s %s is %s', (content, action, expected) => {
    expect(verdict(action, { title: 'A rule', content })).toBe(expected);
  });

  it.each([
    ['Production is frozen until 7 January.', 'kubectl apply -f web.yaml --context production', 'caution'],
    ['Production is frozen until 7 January.', 'kubectl apply -f web.yaml --context staging', 'proceed'],
    ['We merge nothing to main this week; main is frozen.', 'git push origin main', 'caution'],
    ['The freeze of production is over.', './deploy.sh production', 'proceed'],
    ['Get approval before kubectl delete.', 'kubectl delete pod x', 'caution'],
    ['Get your token from the vault before docker login.', 'docker login', 'proceed'],
  ])('is careful about freezes and steps: %s %s is %s', (content, action, expected) => {
    expect(verdict(action, { title: 'A rule', content })).toBe(expected);
  });

  it('takes from a text, not from its beginning in a title, on what conditions it holds', () => {
    const content = 'Never run `terraform destroy` from a laptop against production, only in the pipeline.';

    expect(readEnglish({ title: content.slice(0, 40), content }).norms).toHaveLength(1);
  });

  it('means the branches that its text names where its title names none', () => {
    const rule = { title: 'No force pushes', content: "Don't force push to `main` or `release/*`." };

    expect(verdict('git push -f origin release/2', rule)).toBe('stop');
    expect(verdict('git push -f fork skip-scan', rule)).toBe('proceed');
  });

  it('is not lost by a narrower rule of the same command below its title', () => {
    const rule = { title: 'Never use `rm -rf`', content: 'Never run `rm -rf /srv`.' };

    expect(verdict('rm -rf x', rule)).toBe('stop');
  });

  it('is read whatever signs it has', () => {
    expect(readEnglish({ title: '\u00011\u0001', content: 'Never \u00017\u0001 run `yy`.' }).norms[0]?.names).toEqual([
      'yy',
    ]);
  });

  it.each(['a,', 'npm, ', 'npm or ', 'push to main or ', '`x`, ', ', ever', 'the '])(
    'is read in a moment where it repeats %j',
    (part) => {
      const content = `Never ${part.repeat(580 / part.length)}\n`.repeat(17);

      expect(readEnglish({ title: content, content }).norms.length).toBeLessThan(40);
    },
  );
});
