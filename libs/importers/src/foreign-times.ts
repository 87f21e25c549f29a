const DAY_MS = 86_400_000;
/** Earliest possible time of a chat. */
const SINCE_MS = Date.UTC(2000, 0);
/** Milliseconds per unit of a numeric time, from seconds to nanoseconds; for plausible years the ranges do not overlap. */
const MS_PER_UNIT = [1_000, 1, 0.001, 0.000_001];

const NUMBER = /^\s*\d+(?:\.\d+)?\s*$/;
/** Dates with a time zone; without one, a text means another time on another machine. */
const DATED = /^\s*\d{4}-\d{2}-\d{2}\s*$|(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})\s*$/i;

/** Returns the first value that is a valid time, in epoch ms; 0 when none is. */
export type TimeReader = (...values: readonly unknown[]) => number;

interface Bounds {
  readonly since?: number | undefined;
  readonly now?: number | undefined;
}

/** Creates a reader for times as other programs write them. Times before `since` or more than a day after `now` are invalid. */
export function timeReader({ since = SINCE_MS, now = Date.now() }: Bounds = {}): TimeReader {
  const isPossible = (time: number) => time >= since && time <= now + DAY_MS;
  const read = (value: unknown) => meaningsOf(value).find(isPossible);
  return (...values) => values.map(read).find((time) => time !== undefined) ?? 0;
}

function meaningsOf(value: unknown): number[] {
  if (typeof value === 'number' || (typeof value === 'string' && NUMBER.test(value)))
    return MS_PER_UNIT.map((unit) => Math.round(Number(value) * unit));
  return typeof value === 'string' && DATED.test(value) ? [Date.parse(value)] : [];
}
