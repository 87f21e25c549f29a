const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const HOUR_MS = 3_600_000;

/** The first time that can be named, in March 1973: a smaller number is one of seconds, which as milliseconds would be in 1970. */
export const FIRST_MS = 100_000_000_000;

/** A calendar day without a time, such as 2026-10-05. */
export const isDay = (text: string): boolean => {
  const [, year, month, day] = DAY.exec(text) ?? [];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
};

/** When a day begins in a time zone, epoch ms; `later` counts days on from it. */
export function startOfDay(day: string, timeZone: string, later = 0): number {
  const [, year, month, date] = DAY.exec(day) ?? [];
  const wanted = Date.UTC(Number(year), Number(month) - 1, Number(date) + later);
  // The offset is that of the moment itself: the first guess can stand on the other side of a change of the clocks.
  const guess = wanted - offsetAt(wanted, timeZone);
  const start = wanted - offsetAt(guess, timeZone);
  // Where the clocks go forward at midnight, the day begins when they have.
  return start + offsetAt(start, timeZone) < wanted ? start + HOUR_MS : start;
}

/** How far the clocks of a zone are ahead of UTC, ms. */
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
  if (formats.size < FORMATS_MAX) formats.set(timeZone, format);
  return format;
}

const FORMATS_MAX = 600;

/** The HTTP header that names the time zone of the days in a request. */
export const TIME_ZONE_HEADER = 'Cairn-TimeZone';

let zoneOfRequest = 'UTC';

/** Parses a request whose days are those of a time zone. The parsing is synchronous, so that no other request is read meanwhile. */
export function inTimeZone<Parsed>(timeZone: string, parse: () => Parsed): Parsed {
  const before = zoneOfRequest;
  zoneOfRequest = timeZone;
  try {
    return parse();
  } finally {
    zoneOfRequest = before;
  }
}

/** The time zone of the request that is being parsed; UTC where it names none. */
export const timeZoneOfRequest = (): string => zoneOfRequest;
