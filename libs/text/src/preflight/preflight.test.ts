import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { judgeAll, judgeInTurns, matchesTrigger, readAction, readRule, verdictOf, type Ruling } from './index.ts';

const ruling = (title: string, content: string, more: Partial<Ruling> = {}): Ruling => ({
  rule: readRule({ title, content }),
  triggers: [],
  isBinding: true,
  isTrusted: true,
  likeness: 0,
  ...more,
});

const verdict = (action: string, ...rulings: Ruling[]) => verdictOf(judgeAll(readAction(action), rulings));

const noTerraform = ruling(
  'Never run terraform apply by hand',
  'Do not run `terraform apply` or `terraform destroy`. Use `make deploy ENV=<name>` instead.',
  { triggers: ['terraform apply*'] },
);

describe('reading an action', () => {
  it.each([
    ['terraform apply -auto-approve', 'shell'],
    ['UPDATE users SET name = NULL;', 'sql'],
    ['DELETE /v1/users/17', 'http'],
    ['edit src/app.ts: return 1', 'edit'],
    ['Move the whole team to another region.', 'sentence'],
  ])('reads %s as %s', (text, kind) => {
    expect(readAction(text).kind).toBe(kind);
  });

  it.each([
    'echo $(`rm -rf data`)',
    'echo "$(echo `rm -rf data`)"',
    'echo `echo \\`rm -rf data\\``',
    'cat <<E\n$(rm -rf data)\nE',
    'bash <<E\nrm -rf data\nE',
    'sh <<< "rm -rf data"',
    'eval "rm -rf data"',
    'eval rm -rf data',
    'trap "rm -rf data" EXIT',
    'su postgres -c "rm -rf data"',
    'watch -n 5 "rm -rf data"',
    'find . -name a -exec rm -rf data ;',
    'find . -exec sh -c "rm -rf data" \\;',
  ])('finds the command inside of %s', (script) => {
    expect(readAction(script).deeds.map(({ words }) => words.join(' '))).toContain('rm -rf data');
  });

  it.each([
    ['cd $(', ')'],
    ['cd "$(', ')"'],
  ])('finds the command inside of 1,000 times %s', (open, close) => {
    const { deeds } = readAction(`${open.repeat(1000)}\`rm -rf data\`${close.repeat(1000)}`);

    expect(deeds.map(({ words }) => words.join(' '))).toContain('rm -rf data');
  });

  it.each([
    'ls -la',
    'git log --oneline -3',
    'grep -rn "rm -rf" docs',
    'SELECT 1',
    'GET /v1/users',
    'kubectl get pods',
  ])('knows that %s changes nothing', (text) => {
    expect(readAction(text).onlyLooks).toBe(true);
  });

  it.each(['rm -rf build', 'git push', 'echo x > a.txt', 'DELETE FROM users', 'find . -name x -delete'])(
    'knows that %s acts',
    (text) => {
      expect(readAction(text).onlyLooks).toBe(false);
    },
  );

  it('never fails, whatever it gets', () => {
    for (const text of ['', '"', "'", '`$(', '<<EOF', '\u0000', 'a'.repeat(10_000), '((((', 'if then'])
      expect(() => readAction(text)).not.toThrow();
  });
});

describe('a trigger', () => {
  it.each([
    ['npm install*', 'npm install left-pad', true],
    ['npm install*', 'pnpm install', false],
    ['rm *', 'rm', true],
    ['drop table*', 'DROP  TABLE users', true],
    ['*', 'anything', false],
    ['a*b*c', 'a 1 b 2 c', true],
    ['a*b*c', 'a 1 c 2 b', false],
    ['*.internal.example.com*', 'ls -la', false],
    ['*.internal.example.com*', 'curl https://db.internal.example.com/x', true],
    ['**rm**', 'sudo rm x', true],
    ['*prod', 'deploy production to prod', true],
    ['*prod', 'deploy production', false],
    ['git push *', 'git push', true],
    ['* *', 'anything at all', false],
  ])('%s on %s: %s', (trigger, text, matches) => {
    expect(matchesTrigger(trigger, text)).toBe(matches);
  });

  it('matches as the regular expression of its pieces does, wherever its stars are', () => {
    const bits = fc.array(fc.constantFrom('a', 'b', ' ', '-', '*', '.', '**'), { maxLength: 12 });
    fc.assert(
      fc.property(bits, fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', '.'), maxLength: 20 }), (glob, text) => {
        const trigger = glob.join('').trim();
        fc.pre(/[^* ]/.test(trigger));

        expect(matchesTrigger(trigger, text)).toBe(byExpression(trigger).test(`${text.replace(/ +/g, ' ')} `));
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Separate statement of the same rule, for short texts. */
function byExpression(trigger: string): RegExp {
  const pieces = trigger.replace(/ +/g, ' ').split(/\*+/);
  const begins = /^\w/.test(trigger) ? '(?<![\\w-])' : '';
  const ends = /\w$/.test(trigger) ? '(?!\\w)' : '';
  return new RegExp(`${begins}${pieces.map((piece) => piece.replace(/[.-]/g, '\\$&')).join('[^]*')}${ends}`);
}

describe('a verdict', () => {
  it.each([
    'terraform apply',
    'sudo terraform apply -auto-approve',
    'AWS_PROFILE=prod terraform apply',
    'cd infra && terraform apply',
    "bash -c 'terraform apply'",
    "ssh host 'cd infra; terraform destroy'",
    'terraform -chdir=infra destroy',
    'terraform plan | tee plan.txt; terraform apply',
  ])('stops %s', (action) => {
    expect(verdict(action, noTerraform)).toBe('stop');
  });

  it.each([
    'terraform plan',
    'grep -rn "terraform apply" docs',
    'git commit -m "say why terraform apply is not run by hand"',
    'echo "never terraform apply" >> NOTES.md',
    'terraform apply --help',
    'make deploy ENV=staging',
    'ls infra  # before terraform apply',
  ])('lets %s proceed', (action) => {
    expect(verdict(action, noTerraform)).toBe('proceed');
  });

  it('stops for nobody whose word is not trusted, and for no lesson', () => {
    expect(verdict('terraform apply', { ...noTerraform, isTrusted: false })).toBe('caution');
    expect(verdict('terraform apply', { ...noTerraform, isBinding: false })).toBe('caution');
  });

  it('is a caution at most where only the meaning is near', () => {
    const near = ruling('Never touch production', 'Never touch production without a ticket.', { likeness: 1 });

    expect(verdict('helm upgrade shop ./chart', near)).toBe('caution');
    expect(verdict('helm list', near)).toBe('proceed');
  });

  it('is a caution where a step is due first', () => {
    const due = ruling('Ask before migrations', 'Always ask for review before running a migration.', {
      triggers: ['rails db:migrate*'],
    });

    expect(verdict('rails db:migrate', due)).toBe('caution');
  });

  it('names what the rule allows instead', () => {
    const [first] = judgeAll(readAction('terraform apply'), [noTerraform]);

    expect(first?.judgement.instead).toBe('Use `make deploy ENV=<name>` instead.');
  });

  it('lets others have their turn between pages of rulings, and judges the same', async () => {
    const rulings = [
      ...Array.from({ length: 130 }, (_, at) => ruling(`Rule ${at}`, `Do not use tool${at}.`)),
      noTerraform,
    ];
    const action = readAction('terraform apply');
    let turns = 0;

    const judged = await judgeInTurns(action, rulings, () => Promise.resolve((turns += 1)));

    expect(judged).toEqual(judgeAll(action, rulings));
    expect(turns).toBe(2);
  });

  it('tells a setting from its contrary', () => {
    const rule = ruling('TLS stays on', 'Every client must set verify=True.');

    expect(verdict('edit app/http.py: get(url, verify=False)', rule)).toBe('stop');
    expect(verdict('edit app/http.py: get(url, verify=True)', rule)).toBe('proceed');
  });
});
