import { recordLinksOf } from './record-links.ts';
import { recordNamed } from './record-names.ts';

const records = [
  { path: 'docs/adr/0001-use-mysql.md', title: '1. Use MySQL' },
  { path: 'docs/adr/0002-use-postgres.md', title: 'ADR-0002: Use Postgres' },
  { path: 'docs/adr/0003-outbox.md', title: 'Outbox, not two writes' },
  { path: 'docs/adr/20260102-event-bus.md', title: 'Event bus' },
  { path: 'docs/adr/old/0004-cron.md', title: '4. Cron' },
  { path: 'other/0002-x.md', title: 'X' },
];

/** The links of a record as `type number` or `type <- number`, where the other one acts. */
const told = (text: string, from = 'docs/adr/0009-self.md') =>
  recordLinksOf(text).map(({ to, type, back }) => {
    const path = recordNamed(to, from, records);
    return `${type}${back ? ' <-' : ''} ${path?.split('/').at(-1)?.split('-')[0] ?? `? ${to.text}`}`;
  });

describe('links of a decision record', () => {
  it.each([
    ['a link', 'Status: Superseded by [2](0002-use-postgres.md)', ['replaces <- 0002']],
    [
      'an address',
      'Superseded by [ADR-2](https://git.example/a/blob/main/docs/adr/0002-use-postgres.md)',
      ['replaces <- 0002'],
    ],
    ['the number of another address', 'Superseded by [ADR-0002](https://wiki.example/x)', ['replaces <- 0002']],
    ['a number', '## Status\n\nSuperseded by ADR-0002', ['replaces <- 0002']],
    ['a number with a word', 'Superseded by RFC 2 (2026-01-02)', ['replaces <- 0002']],
    ['a bare number at its end', 'Superseded by 2.', ['replaces <- 0002']],
    ['a file', 'Superceded by `0002-use-postgres.md`', ['replaces <- 0002']],
    ['a file without its ending', 'superseded by 20260102-event-bus', ['replaces <- 20260102']],
    ['a wiki link', 'Superseded by [[0002-use-postgres|the new one]]', ['replaces <- 0002']],
    ['a title', 'Status: superseded by "Use Postgres"', ['replaces <- 0002']],
    ['a title with a comma', '- Superseded by: Outbox, not two writes', ['replaces <- 0003']],
    ['a number and a title', 'Superseded by 2. Use Postgres', ['replaces <- 0002']],
    ['front matter', '---\nstatus: "superseded by [ADR-0002](0002-use-postgres.md)"\n---\n# A', ['replaces <- 0002']],
    [
      'fields of front matter',
      '---\nsuperseded-by: 0002\nsupersedes: [1, 3]\n---\n# A',
      ['replaces <- 0002', 'replaces 0001', 'replaces 0003'],
    ],
    [
      'a list of front matter',
      '---\nsupersedes:\n  - 0001-use-mysql.md\n  - ADR-3\n---\n# A',
      ['replaces 0001', 'replaces 0003'],
    ],
    ['a camel', '---\nsupersededBy: ADR-2\n---\n# A', ['replaces <- 0002']],
    ['several', 'Supersedes ADR-1, ADR-0003 and 0004', ['replaces 0001', 'replaces 0003', 'replaces 0004']],
    [
      'a heading with a list',
      '## Supersedes\n\n* ADR-1\n* [3](0003-outbox.md)\n\nADR-2 is near.',
      ['replaces 0001', 'replaces 0003'],
    ],
    ['a heading with a line', '## Superseded by\n\nADR-0002\n\nADR-3 is near.', ['replaces <- 0002']],
    ['a broken line', 'Superseded by\n[ADR-2](0002-use-postgres.md)', ['replaces <- 0002']],
    ['a row', '| Superseded by | ADR-0002 |\n|---|---|\n| Date | 2026-01-02 |', ['replaces <- 0002']],
    ['a column', '| Status | Superseded by |\n|---|---|\n| Superseded | ADR-0002 |', ['replaces <- 0002']],
    ['emphasis', '* **Superseded by:** [ADR-2](0002-use-postgres.md)', ['replaces <- 0002']],
    ['another word', 'Obsoletes: RFC 1\nDeprecated in favour of ADR-3', ['replaces 0001', 'replaces <- 0003']],
    ['another folder', 'Replaces ADR-4', ['replaces 0004']],
    ['a colon and see', 'Status: Superseded: see [ADR 2](0002-use-postgres.md)', ['replaces <- 0002']],
    ['a comma and see', 'Obsolete, see ADR-2', ['replaces <- 0002']],
    ['a bracket', 'Status: Superseded (by ADR-2)', ['replaces <- 0002']],
    ['a use', 'Status: Deprecated (use ADR-2 instead)', ['replaces <- 0002']],
    ['with', 'Status: Replaced with ADR-2', ['replaces <- 0002']],
    ['German', 'Status: Ersetzt durch ADR-2\n\nErsetzt ADR-1', ['replaces <- 0002', 'replaces 0001']],
    ['French and Spanish', 'Remplacée par ADR-2\n\nSustituida por ADR-3', ['replaces <- 0002', 'replaces <- 0003']],
    ['a path without its ending', 'superseded-by:\n  - "/docs/adr/0002-use-postgres"', ['replaces <- 0002']],
    ['HTML', '<b>Superseded by</b> <a href="0002-use-postgres.md">this</a>', ['replaces <- 0002']],
    ['one that is not there', 'Superseded by ADR-0042', ['replaces <- ? ADR-0042']],
  ])('are read from %s', (_, text, links) => {
    expect(told(text)).toEqual(links);
  });

  it.each([
    ['an amount', 'This replaces 3 servers by one.'],
    ['a negation', 'This is not superseded by ADR-2.'],
    ['a time to come', 'It will be superseded by ADR-2.'],
    ['a part', 'Status: Accepted, partially superseded by 2'],
    ['a comment', '<!-- Superseded by ADR-2 -->'],
    ['code', '```\nSuperseded by ADR-2\n```'],
    ['a rule of three', 'Related decisions: ADR-2'],
  ])('are not read from %s', (_, text) => {
    expect(told(text)).toEqual([]);
  });

  it('know their lines behind comments of several lines', () => {
    expect(recordLinksOf('<!--\na\n-->\n\nSupersedes ADR-1').map(({ line }) => line)).toEqual([5]);
  });

  it('leave a number alone that two records have', () => {
    expect(told('Superseded by ADR-2', 'elsewhere/0001.md')).toEqual(['replaces <- ? ADR-2']);
  });
});
