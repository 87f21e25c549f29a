import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  judgeAll,
  judgeInBatches,
  matchesTrigger,
  readAction,
  readRule,
  verdictOf,
  type GivenNorm,
  type Ruling,
  type RuleText,
} from './index.ts';

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
    ['Remove-Item C:\\logs -Recurse', 'shell'],
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
    expect(readAction(script).acts.map(({ words }) => words.slice(0, 3).join(' '))).toContain('rm -rf data');
  });

  it.each([
    ['cd $(', ')'],
    ['cd "$(', ')"'],
  ])('finds the command inside of 1,000 times %s', (open, close) => {
    const { acts } = readAction(`${open.repeat(1000)}\`rm -rf data\`${close.repeat(1000)}`);

    expect(acts.map(({ words }) => words.join(' '))).toContain('rm -rf data');
  });

  it.each([
    'ls -la',
    'git log --oneline -3',
    'git branch',
    'grep -rn "rm -rf" docs',
    'SELECT 1',
    'GET /v1/users',
    'kubectl get pods',
    'terraform state list',
    'gh pr view 12',
    'aws ec2 describe-instances',
    'Get-ChildItem C:\\logs',
    'crontab -l',
    "sed 's/a/b/' f",
    'curl -s https://example.com/v1/users',
    'rsync -n a b',
    'kubectl delete pod a --dry-run=client',
  ])('knows that %s changes nothing', (text) => {
    expect(readAction(text).isHarmless).toBe(true);
  });

  it.each([
    'rm -rf build',
    'git push',
    'echo x > a.csv',
    'DELETE FROM users',
    'find . -name x -delete',
    'docker rm show',
    'git checkout log',
    'helm uninstall status',
    'terraform destroy plan',
    'npm run show',
    "sed -i 's/a/b/' f",
    'git branch -D old',
    'curl -X DELETE https://example.com/v1/users/1',
    'WITH a AS (SELECT 1) DELETE FROM users',
  ])('knows that %s acts', (text) => {
    expect(readAction(text).isHarmless).toBe(false);
  });

  it.each([
    'sudo -u root rm -rf /srv/x',
    'cd /srv && rm -rf /srv/x',
    "bash -c 'rm -rf /srv/x'",
    'echo "rm -rf /srv/x" | sh',
    "bash <<'EOF'\nrm -rf /srv/x\nEOF",
    'eval "rm -rf /srv/x"',
    'find /srv/x -type f -exec rm -rf {} +',
    'find /srv/x | xargs -n 1 rm -rf',
    "ssh -p 22 host 'cd /; rm -rf /srv/x'",
    'docker exec -it -u root box rm -rf /srv/x',
    'kubectl exec -n prod pod-1 -- rm -rf /srv/x',
    "watch -n 5 'rm -rf /srv/x'",
    'flock -n /tmp/lock rm -rf /srv/x',
    'flock /tmp/lock -c "rm -rf /srv/x"',
    'env A=b nice -n 10 timeout 5s rm -rf /srv/x',
    'time rm -rf /srv/x',
    "pwsh -Command 'rm -rf /srv/x'",
    'echo $(rm -rf /srv/x)',
    'for f in *; do rm -rf /srv/x; done',
    "docker exec box sh -c 'sudo rm -rf /srv/x'",
  ])('finds the command that %s runs', (text) => {
    expect(readAction(text).acts).toContainEqual(
      expect.objectContaining({ program: 'rm', effect: 'changes', targets: [{ text: '/srv/x', isChanged: true }] }),
    );
  });

  it.each(['psql -h db -c "DELETE FROM users"', 'psql db <<< "DELETE FROM users"', 'mysql -e "DELETE FROM users" db'])(
    'finds the statement that %s runs',
    (text) => {
      expect(readAction(text).acts).toContainEqual(expect.objectContaining({ kind: 'sql', program: 'delete' }));
    },
  );

  it('tells where an act is done', () => {
    const { acts } = readAction('cd infra && ssh prod-db "DB=live psql -d ops -c \'DROP TABLE a\'"');

    expect(acts.find(({ kind }) => kind === 'sql')).toMatchObject({
      context: expect.arrayContaining(['infra', 'prod-db', 'ops', 'DB=live']),
      environments: ['production'],
    });
  });

  it('tells what a file is given, however it is written', () => {
    for (const action of [
      'edit a/b.yaml: image: x',
      'echo "image: x" > a/b.yaml',
      'cat > a/b.yaml <<EOF\nimage: x\nEOF',
    ])
      expect(readAction(action).acts).toContainEqual(
        expect.objectContaining({
          kind: 'edit',
          content: expect.stringContaining('image: x'),
          targets: [{ text: 'a/b.yaml', isChanged: true }],
        }),
      );
  });

  it('never fails, whatever it gets', () => {
    for (const text of [
      '',
      '"',
      "'",
      '`$(',
      '<<EOF',
      '\u0000',
      'a'.repeat(10_000),
      '((((',
      'if then',
      'sudo',
      'ssh',
      '| |',
    ])
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

  it('stops for nobody whose word is not trusted, and by no English of a lesson', () => {
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

    const judged = await judgeInBatches(action, rulings, () => Promise.resolve((turns += 1)));

    expect(judged).toEqual(judgeAll(action, rulings));
    expect(turns).toBe(2);
  });
});

const given = (forbids: readonly GivenNorm[], more: Partial<RuleText> = {}): Ruling =>
  ruling('A rule', 'Its text says nothing.', {
    rule: readRule({ title: 'A rule', content: 'None.', forbids, ...more }),
  });

describe('a given norm', () => {
  it.each<[string, GivenNorm, string, 'stop' | 'caution' | 'proceed']>([
    ['all words of a name', { names: ['git push --force'] }, 'git push origin x --force', 'stop'],
    ['all words of a name', { names: ['git push --force'] }, 'git push origin x', 'proceed'],
    ['the short form of an option', { names: ['git push --force'] }, 'git push -f origin x', 'stop'],
    ['no other option of that letter', { names: ['kubectl delete --force'] }, 'kubectl delete -f a.yaml', 'proceed'],
    ['no other subcommand', { names: ['git push'] }, 'git stash push', 'proceed'],
    ['options between', { names: ['terraform apply'] }, 'terraform -chdir=infra apply', 'stop'],
    ['a refspec', { names: ['git push origin main'] }, 'git push origin HEAD:main', 'stop'],
    ['no name within another', { names: ['npm install'] }, 'pnpm install', 'proceed'],
    ['a quoted name', { names: ['terraform apply'] }, 'git commit -m "why not terraform apply"', 'proceed'],
    [
      'a name in a text for people',
      { names: ['terraform apply'] },
      'Tell them why nobody runs terraform apply.',
      'proceed',
    ],
    ['a name in a sentence', { names: ['terraform apply'] }, 'Run terraform apply for the team.', 'stop'],
    ['a searched name', { names: ['terraform apply'] }, 'grep -rn "terraform apply" docs', 'proceed'],
    ['a printed name', { names: ['terraform apply'] }, 'echo "terraform apply" >> NOTES.md', 'proceed'],
    ['a dry run', { names: ['kubectl delete'] }, 'kubectl delete pod a --dry-run=client', 'proceed'],
    ['a path that is changed', { names: ['gen/**'], verbs: ['edit'] }, 'sed -i s/a/b/ gen/a.ts', 'stop'],
    ['a path that is removed', { names: ['vendor/'], verbs: ['change'] }, 'rm vendor/a.go', 'stop'],
    ['a path that is copied from', { names: ['vendor/'], verbs: ['change'] }, 'cp vendor/a.go src/', 'proceed'],
    ['a path that is read', { names: ['gen/**'], verbs: ['edit'] }, 'cat gen/a.ts', 'proceed'],
    ['a path that must not be read', { names: ['.env'], verbs: ['read', 'edit'] }, 'cat app/.env', 'stop'],
    ['another path', { names: ['gen/**'], verbs: ['edit'] }, 'edit src/gen.ts: x', 'proceed'],
    ['a statement', { names: ['DELETE FROM saves'] }, 'psql -c "delete from public.saves where id = 1"', 'stop'],
    ['another statement', { names: ['DELETE FROM saves'] }, 'psql -c "select * from saves"', 'proceed'],
    ['a missing clause', { names: ['DELETE'], without: ['WHERE'] }, 'DELETE FROM a', 'stop'],
    ['the clause', { names: ['DELETE'], without: ['WHERE'] }, 'DELETE FROM a WHERE id = 1', 'proceed'],
    ['a call', { names: ['DELETE /admin'] }, 'curl -X DELETE https://x.example/admin/users/1', 'stop'],
    ['code', { names: ['time.sleep('] }, 'edit tests/a.py: time.sleep(1)', 'stop'],
    ['words', { words: ['customer data'], verbs: ['send'] }, 'Send the customer data to the agency.', 'stop'],
    ['other words', { words: ['customer data'], verbs: ['send'] }, 'Send the weather data to the agency.', 'proceed'],
    ['the place', { names: ['wp plugin install'], within: ['www-live'] }, 'ssh www-live wp plugin install x', 'stop'],
    [
      'another place',
      { names: ['wp plugin install'], within: ['www-live'] },
      'ssh www-test wp plugin install x',
      'proceed',
    ],
    ['no place', { names: ['wp plugin install'], within: ['www-live'] }, 'wp plugin install x', 'caution'],
    ['the folder', { names: ['npm install'], within: ['editor'] }, 'cd ~/src/editor && npm install', 'stop'],
    ['the environment', { names: ['helm upgrade'], environments: ['production'] }, 'helm upgrade a -n prod', 'stop'],
    [
      'another environment',
      { names: ['helm upgrade'], environments: ['production'] },
      'helm upgrade a -n staging',
      'proceed',
    ],
    ['no environment', { names: ['helm upgrade'], environments: ['production'] }, 'helm upgrade a', 'caution'],
    ['a larger number', { names: ['mute'], number: { above: 30 } }, 'alarmctl mute F3 --for 31', 'stop'],
    ['a smaller number', { names: ['alarmctl mute'], number: { above: 30 } }, 'alarmctl mute F3 --for 15', 'proceed'],
    [
      'an exception',
      { names: ['notify send'], except: ['test-crew'] },
      'notify send --segment test-crew hi',
      'proceed',
    ],
    ['a due step', { names: ['rails db:migrate'], strength: 'step' }, 'rails db:migrate', 'caution'],
    ['advice', { names: ['git merge'], strength: 'advice' }, 'git merge x', 'caution'],
    ['a time of day', { names: ['reindex'], except: ['between 22:00 and 05:00'] }, 'reindex --full # 11:20', 'stop'],
    ['another time of day', { names: ['reindex'], except: ['between 22:00 and 05:00'] }, 'reindex # 23:10', 'proceed'],
    ['no time of day', { names: ['reindex'], except: ['between 22:00 and 05:00'] }, 'reindex', 'caution'],
    ['a ticket', { names: ['git commit'], without: ['a ticket number'] }, 'git commit -m "FARE-1 raise"', 'proceed'],
    ['a number of a path', { names: ['POST /pay/*'], number: { above: 500 } }, 'POST /pay/9922 {"sum": 12}', 'proceed'],
    ['a number of a body', { names: ['POST /pay/*'], number: { above: 500 } }, 'POST /pay/17 {"sum": 1840}', 'stop'],
    ['a sign that is missing', { names: ['reqs.txt'], without: ['=='] }, 'edit reqs.txt: numpy', 'stop'],
    ['a sign that is there', { names: ['reqs.txt'], without: ['=='] }, 'edit reqs.txt: numpy==1.2', 'proceed'],
    ['a tag', { names: ['image:'], without: [':*'] }, 'edit a.yaml: image: web:4.1', 'proceed'],
    ['no tag', { names: ['image:'], without: [':*'] }, 'edit a.yaml: image: web', 'stop'],
    ['a star alone, of an act that says nothing', { names: ['reboot'], within: ['*'] }, 'reboot', 'caution'],
    ['a star before a sign, of an act without words', { names: ['=='], without: ['*='] }, '== ==', 'stop'],
    ['a comment that says when', { names: ['./ship'], within: ['Friday'] }, './ship a  # Friday, 16:40', 'stop'],
    ['a sign that is a comparison', { names: ['<='], within: ['a.txt'] }, 'pip install -r a.txt', 'proceed'],
    ['a key with a prefix', { names: ['TOKEN='], within: ['tests/'] }, 'edit tests/a.env: MAP_TOKEN=x1', 'stop'],
    ['a place in code', { names: ['log('], within: ['user.name'] }, 'edit a.ts: log(user.name)', 'stop'],
    ['a file that is not touched', { names: [':latest'], within: ['k/*.yaml'] }, 'docker run web:latest', 'proceed'],
    [
      'one of two words for a place',
      { names: ['mvn -DskipTests'], within: ['test', 'ci'] },
      'mvn -DskipTests test',
      'stop',
    ],
    [
      'a reference that is named',
      { names: ['git push origin main'], within: ['shop'] },
      'git push origin main',
      'caution',
    ],
    ['a longer name of a branch', { words: ['main'], verbs: ['push'] }, 'git push origin fix/main-menu', 'caution'],
    ['a word with a number', { words: ['bf-01'], verbs: ['restart'] }, 'Restart bf-01 now.', 'stop'],
    ['another number', { words: ['bf-01'], verbs: ['restart'] }, 'Restart bf-02 now.', 'proceed'],
    ['all of them', { words: ['all turbines'], verbs: ['run on'] }, 'Run the check on all turbines.', 'stop'],
    ['one of them', { words: ['all turbines'], verbs: ['run on'] }, 'Run the check on turbine 4.', 'proceed'],
    ['a file that is staged', { names: ['gen/**'], verbs: ['edit'] }, 'git add gen/a.ts', 'proceed'],
    ['a file that is committed', { names: ['.env'], verbs: ['commit'] }, 'git add .env', 'stop'],
    [
      'a look at a group',
      { words: ['web portal'], verbs: ['restart'] },
      'kubectl rollout status deploy/web-portal',
      'proceed',
    ],
    ['folders below an exception', { names: ['rm -rf'], except: ['/vol/*/*'] }, 'rm -rf /vol', 'stop'],
    ['a folder below it', { names: ['rm -rf'], except: ['/vol/*/*'] }, 'rm -rf /vol/a/b', 'proceed'],
    [
      'an exception that begins a word',
      { names: ['cdn purge'], except: ['cdn purge --url https://'] },
      'cdn purge --url https://a.b/c',
      'proceed',
    ],
    [
      'its own thing in an exception',
      { names: ['redis-cli FLUSHALL'], except: ['local redis'] },
      'redis-cli -h live FLUSHALL',
      'stop',
    ],
    [
      'the dry run before',
      { names: ['tt-import'], without: ['--dry-run'] },
      'tt-import --dry-run w.zip && tt-import w.zip',
      'proceed',
    ],
    [
      'a folder of a container',
      { names: ['npm install'], within: ['editor'] },
      'docker run -w /w/editor node npm install',
      'stop',
    ],
    ['a subshell', { names: ['npm ci'], within: ['editor'] }, '(cd editor; npm ci)', 'stop'],
    ['a type in angle brackets', { names: ['<any>'] }, 'git commit -m "x"', 'proceed'],
    ['the same type', { names: ['<any>'] }, 'edit a.ts: const a = f<any>(b)', 'stop'],
    ['a runner of many in a name', { names: ['xargs ssh'] }, 'ssh web-1 uptime', 'proceed'],
    ['that runner', { names: ['xargs ssh'] }, 'cat hosts | xargs ssh', 'stop'],
    ['what it finds', { names: ['find -exec rm'] }, 'rm a.txt', 'proceed'],
    ['a list of a group', { names: ['az keyvault'] }, 'az keyvault secret list --vault-name v', 'proceed'],
    ['a change of a group', { names: ['az keyvault'] }, 'az keyvault secret set --name a', 'stop'],
    ['a user at a host', { names: ['ssh 10.40.*'] }, 'ssh tech@10.40.3.9', 'stop'],
    ['a program with an ending', { names: ['mkfs'] }, 'mkfs.ext4 /dev/sdc1', 'stop'],
    ['a table behind the verb', { names: ['INSERT INTO mart.*'] }, 'INSERT INTO a SELECT * FROM mart.b', 'proceed'],
    [
      'a place in a body',
      { names: ['PATCH /hooks/*'], within: ['x.example'] },
      'PATCH /hooks/1 {"url": "x.example"}',
      'stop',
    ],
    ['a place in a comment', { names: ['docker prune'], within: ['build-*'] }, 'docker prune  # on build-2', 'stop'],
    ['another day', { names: ['./ship'], within: ['Friday'] }, './ship a  # Monday', 'proceed'],
    ['night, at no time', { names: ['./ship'], except: ['at night'] }, './ship a', 'caution'],
    ['a text of code', { names: ['export default'] }, 'edit a.ts: export default function f() {}', 'stop'],
    ['words in documents', { names: ['simply'], within: ['docs/', '*.md'] }, 'edit docs/a.md: Simply run it.', 'stop'],
    [
      'a claimed presence',
      { names: ['plcput'], without: ['pier master'] },
      'plcput p2  # pier master is here',
      'caution',
    ],
    [
      'a claimed exception',
      { names: ['./ship'], except: ['by Revenue Systems'] },
      './ship a  # by Revenue Systems',
      'caution',
    ],
    ['a denied presence', { names: ['plcput'], without: ['pier master'] }, 'plcput p2  # no pier master', 'stop'],
    ['no number', { names: ['git commit'], number: { above: 50 } }, 'git commit -m fix', 'proceed'],
    ['a number in words', { words: ['flights'], number: { above: 2 } }, 'Book flights for the six of us.', 'stop'],
    ['no ticket', { names: ['git commit'], without: ['a ticket number'] }, 'git commit -m "raise"', 'stop'],
    ['a remark in brackets', { names: ['./ship'], within: ['Friday'] }, './ship a (it is Friday, 16:40)', 'stop'],
    ['a subshell in brackets', { names: ['rm -rf a'] }, 'cd b && (rm -rf a)', 'stop'],
    ['a comment in front', { names: ['helm upgrade'], environments: ['production'] }, '# prod\nhelm upgrade a', 'stop'],
    ['a comment in SQL', { names: ['DELETE'], environments: ['production'] }, 'DELETE FROM a; -- prod', 'stop'],
    ['a comment of a call', { names: ['DELETE /a'], environments: ['production'] }, 'DELETE /a # prod', 'stop'],
    ['the short name of a day', { names: ['./ship'], within: ['Friday after 15:00'] }, './ship # Fri 16:40', 'stop'],
    [
      'an earlier hour of that day',
      { names: ['./ship'], within: ['Friday after 15:00'] },
      './ship # Fri 10:00',
      'proceed',
    ],
    ['a day without an hour', { names: ['./ship'], within: ['Friday after 15:00'] }, './ship # Friday', 'caution'],
    ['the date of a day', { names: ['./ship'], within: ['weekend'] }, './ship # 2026-11-28', 'stop'],
    ['an hour in halves', { names: ['./ship'], except: ['after 18h'] }, './ship # 7 pm', 'proceed'],
    ['a duration', { names: ['./ship'], within: ['at 08:00'] }, './ship --for 8h', 'caution'],
    ['a part of the day', { names: ['./ship'], within: ['in the morning'] }, './ship # 07:10', 'stop'],
    ['outside of hours', { names: ['./ship'], except: ['outside 04:00 to 06:00'] }, './ship # 02:10', 'proceed'],
    ['inside of them', { names: ['./ship'], except: ['outside 04:00 to 06:00'] }, './ship # 05:00', 'stop'],
    ['a day of the year', { names: ['reboot'], except: ['after 25 Feb'] }, 'reboot # 12 February', 'stop'],
    ['a later day', { names: ['reboot'], except: ['after 25 Feb'] }, 'reboot # March 3rd', 'proceed'],
    ['days of two years', { names: ['reboot'], within: ['20 Dec – 6 Jan'] }, 'reboot # 2 Jan', 'stop'],
    ['a day before them', { names: ['reboot'], within: ['20 Dec – 6 Jan'] }, 'reboot # 19 Dec', 'proceed'],
    ['a place as the name of a file', { names: ['*.timer'], within: ['wms-01'] }, 'edit b/wms-01.timer: x', 'stop'],
    ['a place with its domain', { names: ['reboot'], within: ['wms-01'] }, 'ssh wms-01.x.example reboot', 'stop'],
    [
      'a published message',
      { names: ['gh issue'], within: ['overflow'] },
      'gh issue create --title "An overflow"',
      'stop',
    ],
    [
      'a message of a commit',
      { names: ['git commit'], within: ['overflow'] },
      'git commit -m "An overflow"',
      'caution',
    ],
    ['its option', { names: ['git commit -m'], within: ['overflow'] }, 'git commit -m "An overflow"', 'stop'],
    ['a path seen from its folder', { names: ['src/a.c'], verbs: ['edit'] }, 'cd src/b && cd .. && vim a.c', 'stop'],
    ['a path in another folder', { names: ['src/a.c'], verbs: ['edit'] }, 'cd lib && vim a.c', 'proceed'],
    ['a branch by its whole name', { names: ['git push origin main'] }, 'git push origin HEAD:refs/heads/main', 'stop'],
    ['a number behind a key', { names: ['POST /pay'], number: { above: 50 } }, 'POST /pay {"sum":-120}', 'stop'],
    ['input of a client', { names: ['FLUSHALL'] }, 'echo FLUSHALL | redis-cli -h a', 'stop'],
    ['input of a group', { names: ['* 4 * * *'] }, "(crontab -l; echo '5 4 * * * ./a') | crontab -", 'stop'],
    ['prose of a here-document', { words: ['customer data'] }, 'tee a.md <<E\nabout customer data\nE', 'proceed'],
    ['a copy of it', { names: ['a/l.dat'], verbs: ['copy to'] }, 'cp a/l.dat b', 'proceed'],
    ['a copy onto it', { names: ['a/l.dat'], verbs: ['copy to'] }, 'cp b a/l.dat', 'stop'],
    ['rights in other signs', { names: ['chmod 777'] }, 'chmod -R a+rwX a', 'stop'],
    ['rights of a group', { names: ['chmod 777'] }, 'chmod -R g+rwX a', 'proceed'],
    ['a program that does the same', { names: ['docker run'] }, 'podman run a', 'stop'],
    ['the remote of a fork', { names: ['git push origin main'] }, 'git push upstream main', 'stop'],
    ['a pattern that has it', { names: ['src/a.c'], verbs: ['edit'] }, 'eslint --fix src/*.c', 'stop'],
    ['a folder that has it', { names: ['src/a.c'], verbs: ['delete'] }, 'rm -r src', 'stop'],
    ['a folder of the same name', { names: ['src/a.c'], verbs: ['delete'] }, 'rm -r lib/src', 'proceed'],
    ['a file of a statement', { names: ['psql'], within: ['f/'] }, `psql -c "\\copy a TO 'f/a.csv'"`, 'stop'],
    [
      'a file that a download writes',
      { names: ['a/l.dat'], verbs: ['change'] },
      'curl -so a/l.dat https://x.example/',
      'stop',
    ],
    [
      'a step that a sentence skips',
      { words: ['Moodle plugin'], without: ['a snapshot'] },
      'Install the Moodle plugin, we skip the snapshot',
      'stop',
    ],
    [
      'a step that a sentence has',
      { words: ['Moodle plugin'], without: ['a snapshot'] },
      'Take a snapshot, then install the Moodle plugin',
      'proceed',
    ],
    ['a statement on another kind', { names: ['DROP TABLE'] }, 'DROP INDEX a', 'proceed'],
    ['a statement without its join', { names: ['TRUNCATE TABLE a'] }, 'TRUNCATE a', 'stop'],
  ])('with %s: %j on %s is %s', (_, norm, action, expected) => {
    expect(verdict(action, given([norm]))).toBe(expected);
  });

  it('binds whatever its category is, if its author is trusted', () => {
    const lesson = { ...given([{ names: ['terraform apply'] }]), isBinding: false };

    expect(verdict('terraform apply', lesson)).toBe('stop');
    expect(verdict('terraform apply', { ...lesson, isTrusted: false })).toBe('caution');
  });

  it('compares numbers in the unit that the rule gives them', () => {
    const muted = given([{ names: ['alarmctl mute'], number: { above: 30 } }], { content: 'At most 30 minutes.' });

    expect(verdict('alarmctl mute F3 --for 8h', muted)).toBe('stop');
    expect(verdict('alarmctl mute F3 --for 90s', muted)).toBe('proceed');
  });

  it('is never held against what the rule recommends, nor against what a recommended runner runs', () => {
    const rule = given([{ names: ['pytest', 'git push --force'] }], {
      instead: ['uv run', 'git push --force-with-lease'],
    });

    expect(verdict('pytest tests', rule)).toBe('stop');
    expect(verdict('uv run pytest tests', rule)).toBe('proceed');
    expect(verdict('git push --force-with-lease origin x', rule)).toBe('proceed');
  });

  it('is held against what the rule recommends on its conditions', () => {
    const rule = given([{ names: ['holdctl pause'], without: ['hours.yaml'] }], {
      instead: ['holdctl pause <branch>'],
    });

    expect(verdict('holdctl pause north', rule)).toBe('stop');
  });

  it('is held against an option or a limit of a program that the rule recommends', () => {
    const rule = given([{ names: ['--percent'], number: { above: 30 } }, { names: ['git push --force'] }], {
      instead: ['voucher', 'git push origin <branch>'],
    });

    expect(verdict('voucher create --percent 45', rule)).toBe('stop');
    expect(verdict('voucher create --percent 20', rule)).toBe('proceed');
    expect(verdict('git push --force origin main', rule)).toBe('stop');
    expect(verdict('git push origin main', rule)).toBe('proceed');
  });

  it('gives way to an alternative on another host only there', () => {
    const rule = given([{ names: ['make'], within: ['bench-01'] }], { instead: ['ssh build-02 make'] });

    expect(verdict('ssh bench-01 make -j16', rule)).toBe('stop');
    expect(verdict('ssh build-02 make -j16', rule)).toBe('proceed');
  });

  it('means no program that its rule tells apart from the one that it names', () => {
    const rule = given([{ names: ['docker run'] }], { content: 'Use podman, never docker.' });

    expect(verdict('docker run a', rule)).toBe('stop');
    expect(verdict('podman run a', rule)).toBe('proceed');
  });

  it('takes a remote that the rule also names for another one', () => {
    const rule = given([{ names: ['git push origin main'] }], { content: 'Push main to upstream, never to origin.' });

    expect(verdict('git push origin main', rule)).toBe('stop');
    expect(verdict('git push upstream main', rule)).toBe('proceed');
  });

  it('is held against an alternative on a condition', () => {
    const rule = given([{ names: ['git push --force'] }], {
      instead: ['git push --force-with-lease origin <own branch>'],
    });

    expect(verdict('git push --force --force-with-lease origin main', rule)).toBe('stop');
  });

  it('is held against less than what the rule recommends with a placeholder', () => {
    const rule = given([{ names: ['rm -rf'], within: ['/vol'] }], { instead: ['rm -r /vol/<project>/<folder>'] });

    expect(verdict('rm -rf /vol/heron', rule)).toBe('stop');
    expect(verdict('rm -rf /vol/heron/tmp', rule)).toBe('proceed');
  });

  it('takes a message of a recommended command for a part of it', () => {
    const rule = given([{ names: ['git commit'] }], { instead: ['git commit -m "FARE-123: ..."'] });

    expect(verdict('git commit -m "FARE-7: raise"', rule)).toBe('proceed');
    expect(verdict('git commit -m "raise"', rule)).toBe('stop');
  });

  it('reads a redirection in a name as writing, so that reading is none', () => {
    const rule = given([{ names: ['cat >', 'echo >>'], within: ['gen/'] }]);

    expect(verdict('echo x >> gen/a.ts', rule)).toBe('stop');
    expect(verdict('cat gen/a.ts', rule)).toBe('proceed');
  });

  it('says which part of it an act leaves open', () => {
    const [first] = judgeAll(readAction('helm upgrade a'), [
      given([{ names: ['helm upgrade'], environments: ['production'] }]),
    ]);

    expect(first?.judgement).toMatchObject({
      why: { by: 'given', matched: 'helm upgrade' },
      findings: [{ act: 'helm upgrade a', parts: { act: 'met', environments: 'open' } }],
    });
  });
});

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
  ])('%s on %s: %s', (content, action, expected) => {
    expect(verdict(action, ruling('A rule', content))).toBe(expected);
  });

  it('gives way to the norms that are given', () => {
    const rule = given([{ names: ['git push --force'] }], { content: 'Never run `git push`.' });

    expect(verdict('git push', rule)).toBe('proceed');
  });
});
