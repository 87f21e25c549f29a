import { peersText, type PeerRow } from './peers-report.ts';

const row = (over: Partial<PeerRow>): PeerRow => ({
  ...{ name: 'one', version: '1.2.3', vectors: 'shared', installedMb: 29.4, note: 'It is one.' },
  result: {
    figures: {
      ...{ vectors: 'shared', load: 0.34, stored: 700, asked: 90, itemsPerSecond: 1234.5, cpuMsPerItem: 0.25 },
      ...{ p50: 8.123, p95: 16.6, cpuMs: 4, residentMb: 120.7, tokens: 442.2, recall: 0.6914, mrr: 0.4444 },
    },
  },
  ...over,
});
const about = { items: 700, 'load before the run': '0.3' };

const cellsOf = (text: string, name: string): string[] =>
  text
    .split('\n')
    .find((line) => line.startsWith(`| ${name}`))!
    .split(' | ');

test('shows the figures of a system beneath what they are about, with its note', () => {
  const text = peersText({ about, items: 700, questions: 90, rows: [row({})] });

  expect(text).toContain('items: 700\nload before the run: 0.3');
  expect(text).toContain('| one | 1.2.3 | shared | .691 | .444 | 8.1 | 17 | 4.0 | 442 | 1235 | 0.3 | 121 | 29 | 0.3 |');
  expect(text).toContain('- one: It is one.');
});

test('says at which size, and after how many questions, a slow system was stopped', () => {
  const told = (items: number, questions: number) => peersText({ about, items, questions, rows: [row({})] });

  expect(told(20_000, 90)).toContain('| one (stopped at 700 items) |');
  expect(told(20_000, 340)).toContain('| one (stopped at 700 items and 90 questions) |');
});

test('keeps a system that did not run, with the reason in one line of the table', () => {
  const skipped = row({ name: 'other', result: { skipped: 'no compiler |\n for its code' } });
  const text = peersText({ about, items: 700, questions: 90, rows: [row({}), skipped] });

  expect(cellsOf(text, 'other')[3]).toBe('skipped: no compiler \\| for its code');
  expect(cellsOf(text, 'other')).toHaveLength(cellsOf(text, 'one').length);
});

test('leaves a cell empty where the machine cannot tell', () => {
  const { result } = row({}) as { result: { figures: object } };
  const unknown = { figures: { ...result.figures, tokens: undefined, residentMb: Number.NaN, cpuMs: Number.NaN } };
  const cells = cellsOf(
    peersText({ about, items: 700, questions: 90, rows: [row({ result: unknown as never })] }),
    'one',
  );

  expect([cells[7], cells[8], cells[11]]).toEqual(['', '', '']);
});
