const DAY_MS = 86_400_000;
/** Nobody talked to an agent, or over such a tool, before. */
const SINCE_MS = Date.UTC(2000, 0);
/** A number is of seconds, milliseconds, microseconds or nanoseconds; of years that can be, each has numbers of its own. */
const MS_PER_UNIT = [1_000, 1, 0.001, 0.000_001];

const NUMBER = /^\s*\d+(?:\.\d+)?\s*$/;
/** A text without a zone means another time on another machine. */
const DATED = /^\s*\d{4}-\d{2}-\d{2}\s*$|(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})\s*$/i;

/** Epoch ms of the first of some values that is a time; 0 where none is. */
export type TimeReader = (...values: readonly unknown[]) => number;

interface Bounds {
  readonly since?: number | undefined;
  readonly now?: number | undefined;
}

/** Reads times as other programs write them. One before `since`, or more than a day after now, is none. */
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
