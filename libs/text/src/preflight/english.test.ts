import { describe, expect, it } from '@jest/globals';
import { judgeAll, readAction, readRule, verdictOf, type Ruling } from './index.ts';

const ruling = (title: string, content: string, more: Partial<Ruling> = {}): Ruling => ({
  rule: readRule({ title, content }),
  triggers: [],
  isBinding: true,
  isTrusted: true,
  likeness: 0,
  ...more,
});

const verdict = (action: string, ...rulings: Ruling[]) => verdictOf(judgeAll(readAction(action), rulings));

describe('a rule in English', () => {
  it.each([
    ['Nobody edits files in `vendor/`.', 'rm vendor/a.go', 'stop'],
    ['Never run `wp plugin install` on the live site.', 'wp plugin install x', 'caution'],
    ['Never run `wp plugin install` on the live site.', 'wp plugin install x --path=live/site', 'stop'],
    ['Never run load tests against production.', 'k6 run load.js', 'proceed'],
    ['`gen/` comes out of `make gen`. Never edit it by hand.', 'edit gen/a.ts: x', 'stop'],
    ['`gen/` comes out of `make gen`. Never edit it by hand.', 'make gen', 'proceed'],
    ['Code in `a/b` does not import `c/d`.', 'edit c/d/e.ts: import x from a', 'caution'],
    ['Never run `npm install`, except `npm install --dev`.', 'npm install --dev', 'proceed'],
    ['Do not run `helm upgrade` on Fridays.', 'helm upgrade a', 'caution'],
    ['`alarmctl mute` must not be used for longer than 30 minutes.', 'alarmctl mute F3', 'caution'],
    ['`terraform apply` runs in the pipeline only.', 'terraform apply', 'caution'],
    ['Use `make docs` instead of `sphinx-build`.', 'sphinx-build docs out', 'caution'],
    ['rsync with --delete is forbidden.', 'rsync -a x y', 'proceed'],
    ['Never commit `.env`. `.env.example` is fine.', 'git add .env.example', 'proceed'],
    ['Never run `git push --force`.', 'git push', 'proceed'],
    ['pnpm only.', 'pnpm install', 'proceed'],
    ["     /* BAD -- don't do this! */", 'rm vendor/a.go', 'proceed'],
    ['Do not hand-edit `gen/a.ts`.', 'edit gen/a.ts: x', 'stop'],
    ['Run `pnpm test` before each commit. Never use npm here.', 'npm install lodash', 'stop'],
    ['Run `pnpm test` before each commit. Never use npm here.', 'pnpm test', 'proceed'],
    ['Use pnpm, never npm or yarn.', 'yarn add x', 'stop'],
    ['Use pnpm, never npm or yarn.', 'pnpm add x', 'proceed'],
    ['We use pnpm, not npm.', 'npm ci', 'stop'],
    ['npm is not used here.', 'npm ci', 'stop'],
    ['Do not use pip directly. Use uv.', 'uv pip install x', 'proceed'],
    ['Ask before `git push --force`; never to main.', 'git push --force origin main', 'stop'],
    ['Ask before `git push --force`; never to main.', 'git push --force origin fix/tour', 'caution'],
    ['Ask before `git push --force`; never to main.', 'git push origin main', 'proceed'],
    ['Before `flyway migrate`, ask Chen.', 'flyway migrate', 'caution'],
    ['Never force-push to main.', 'git push -f origin main', 'stop'],
    ['Never force-push to main.', 'git push --force-with-lease upstream main', 'stop'],
    ['Never force-push to main.', 'git push -f origin fix', 'proceed'],
    ['Do not push straight to the main branch.', 'git push origin HEAD:main', 'stop'],
    ['Do not push straight to the main branch.', 'git push -u origin fix/main-menu', 'proceed'],
    ['Never store secrets in git.', 'git commit -m x', 'proceed'],
    ['git is not the place for binaries.', 'git add x.png', 'proceed'],
    ['Do not trust the output of terraform plan.', 'terraform plan -out x', 'proceed'],
    ['You do not need docker to run the tests.', 'docker run x', 'proceed'],
    ['There is no need to run `npm install` first.', 'npm install', 'proceed'],
    ["Don't forget to run `pnpm test`.", 'pnpm test', 'proceed'],
    ['Never skip `pnpm test`.', 'pnpm test', 'proceed'],
    ['Never push before `npm test` passes.', 'npm test', 'proceed'],
    ["We don't use docker for local development.", 'docker compose up', 'caution'],
    ['The API must not call aws directly.', 'aws s3 rm x', 'caution'],
    ['Never make changes by hand; run make docs.', 'make changes', 'proceed'],
  ])('%s on %s: %s', (content, action, expected) => {
    expect(verdict(action, ruling('A rule', content))).toBe(expected);
  });

  it('means what its text says more exactly than its title', () => {
    const rule = ruling('No force pushes', "Don't force push to `main` or `release/*`.");

    expect(verdict('git push -f origin release/2', rule)).toBe('stop');
    expect(verdict('git push -f fork skip-scan', rule)).toBe('proceed');
  });

  it('names no duty as the alternative, and none to what is only near in meaning', () => {
    const duty = ruling('Tests', 'Never use npm here. Run `pnpm test` before each commit.');
    const near = ruling('Tests', 'Tests run on each commit. Use `pnpm test` for them.', { likeness: 0.9 });

    expect(judgeAll(readAction('npm ci'), [duty])[0]?.judgement).not.toHaveProperty('instead');
    expect(judgeAll(readAction('rm -rf dist'), [near])[0]?.judgement).not.toHaveProperty('instead');
  });

  it('gives way to the norms that are given', () => {
    const forbids = [{ names: ['git push --force'] }];
    const rule = { ...ruling('A rule', ''), rule: readRule({ title: '', content: 'Never run `git push`.', forbids }) };

    expect(verdict('git push', rule)).toBe('proceed');
  });
});
