const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/**
 * Lowest accepted time in epoch ms (March 1973). A smaller number is probably in seconds, and read as milliseconds it would
 * be a time in 1970.
 */
export const TIME_MIN_MS = 100_000_000_000;

/** First year that is whole behind `TIME_MIN_MS`. */
const YEAR_MIN = 1974;

/** Periods of the calendar, as texts of ISO 8601: a day 2026-10-05, a month 2026-10, a year 2026, a week 2026-W41. */
const PERIOD = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?|-W(\d{2}))?$/;

/** Tells whether a text is an existing day, month, year or week, such as 2026-10-05, 2026-10, 2026 and 2026-W41. */
export const isPeriod = (text: string): boolean => daysOf(text) !== undefined;

/** Start of a period in a time zone, in epoch ms. Throws for a text that is no period. */
export const startOfPeriod = (period: string, timeZone: string): number =>
  startOfDay(requireDays(period).first, timeZone);

/** Start of the day after a period in a time zone, in epoch ms. Throws for a text that is no period. */
export const endOfPeriod = (period: string, timeZone: string): number =>
  startOfDay(requireDays(period).after, timeZone);

/** First day of a period, and the day after its last one, as midnights of UTC. */
interface Days {
  readonly first: number;
  readonly after: number;
}

function requireDays(period: string): Days {
  const days = daysOf(period);
  if (!days) throw new Error(`${JSON.stringify(period)} is no day, month, year or week.`);
  return days;
}

function daysOf(text: string): Days | undefined {
  const found = PERIOD.exec(text);
  if (!found) return undefined;
  const [year, month, day, week] = found.slice(1).map((part) => part && Number(part)) as [number, ...number[]];
  if (day === undefined && year < YEAR_MIN) return undefined;
  if (week !== undefined) return daysOfWeek(year, week);
  if (month === undefined) return { first: Date.UTC(year, 0), after: Date.UTC(year + 1, 0) };
  if (month < 1 || month > 12) return undefined;
  const [first, after] = [Date.UTC(year, month - 1, day ?? 1), Date.UTC(year, month)];
  if (day === undefined) return { first, after };
  return new Date(first).getUTCDate() === day ? { first, after: first + DAY_MS } : undefined;
}

/** Days of a week of ISO 8601, Monday to Sunday; the first week of a year has its first Thursday. */
function daysOfWeek(year: number, week: number): Days | undefined {
  const fourth = new Date(Date.UTC(year, 0, 4));
  const first = fourth.getTime() + (7 * (week - 1) - ((fourth.getUTCDay() + 6) % 7)) * DAY_MS;
  const thursday = new Date(first + 3 * DAY_MS);
  return week > 0 && thursday.getUTCFullYear() === year ? { first, after: first + 7 * DAY_MS } : undefined;
}

/** Start of a day in a time zone, in epoch ms. The day is given as its midnight in UTC. */
function startOfDay(wanted: number, timeZone: string): number {
  // Uses the offset at the start itself, since the clocks may change between the guess and the start.
  const guess = wanted - offsetAt(wanted, timeZone);
  const start = wanted - offsetAt(guess, timeZone);
  // Where clocks go forward at midnight, the day starts after the gap.
  return start + offsetAt(start, timeZone) < wanted ? start + HOUR_MS : start;
}

/** Offset of a time zone from UTC at a time, in ms. */
function offsetAt(at: number, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(at);
  const [year, month, day, hour, minute, second] = ['year', 'month', 'day', 'hour', 'minute', 'second'].map((name) =>
    Number(parts.find(({ type }) => type === name)?.value),
  ) as [number, number, number, number, number, number];
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const numbers = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
  const format = new Intl.DateTimeFormat('en-US', { ...numbers, second: 'numeric', hourCycle: 'h23', timeZone });
  if (formats.size < CACHED_FORMATS_MAX) formats.set(timeZone, format);
  return format;
}

const CACHED_FORMATS_MAX = 600;

/** HTTP header that names the time zone for days in a request. */
export const TIME_ZONE_HEADER = 'Cairn-TimeZone';

let zoneOfRequest = 'UTC';

/**
 * Parses a request whose days are in a time zone. Parsing is synchronous, so no other request can see this time zone.
 */
export function inTimeZone<Parsed>(timeZone: string, parse: () => Parsed): Parsed {
  const before = zoneOfRequest;
  zoneOfRequest = timeZone;
  try {
    return parse();
  } finally {
    zoneOfRequest = before;
  }
}

/** Time zone of the request that is being parsed; UTC by default. */
export const timeZoneOfRequest = (): string => zoneOfRequest;
