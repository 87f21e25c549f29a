import { describe, expect, it } from '@jest/globals';
import { differenceOf } from './difference-of.ts';

const marked = (before: string, after: string) =>
  differenceOf(before, after)
    .map(({ added, removed, value }) => (added ? `+${value}+` : removed ? `-${value}-` : value))
    .join('');

describe('the difference of two texts', () => {
  it('is by words where few are new', () => {
    expect(
      marked('Drain the queue before invoices are sent.', 'Drain the billing queue before invoices are sent.'),
    ).toBe('Drain the +billing +queue before invoices are sent.');
  });

  it('is by lines where most words are new', () => {
    expect(
      marked('Title\n\nRun drain.sh by hand, then send them all.', 'Title\n\nThe pipeline drains the queue.'),
    ).toBe('Title\n\n-Run drain.sh by hand, then send them all.-+The pipeline drains the queue.+');
  });
});
