import pc from 'picocolors';
import { changedWords } from './change.ts';

it('marks the words that the next version left out, and those that it put there', () => {
  const printer = { colors: pc.createColors(false) };

  expect(changedWords(printer, 'We use Redis locks.', 'We use Postgres locks.')).toBe(
    'We use [-Redis-]{+Postgres+} locks.',
  );
  expect(changedWords(printer, 'the same', 'the same')).toBe('the same');
  expect(changedWords(printer, 'a\u001b[31m', 'a')).not.toContain('\u001b');
});
