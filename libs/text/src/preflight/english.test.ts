import { describe, expect, it } from '@jest/globals';
import { readEnglish } from './english.ts';
import { judgeAll, readAction, readRule, verdictOf } from './index.ts';

const verdict = (action: string, content: string, title = 'A rule') =>
  verdictOf(
    judgeAll(readAction(action), [
      {
        ...{ rule: readRule({ title, content }), triggers: [], likeness: 0 },
        ...{ isBinding: true, isTrusted: true },
      },
    ]),
  );

describe('a rule in English', () => {
  it.each(["don't", 'don\u2019t'])('forbids with %j, in its title, too', (word) => {
    expect(verdict('npm install lodash', `${word} run \`npm install\`.`)).toBe('stop');
    expect(verdict('npm install lodash', 'See above.', `${word} run \`npm install\``)).toBe('stop');
  });

  it('is read whatever signs it has', () => {
    const [norm] = readEnglish({ title: '\u00011\u0001', content: 'Never \u00017\u0001 run `yy`.' }).norms;

    expect(norm?.names).toEqual(['yy']);
  });

  it.each([
    ["Don't run `npm install`, please, use `pnpm install`.", 'pnpm install'],
    ['Never run `git stash`, ever, use `git worktree add`.', 'git worktree add x'],
    ['Never use docker, use docker compose.', 'docker compose up'],
    ['Use npm ci, not npm.', 'npm ci'],
  ])('does not stop what it recommends: %s %s', (content, action) => {
    expect(verdict(action, content)).toBe('proceed');
  });

  it.each(['a,', 'npm, ', 'npm or ', 'npm npm, ', ', ever, ', 'the '])('ends where it repeats %j', (part) => {
    const content = `Never use ${part.repeat(580 / part.length)}\n`.repeat(17);

    expect(readEnglish({ title: content, content }).norms.length).toBeLessThan(40);
  });
});
