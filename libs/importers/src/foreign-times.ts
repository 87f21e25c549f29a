const DAY_MS = 86_400_000;
/** Earliest valid time of a chat, in epoch ms. */
const CHAT_TIME_MIN_MS = Date.UTC(2000, 0);
/**
 * Milliseconds per unit in which a numeric time may be written, from seconds to nanoseconds. For plausible years, the ranges of
 * the units do not overlap.
 */
const MS_PER_UNIT = [1_000, 1, 0.001, 0.000_001];

const NUMERIC_TIME = /^\s*\d+(?:\.\d+)?\s*$/;
/**
 * Matches dates without a time of day, and times with a time zone. Without a zone, a text would mean different times on
 * different machines.
 */
const ZONED_DATE = /^\s*\d{4}-\d{2}-\d{2}\s*$|(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})\s*$/i;

/** Returns the first of the values that is a valid time, converted to epoch ms; 0 when none is valid. */
export type TimeReader = (...values: readonly unknown[]) => number;

interface Bounds {
  readonly since?: number | undefined;
  readonly now?: number | undefined;
}

/**
 * Creates a reader for times in the forms that other programs write. Times before `since` or more than a day after `now` (both
 * epoch ms) are invalid.
 */
export function timeReader({ since = CHAT_TIME_MIN_MS, now = Date.now() }: Bounds = {}): TimeReader {
  const isPossible = (time: number) => time >= since && time <= now + DAY_MS;
  const read = (value: unknown) => meaningsOf(value).find(isPossible);
  return (...values) => values.map(read).find((time) => time !== undefined) ?? 0;
}

function meaningsOf(value: unknown): number[] {
  if (typeof value === 'number' || (typeof value === 'string' && NUMERIC_TIME.test(value)))
    return MS_PER_UNIT.map((unit) => Math.round(Number(value) * unit));
  return typeof value === 'string' && ZONED_DATE.test(value) ? [Date.parse(value)] : [];
}
