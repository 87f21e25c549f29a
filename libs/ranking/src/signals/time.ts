import type { TimeRange } from '@cairn/contracts';
import type { ItemFeatures, ItemSignal } from './signal.ts';

/** Signal: the question names a time, and the item was said then or mentions it. */
export const time = {
  name: 'time',
  strength: ({ times }, item) => timeFit(times, item),
} as const satisfies ItemSignal;

const DAY_MS = 86_400_000;
/** Tolerance, since days are often meant in another time zone than they were said in. */
const SLACK_MS = DAY_MS;
/** Time for which people still talk about a past event. */
const TOLD_AFTER_MS = 7 * DAY_MS;

/** Fit of a text to the named times: 1 if it was said in one or mentions one, then falling to 0 within a week after. */
export function timeFit(
  times: readonly TimeRange[],
  { time, mentionedTime }: Pick<ItemFeatures, 'time' | 'mentionedTime'>,
): number {
  let best = 0;
  for (const range of times) {
    if (mentionedTime && mentionedTime.from < range.to && mentionedTime.to > range.from) return 1;
    best = Math.max(best, saidFit(range, time));
  }
  return best;
}

function saidFit({ from, to }: TimeRange, time: number): number {
  if (time < from - SLACK_MS) return 0;
  const late = time - (to + SLACK_MS);
  return late <= 0 ? 1 : Math.max(0, 1 - late / TOLD_AFTER_MS);
}

/** Times of items for which `timeFit` is not 0, apart from texts that mention another time. */
export const timeReach = ({ from, to }: TimeRange): TimeRange => ({
  from: Math.max(0, from - SLACK_MS),
  to: to + SLACK_MS + TOLD_AFTER_MS,
});
