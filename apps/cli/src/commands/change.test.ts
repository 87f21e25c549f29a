import pc from 'picocolors';
import { formatWordDiff } from './change.ts';

it('marks the words that the next version left out, and those that it put there', () => {
  const printer = { colors: pc.createColors(false) };

  expect(formatWordDiff(printer, 'We use Redis locks.', 'We use Postgres locks.')).toBe(
    'We use [-Redis-]{+Postgres+} locks.',
  );
  expect(formatWordDiff(printer, 'the same', 'the same')).toBe('the same');
  expect(formatWordDiff(printer, 'a\u001b[31m', 'a')).not.toContain('\u001b');
});
