import type { TimeRange } from '@cairn/contracts';
import type { ItemFeatures, ItemSignal } from './signal.ts';

/** Signal: the question names a time, and the item was said at that time or mentions it. */
export const time = {
  name: 'time',
  strength: ({ times }, item) => timeFit(times, item),
} as const satisfies ItemSignal;

const DAY_MS = 86_400_000;
/** Tolerance on each side of a named time, since people often mean the days of another time zone. */
const TIME_SLACK_MS = DAY_MS;
/** Time after a named range during which people still talk about it; the fit falls to 0 over this time. */
const TIME_FADE_MS = 7 * DAY_MS;

/**
 * Fit of a text to the named times, 0-1. It is 1 if the text mentions a named range or was said within it, and falls to
 * 0 for texts said over the following week.
 */
export function timeFit(
  times: readonly TimeRange[],
  { time, mentionedTime }: Pick<ItemFeatures, 'time' | 'mentionedTime'>,
): number {
  let best = 0;
  for (const range of times) {
    if (mentionedTime && mentionedTime.from < range.to && mentionedTime.to > range.from) return 1;
    best = Math.max(best, fitOfTime(range, time));
  }
  return best;
}

function fitOfTime({ from, to }: TimeRange, time: number): number {
  if (time < from - TIME_SLACK_MS) return 0;
  const late = time - (to + TIME_SLACK_MS);
  return late <= 0 ? 1 : Math.max(0, 1 - late / TIME_FADE_MS);
}

/**
 * Range of item times for which `timeFit` can exceed 0. A text that mentions the named time fits whatever its own time
 * is.
 */
export const distanceToRange = ({ from, to }: TimeRange): TimeRange => ({
  from: Math.max(0, from - TIME_SLACK_MS),
  to: to + TIME_SLACK_MS + TIME_FADE_MS,
});
