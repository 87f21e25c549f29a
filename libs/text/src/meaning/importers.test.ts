import { readRecordDecision } from './record-decision.ts';
import { readRuleNorms } from './rule-norms.ts';

describe('a decision read from the headings of its record', () => {
  it('takes drivers, the chosen option, rejected ones with what speaks against them, and consequences of MADR', () => {
    const content = `# Job queue

## Context and Problem Statement

Workers lose jobs because Redis restarts.

## Decision Drivers

* no new engine
* at most
  one team

## Considered Options

* Postgres
* Kafka
* [Redis](https://redis.io)

## Decision Outcome

Chosen option: "Postgres", because we run it already.

### Consequences

* Bad, because one more table to vacuum

## Pros and Cons of the Options

### Postgres

* Good, because we know it

### Kafka

* Good, because it is fast
* Bad, because it needs a team
* Bad, because it costs.
`;

    expect(readRecordDecision({ title: 'Job queue', content })).toEqual({
      reasons: ['we run it already', 'no new engine', 'at most one team'],
      alternatives: [{ what: 'Kafka', whyNot: 'it needs a team; it costs' }, { what: 'Redis' }],
      consequences: ['Bad, because one more table to vacuum'],
    });
  });

  it('takes alternatives with their grounds on one line, and no background', () => {
    const content = `## Context\n\nJobs are lost.\n\n## Decision\n\nWe use Postgres.\n\n## Alternatives considered\n\n- **Kafka**: too big for us.\n- A file, rejected because two hosts write.\n- NATS - nobody knows it\n\n## Consequences\n\nOne failover stops all jobs.\n`;

    expect(readRecordDecision({ title: '7. Jobs in Postgres', content })).toEqual({
      alternatives: [
        { what: 'Kafka', whyNot: 'too big for us' },
        { what: 'A file', whyNot: 'two hosts write' },
        { what: 'NATS', whyNot: 'nobody knows it' },
      ],
      consequences: ['One failover stops all jobs.'],
    });
    expect(readRecordDecision({ title: 'Plain', content: 'We use Postgres because we run it.' })).toBeUndefined();
  });
});

describe('norms read from the code spans of rules', () => {
  it.each([
    ['Never run `terraform apply`.', [{ names: ['terraform apply'], strength: 'must' }]],
    [
      '- **Do not** edit `dist/` or `gen/**` by hand.',
      [{ names: ['dist/', 'gen/**'], verbs: ['edit'], strength: 'must' }],
    ],
    ['Never run `git push --force` on a shared branch.', [{ names: ['git push --force'], strength: 'advice' }]],
    ["Don't use `npm` unless asked.", [{ names: ['npm'], strength: 'advice' }]],
    ['Never run `rm -rf` without `--dry-run`.', [{ names: ['rm -rf'], without: ['--dry-run'], strength: 'must' }]],
    ['Never push to `main`.', []],
    ['You can run `make`. Never mind the rest.', []],
    ['We never run `make deploy` on Fridays.', []],
    ['Never say that `x` is wrong.', []],
  ])('%s', (text, forbids) => {
    expect(readRuleNorms(text).forbids).toEqual(forbids);
  });

  it('takes what to do instead from the same line', () => {
    expect(readRuleNorms('Never use `npm install`; use `pnpm add` instead.\nUse `make` often.')).toEqual({
      forbids: [{ names: ['npm install'], strength: 'must' }],
      instead: ['pnpm add'],
    });
  });

  it('takes time that grows with the length of the text', () => {
    const spans = (count: number) => `Never run ${'`a` or '.repeat(count)}`;
    const timeOf = (count: number) =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const from = performance.now();
          readRuleNorms(spans(count));
          return performance.now() - from;
        }),
      );

    expect(timeOf(2_000)).toBeLessThan(timeOf(500) * 16 + 50);
  });
});
