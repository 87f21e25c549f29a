import { until } from '@cairn/testing';
import { createLog, NestLog } from './log.ts';

function logging(summaryMs: number, level = 'info') {
  const lines: Record<string, unknown>[] = [];
  const log = new NestLog(createLog(level, { write: (line) => void lines.push(JSON.parse(line)) }), summaryMs);
  return { lines, log };
}

const NEVER_MS = 3_600_000;
const away = (attempt: number, cause = 'index/unavailable: connect ECONNREFUSED 127.0.0.1:9200') =>
  [{ cause }, `attempt ${attempt} failed: ${cause}`, 'Transport'] as const;

it('writes one line about a cause, however often it fails something, and another when the cause changes', () => {
  const { lines, log } = logging(NEVER_MS);
  for (let attempt = 1; attempt <= 1_000; attempt++) log.warn(...away(attempt));
  log.warn(...away(1, 'index/unavailable: connect ECONNREFUSED 127.0.0.1:6333'));
  for (let took = 1; took <= 100; took++)
    log.warn(...away(took, `memory 0190a0b0-0000-7000-8000-${String(took).padStart(12, '0')} took ${took} ms`));

  expect(lines.map(({ msg }) => msg)).toEqual([
    'attempt 1 failed: index/unavailable: connect ECONNREFUSED 127.0.0.1:9200',
    'attempt 1 failed: index/unavailable: connect ECONNREFUSED 127.0.0.1:6333',
    expect.stringContaining('took 1 ms'),
  ]);
});

it('says how often a cause came back, then that it did no more, and says it at once when it returns', async () => {
  const { lines, log } = logging(15);
  for (let attempt = 1; attempt <= 5; attempt++) log.error(...away(attempt));
  await until(async () => lines.some(({ hasEnded }) => hasEnded));
  log.error(...away(1));

  const [first, again, over, back] = lines;
  expect(first).toMatchObject({ level: 'error', context: 'Transport' });
  expect(again).toMatchObject({ level: 'error', repetitions: 4, context: 'Transport', cause: first!['cause'] });
  expect(over).toMatchObject({ level: 'info', hasEnded: true, cause: first!['cause'] });
  expect(back).toMatchObject({ level: 'error', msg: first!['msg'] });
});

it('writes every line where each is wanted, at the level debug, and lines without a cause always', () => {
  const one = logging(NEVER_MS, 'debug');
  const other = logging(NEVER_MS);
  for (let attempt = 1; attempt <= 3; attempt++) {
    one.log.warn(...away(attempt));
    other.log.warn(`attempt ${attempt} failed`, 'Transport');
  }

  expect(one.lines.map(({ level }) => level)).toEqual(['warn', 'debug', 'debug']);
  expect(other.lines).toHaveLength(3);
});
