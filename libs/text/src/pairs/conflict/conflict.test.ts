import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { assertionsOf } from './assertion.ts';
import type { Conflict } from './aligned.ts';
import { conflictOf } from './conflict.ts';

const conflict = (one: string, other: string): Conflict | undefined =>
  conflictOf(assertionsOf(one), assertionsOf(other));

const contradicting: readonly (readonly [string, string])[] = [
  ['The API listens on port 8080.', 'api port is 9090'],
  ['We deploy with Node 22.', 'We deploy with Node 24.'],
  ['CI runs on Node 20', 'CI runs on Node 18'],
  ['Indent with tabs.', 'Do not indent with tabs.'],
  ['We indent with tabs.', "We don't indent with tabs."],
  ['Marta loves oat milk.', 'Marta cannot stand oat milk.'],
  ['The retro is on Wednesdays at 4 pm.', 'Retro: Wednesdays at 15:00'],
  ['Office hours are Tuesdays 9 to 11.', 'Office hours are Thursdays 13 to 15.'],
  ['helm chart is pinned to version 1.10', 'helm chart is pinned to version 1.1'],
  ['Cache entries live for 10 minutes.', 'cache TTL is 30 s'],
  ['The session timeout is 15 minutes.', 'session timeout: one hour'],
  ['Rate limit is 100 requests per minute.', 'rate limit: 250 requests a minute'],
  ['The hotel costs 120 euros a night.', 'A night in the hotel costs 95 euros.'],
  ['Alice owns the search service.', 'The owner of the search service is Bob.'],
  ['Dora is the on-call lead for payments.', 'the on-call lead for payments is Emil'],
  ['The product owner of the wallet is Nadia.', 'Wallet product owner: Farid'],
  ['Feature flags are stored in LaunchDarkly.', 'Feature flags are kept in Unleash.'],
  ['The summer party is in Lyon.', 'The summer party takes place in Ghent.'],
  ['Code reviews are required for hotfixes.', "Hotfixes don't need a code review."],
  ['A VPN is mandatory for remote work.', 'VPN is optional for remote work'],
  ['You may not use the lab printer for private things.', 'Private use of the lab printer is allowed.'],
  ['Guests are allowed in the server room.', 'Guests are not allowed in the server room.'],
  ['Two-factor login is enabled for contractors.', 'two-factor login is off for contractors'],
  ['Telemetry is turned on by default.', 'Telemetry is disabled by default.'],
  ['Always rebase before merging.', 'Never rebase before merging.'],
  ['The scheduler always retries failed exports.', 'The scheduler never retries failed exports.'],
  ['We squash commits on merge.', 'We do not squash commits on merge.'],
  ['Logs contain customer emails.', 'Logs contain no customer emails.'],
  ['Write the changelog before tagging the release.', 'Tag the release before writing the changelog.'],
  ['Migrations run before the deploy.', 'Migrations run after the deploy.'],
  ['The max upload size is 10 MB.', 'Uploads can be at most 25 MB.'],
  ['Sprints last two weeks.', 'A sprint lasts three weeks.'],
  ['We only support Firefox.', 'We only support Chrome.'],
  ['Our CI runs exclusively on GitLab.', 'CI runs on CircleCI only'],
  ['The service is written in Rust only.', 'The service is written in Go only.'],
  ['Terraform 1.5 is required.', 'We require Terraform 1.7.'],
  ['The SDK targets Java 17.', 'The SDK targets Java 11'],
  ['Python 3.9 is the minimum version.', 'minimum Python version is 3.11'],
  ['The free tier includes 5 projects.', 'free tier: 3 projects'],
  ['The alarm fires at 80 °C.', 'Alarm at 95 degrees'],
  ['Tom prefers dark mode.', 'Tom dislikes dark mode.'],
  ['Everyone loves the new dashboard.', 'Everyone hates the new dashboard.'],
  ['The release train leaves on Tuesdays.', 'The release train leaves on Fridays.'],
  ['The standup starts at 9:30.', 'Standup begins at 10 am.'],
  ['The invoice is due on 15 May.', 'invoice due 1 June'],
  ['Comments should be in English.', 'Comments must not be in English.'],
  ['Pineapple is allowed on the team pizza.', 'pineapple on the team pizza is banned'],
  ['Staging resets every night.', 'Staging never resets at night.'],
  ['The queue is drained once a day.', 'the queue is drained every hour'],
  ['Discount for students is 20%.', 'students get a discount of 10 %'],
  ['Screenshots are compared pixel by pixel.', "screenshots aren't compared pixel by pixel"],
  ['The door code is 4711.', 'door code: 1234'],
  ['Ada reports to Grace.', 'Ada reports to Linus.'],
  ['The default branch is main.', 'default branch: develop'],
  ['Our timezone is UTC.', 'Our timezone is CET.'],
  ['Tests may use the network.', 'Tests must not use the network.'],
];

const compatible: readonly (readonly [string, string])[] = [
  ['The API listens on port 8080.', 'The admin API listens on port 9090; the metrics API on 9100.'],
  ['Redis for jobs listens on 6379.', 'Redis for caching listens on 6380.'],
  ['Freezer 3 is at -20.', 'Freezer 4 is at -80.'],
  ['The staging database is Postgres 15.', 'The production database is Postgres 16.'],
  ['Alice owns billing.', 'Alice owns search.'],
  ['Alice owns Billing.', 'Alice owns Payments.'],
  ['Alice leads the design team.', 'Alice leads the research team.'],
  ['We use Grafana for dashboards.', 'We use Kibana for logs.'],
  ['We use Kafka for events.', 'We use RabbitMQ for events as well.'],
  ['The retro is on Wednesdays.', 'The planning is on Mondays.'],
  ['The retro is on Wednesdays at 4 pm.', 'The retro is at 16:00 on Wednesdays.'],
  ['Backups run at 2:00.', 'Backups run at 2 am every day.'],
  ['Sprints last two weeks.', 'Sprints are 14 days long.'],
  ['Cache TTL is 1 hour.', 'cache TTL is 3600 seconds'],
  ['File size limit is 5 MB.', 'The limit for file size is 5000 KB.'],
  ['Never deploy on Fridays.', 'Deploy on Tuesdays.'],
  ["Don't push to main.", 'Push to a feature branch.'],
  ["Don't use var.", 'Use const.'],
  ['Do not use var in TypeScript.', 'Use let or const in TypeScript.'],
  ['Lint with eslint.', 'Format with prettier.'],
  ['The worker does not retry on 4xx.', 'The worker retries on 5xx.'],
  ['Debug logs are enabled in staging.', 'Debug logs are disabled in production.'],
  ['Interns may read logs.', 'Interns may not write logs.'],
  ['Admins can delete users.', 'Editors cannot delete users.'],
  ['Two-factor login is required for admins.', 'Two-factor login is optional for guests.'],
  ['Marta loves coffee.', 'Marta hates tea.'],
  ['Marta loves coffee in the morning.', "Marta can't stand coffee in the evening."],
  ['The user likes short answers.', 'The user does not like emojis.'],
  ['The user prefers tabs.', 'The user prefers dark mode.'],
  ['We have a standup on Mondays.', 'We also have a standup on Thursdays.'],
  ['The office is closed on Sundays.', 'The office is open on Saturdays.'],
  ['The shop is open from 9 to 18.', 'The shop is closed on Sundays.'],
  ['The P50 latency is 20 ms.', 'The P99 latency is 300 ms.'],
  ['Min replicas are 2.', 'Max replicas are 10.'],
  ['At least two reviewers are needed.', 'At most five reviewers are assigned.'],
  ['The API needs a token.', 'The API must not be called without a token.'],
  ['A PR needs a description.', "Don't open a PR without a description."],
  ['Secrets must not be committed.', 'Never commit secrets.'],
  ['Secrets are not optional.', 'Secrets are required.'],
  ['Version 1.2 was released in May.', 'Version 1.3 was released in July.'],
  ['Release 2.0 dropped IE support.', 'Release 1.9 supports IE.'],
  ['Error 404 means not found.', 'Error 500 means server fault.'],
  ['The Berlin office has 40 desks.', 'The Paris office has 25 desks.'],
  ['In 2023 we had 10 servers.', 'In 2024 we had 14 servers.'],
  ['Before lunch the lab is open.', 'After lunch the lab is closed.'],
  ['If the build fails, page the on-call.', "If the build passes, don't page the on-call."],
  ['Run tests before pushing.', 'Run the linter before pushing.'],
  ['Lint before the tests.', 'Tests run after the linter.'],
  ['Use HTTPS for public endpoints.', 'Use mTLS for internal endpoints.'],
  ['The car has four wheels.', 'The truck has six wheels.'],
  ['The team meets on Mondays.', 'The board meets on Fridays.'],
  ['The team ships every two weeks.', 'The team ships biweekly on Thursdays.'],
  ['Ana is on holiday until Friday.', 'Ana is back on Monday.'],
  ['Support is available in German.', 'Support is available in French.'],
  ['Docs are in Confluence.', 'Docs are in English.'],
  ['The repo is in Go.', 'The repo is on GitHub.'],
  ['Ben lives in Hamburg.', 'Ben works in Bremen.'],
  ['Tokens expire after 15 minutes.', 'Refresh tokens expire after 30 days.'],
  ['The build takes 5 minutes.', 'The deploy takes 10 minutes.'],
  ['The trial lasts 14 days.', 'The trial includes 3 seats.'],
  ['Payment by invoice is possible.', 'Payment by card is possible.'],
  ['The bot answers in English.', 'The bot answers in German when asked in German.'],
  ['No meetings on Fridays.', 'The retro meeting is on Thursday.'],
  ['Images must have alt text.', 'Decorative images need no alt text.'],
  ['Rust code uses rustfmt.', 'Go code uses gofmt.'],
  ['Unit tests run on every push.', 'Unit tests run on each commit that is pushed.'],
  ['The primary color is blue.', 'The secondary color is green.'],
  ['The primary region is eu-west-1.', 'The secondary region is us-east-1.'],
  ['Users can export CSV.', 'Users can export PDF.'],
  ['The price is 10 euros net.', 'The price is 11.90 euros gross.'],
  ['A ticket costs 10 euros.', 'A ticket costs 5 euros for children.'],
  ['Deadline for drafts is 1 May.', 'Deadline for the final version is 1 June.'],
  ['Kim is the tech lead.', 'Lee is the engineering manager.'],
  ['Nobody may edit the ledger.', 'Auditors can read the ledger.'],
  ['The cache is not shared.', 'Each worker has its own cache.'],
  ['Half of the users are on mobile.', 'The other half uses a desktop.'],
  ['Seven of ten tests pass.', 'Three of ten tests fail.'],
];

describe('two texts cannot both hold', () => {
  it.each(contradicting)('%s | %s', (one, other) => {
    expect(conflict(one, other)).toBeDefined();
    expect(conflict(other, one)?.relation).toBe(conflict(one, other)?.relation);
  });
});

describe('two texts can both hold', () => {
  it.each(compatible)('%s | %s', (one, other) => {
    expect(conflict(one, other)).toBeUndefined();
    expect(conflict(other, one)).toBeUndefined();
  });
});

it.each([
  ['The API listens on port 8080.', 'api port is 9090', 'port 8080', '9090'],
  ['We deploy with Node 22.', 'We deploy with Node 24.', 'node 22', 'node 24'],
  ['The session timeout is 15 minutes.', 'session timeout: one hour', '15 minutes', 'one hour'],
  ['The summer party is in Lyon.', 'The summer party takes place in Ghent.', 'Lyon', 'Ghent'],
  ['A VPN is mandatory for remote work.', 'VPN is optional for remote work', 'required', 'optional'],
])('says in which words they differ: %s | %s', (one, other, ...between) => {
  expect(conflict(one, other)?.between).toEqual(between);
  expect(conflict(other, one)?.between).toEqual(between.toReversed());
});

it('tells a text that replaces another', () => {
  expect(conflict('The gateway timeout is 30 s.', 'The gateway timeout is 60 s now.')).toMatchObject({
    replaces: true,
  });
  expect(conflict('The gateway timeout is 30 s.', 'The gateway timeout is 60 s.')).toMatchObject({ replaces: false });
});

describe('laws', () => {
  const text = fc
    .array(
      fc.constantFrom(
        ...[
          'the',
          'port',
          'of',
          'billing',
          'is',
          'not',
          'never',
          'must',
          'may',
          'only',
          'Ann',
          'owns',
          'Bob',
          '5',
          '6 s',
          '9 to 11',
        ],
        ...[
          'Friday',
          'on',
          'off',
          'Node',
          '22',
          'before',
          'without',
          'it',
          ',',
          '.',
          ':',
          '$',
          'likes',
          'hates',
          'version',
          'now',
        ],
      ),
      { maxLength: 14 },
    )
    .map((words) => words.join(' '));

  it('no clause contradicts itself, and the order of the two does not matter', () => {
    fc.assert(
      fc.property(text, text, (one, other) => {
        // A text of several clauses may contradict itself.
        if (assertionsOf(one).length === 1) expect(conflict(one, one)).toBeUndefined();
        expect(conflict(one, other) === undefined).toBe(conflict(other, one) === undefined);
      }),
      { numRuns: 2_000 },
    );
  });
});
