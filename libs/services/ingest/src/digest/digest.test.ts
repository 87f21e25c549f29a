import type { DigestAct, MemoryId, PrincipalId } from '@cairn/contracts';
import type { ToldAct } from '@cairn/store';
import { digestDays } from './digest-days.ts';
import { digestMarkdown } from './digest-markdown.ts';

const at = Date.parse('2026-11-26T09:00:00Z');
const DAY_MS = 86_400_000;
const anAct = (act: DigestAct, title: string, fields: Partial<ToldAct> = {}): ToldAct => ({
  ...{ act, title, memoryId: title as MemoryId, category: 'decision', at, times: 1, successor: null },
  ...{ principalId: 'ada' as PrincipalId, name: 'Ada', ...fields },
});

const nothing = { count: 0, memories: [] };
const markdownOf = (acts: readonly ToldAct[], { named = 5, lines = 60 } = {}) =>
  digestMarkdown({ days: digestDays(acts, named), waiting: nothing, isComplete: true }, lines);

it('tells days and agents apart, counts all and names some', () => {
  const bob = { principalId: 'bob' as PrincipalId, name: 'claude-code@vm' };
  const acts = [
    ...['One', 'Two', 'Three'].map((title) => anAct('stored', title)),
    anAct('superseded', 'Old', { successor: 'New' }),
    anAct('stopped', 'Never push', { ...bob, times: 4, category: 'rule', at: at - DAY_MS }),
  ];

  expect(markdownOf(acts, { named: 0 }).split('\n')[1]).toBe('- Ada stored 3 memories');
  expect(markdownOf(acts, { named: 2 }).split('\n')).toEqual([
    '**2026-11-26**',
    '- Ada stored 3 memories',
    '  - One (decision)',
    '  - Two (decision)',
    '  - and 1 more',
    '- Ada superseded a memory',
    '  - Old → New (decision)',
    '**2026-11-25**',
    `- claude-code@vm was stopped by a rule 4 times`,
    '  - Never push (rule) (4 times)',
  ]);
});

it('names decisions and rules before what changed last', () => {
  const acts = [anAct('stored', 'Commit', { category: 'event' }), anAct('stored', 'Never', { category: 'rule' })];

  expect(markdownOf([...acts, anAct('stored', 'We do')], { named: 2 })).toContain(
    '  - We do (decision)\n  - Never (rule)',
  );
});

it('keeps within its lines, and says how many are left out', () => {
  const acts = Array.from({ length: 30 }, (_, each) => anAct('stored', `Title ${each}`));

  const lines = markdownOf(acts, { named: 20, lines: 10 }).split('\n');

  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toBe('… 14 more lines');
});

it('lets no title format, link, mention or break a line', () => {
  const hostile = '**x** <!channel> @here [a](https://evil.example)\n# y `z` | ~q~';

  const line = markdownOf([anAct('stored', hostile)]).split('\n')[2];

  expect(line).toBe(
    '  - \\*\\*x\\*\\* &lt;!channel&gt; ＠here \\[a\\](https:\\//evil.example) # y \\`z\\` \\| \\~q\\~ (decision)',
  );
});

it('says that nothing happened', () => {
  expect(markdownOf([])).toBe('Nothing happened.');
});
