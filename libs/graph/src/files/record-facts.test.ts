import { isDecisionRecord, recordFactsOf, recordTitleOf } from './record-facts.ts';

describe('a decision record', () => {
  it.each([
    ['front matter', '---\nstatus: accepted\ndate: 2026-01-02\n---\n# A', 'accepted'],
    ['front matter with a link', '---\nstatus: "superseded by [ADR-0007](0007-y.md)"\n---\n# A', 'superseded'],
    ['a heading', '# A\n\n## Status\n\nAccepted\n\n## Context\nRejected others.', 'accepted'],
    ['a heading with the status', '# A\n\n## Status: Deprecated\n\ntext', 'deprecated'],
    ['an underlined heading', '# A\n\nStatus\n------\n\nSuperseded by [3](0003.md)\n\nDecision\n---\nx', 'superseded'],
    ['a line', '# A\n\nStatus: Proposed\n', 'proposed'],
    ['an item with emphasis and a sign', '# A\n\n* **Status**: ✅ Accepted\n', 'accepted'],
    ['emphasis around the colon', '# A\n\n**Status:** Rejected\n', 'rejected'],
    ['struck text', '# A\n\n## Status\n\n~~Accepted~~ Superseded by [2](2.md)\n', 'superseded'],
    ['a history', '# A\n\n## Status\n\n- Accepted 2026-01-02\n- Superceded by ADR-7 on 2026-03-04\n', 'superseded'],
    ['a comment before it', '# A\n\n## Status\n<!-- proposed | rejected | superseded -->\nAccepted\n', 'accepted'],
    ['the head of a table', '# A\n\n| Status | Date |\n|---|---|\n| Deprecated | 2026-05-01 |\n', 'deprecated'],
    ['a row of a table', '# A\n\n| | |\n|--|--|\n| **Status** | Accepted |\n', 'accepted'],
    ['a table of labels and values', '# A\n\n| Status | Accepted |\n|---|---|\n| Date | 2024-05-05 |\n', 'accepted'],
    ['what it supersedes itself', '# A\n\n## Status\n\nAccepted\n\nSupersedes [1](1.md)\n', 'accepted'],
    ['a status that does not hold', '# A\n\nStatus: Accepted, not deprecated\n', 'accepted'],
    ['HTML', '# A\n\n<b>Status</b>: Rejected\n', 'rejected'],
    ['German', '# A\n\n## Status\n\nErsetzt durch ADR-7\n', 'superseded'],
    ['a status of a part', '# A\n\nStatus: Accepted, partially superseded by 4\n', 'accepted'],
  ])('has its status from %s', (_, text, status) => {
    expect(recordFactsOf(text).status).toBe(status);
  });

  it.each([
    ['no status', '# A\n\nWe talked about the status: of things.'],
    ['a time to come', '# A\n\nStatus: Will be superseded by 13\n'],
    ['code', '# A\n\n```\nStatus: Accepted\n```\n'],
    ['a comment', '# A\n\n<!-- Status: Accepted -->\n'],
  ])('has none from %s', (_, text) => {
    expect(recordFactsOf(text).status).toBeUndefined();
  });

  it.each([
    ['Date: 2026-01-11', '2026-01-11'],
    ['* **Date**: 3 May 2026', '2026-05-03'],
    ['Date: May 3rd, 2026', '2026-05-03'],
    ['## Status\n\nAccepted on 2026-02-03', '2026-02-03'],
    ['## Status\n\n2026-01-05 proposed\n\n2026-01-20 accepted\n\n2026-02-01 superseded by 2', '2026-01-20'],
    ['- Proposed 2026-01-05\n- Status: Accepted (2026-01-20), superseded 2026-02-01', '2026-01-20'],
    ['Status: Superseded by 2 on 2026-02-01', undefined],
    ['- Start Date: 2026-04-05', '2026-04-05'],
    ['Created: 2026-04-01\nDate: 2026-04-05', '2026-04-05'],
    ['Date: 2026-13-40', undefined],
    ['Date: 03/04/2026', undefined],
    ['Date: yesterday', undefined],
  ])('has the date of %j', (line, date) => {
    expect(recordFactsOf(`# A\n\n${line}\n`).date).toBe(date);
  });

  it.each([
    ['0001-use-postgres.md', '', true],
    ['adr-12.md', '', true],
    ['2026-05-01-outbox.md', '', true],
    ['use-postgres.md', '# Use Postgres\n\nStatus: accepted', true],
    ['use-postgres.md', '# Use Postgres\n\n## Context\nx\n\n## Decision\ny', true],
    ['AGENTS.md', '# Rules\n\nStatus: accepted', false],
    ['README.md', '| Status |\n|---|\n| accepted |', false],
    ['adr-template.md', 'Status: proposed', false],
    ['glossary-of-words.md', '# Words\n\n- ledger: entries', false],
  ])('is recognised in %s %j: %s', (path, text, isRecord) => {
    expect(isDecisionRecord(`docs/adr/${path}`, text)).toBe(isRecord);
  });

  it.each([
    ['Outbox', '', 'Outbox'],
    ['Summary', '- Feature Name: flags\n\n# Summary\n', 'flags'],
    ['Summary', '# Summary\n', '0021-feature-flags'],
  ])('has its title from the heading %j, a field or its file', (heading, text, title) => {
    expect(recordTitleOf('rfcs/0021-feature-flags.md', text, heading)).toBe(title);
  });
});
