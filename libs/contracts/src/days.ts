const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const HOUR_MS = 3_600_000;

/**
 * Lowest accepted time in epoch ms (March 1973). A smaller number is probably in seconds, and read as milliseconds it would
 * be a time in 1970.
 */
export const TIME_MIN_MS = 100_000_000_000;

/** Tells whether a text is an existing calendar day, such as 2026-10-05. */
export const isDay = (text: string): boolean => {
  const [, year, month, day] = ISO_DAY.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
};

/** Start of a day in a time zone, in epoch ms; `later` is a number of days to add. */
export function startOfDay(day: string, timeZone: string, later = 0): number {
  const [, year, month, date] = ISO_DAY.exec(day) ?? [];
  const wanted = Date.UTC(Number(year), Number(month) - 1, Number(date) + later);
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
