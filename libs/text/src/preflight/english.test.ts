import { describe, expect, it } from '@jest/globals';
import { readEnglish } from './english.ts';
import { judgeAll, readAction, readRule, verdictOf } from './index.ts';

const verdict = (action: string, content: string) =>
  verdictOf(
    judgeAll(readAction(action), [
      {
        ...{ rule: readRule({ title: 'A rule', content }), triggers: [], likeness: 0 },
        ...{ isBinding: true, isTrusted: true },
      },
    ]),
  );

describe('a rule in English', () => {
  it.each([
    ['Run `pnpm test` before each commit. Never use npm here.', 'npm install lodash', 'stop'],
    ['Run `pnpm test` before each commit. Never use npm here.', 'pnpm test', 'proceed'],
    ['Never run npm install in this repo, use pnpm install.', 'npm install', 'stop'],
    ['Never run npm install in this repo, use pnpm install.', 'pnpm install', 'proceed'],
    ['Use pnpm, not npm or yarn.', 'yarn add x', 'stop'],
    ['Never run git stash, git reset, or git clean.', 'git clean -fd', 'stop'],
    ['Never run git stash, git reset, or git clean.', 'git status', 'proceed'],
    ['Don’t use pip.', 'pip install x', 'stop'],
    ['Under no circumstances run `redis-cli flushall`.', 'redis-cli flushall', 'stop'],
    ['Do not, under any circumstances, run terraform destroy.', 'terraform destroy', 'stop'],
  ])('is read whole where it is nothing but an order: %s %s is %s', (content, action, expected) => {
    expect(verdict(action, content)).toBe(expected);
  });

  it.each([
    ['Never store secrets in git.', 'git commit -m x'],
    ['You do not need docker to run the tests.', 'docker run x'],
    ['Never use npm to judge other tools.', 'npm install'],
    ['"Never use npm" is a joke.', 'npm install'],
    ["Don't just run pytest, read its output.", 'pytest'],
    ['We will stop using npm in 2027.', 'npm install'],
    ['Never use npm if you have pnpm?', 'npm install'],
  ])('stops nothing that it only mentions: %s %s', (content, action) => {
    expect(verdict(action, content)).not.toBe('stop');
  });

  it('is read whatever signs it has', () => {
    const [norm] = readEnglish({ title: '\u00011\u0001', content: 'Never \u00017\u0001 run `yy`.' }).norms;

    expect(norm?.names).toEqual(['yy']);
  });

  it.each(['a,', 'npm, ', 'npm or ', 'npm npm, ', ', ever, ', 'the '])('ends where it repeats %j', (part) => {
    const content = `Never use ${part.repeat(580 / part.length)}\n`.repeat(17);

    expect(readEnglish({ title: content, content }).norms.length).toBeLessThan(40);
  });
});
