import { TIME_MIN_MS, endOfPeriod, isPeriod, startOfPeriod } from '@cairn/contracts';
import { InvalidArgumentError, Option } from 'commander';

/** Parses a number; the server checks its range. */
export function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

/**
 * Parses a time to epoch ms, from a number of epoch ms or from any date. A day, week, month or year without a time of
 * day means its beginning in local time.
 */
export const parseTime = (text: string): number => timeOf(text, (period) => startOfPeriod(period, localTimeZone()));

const MS_BY_UNIT: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Parses a time, or a length of time up to now such as `12h`, `1d` or `2w`, to epoch ms. */
export function parseSince(text: string): number {
  const [, count, unit = ''] = /^(\d{1,4})([hdw])$/.exec(text.trim()) ?? [];
  if (count !== undefined) return Date.now() - Number(count) * MS_BY_UNIT[unit]!;
  if (/^\d*[a-z]+$/i.test(text.trim()))
    throw new InvalidArgumentError(
      'It must be a length such as 12h, 1d or 2w, a date such as 2026-03-01, or epoch milliseconds.',
    );
  return parseTime(text);
}

/** Parses the inclusive end of a period to epoch ms. A day, week, month or year means its last ms. */
export const parseUntil = (text: string): number => timeOf(text, (period) => endOfPeriod(period, localTimeZone()) - 1);

/**
 * Parses the time at which something ends to epoch ms. A day, week, month or year means the midnight at its end.
 */
export const parseEnd = (text: string): number => timeOf(text, (period) => endOfPeriod(period, localTimeZone()));

const NO_TIME =
  'It must be a day, month, year or week such as 2026-03-01, 2026-03, 2026 or 2026-W10, a time such as 2026-03-01T14:00Z, or epoch milliseconds.';

function timeOf(option: string, ofPeriod: (period: string) => number): number {
  const text = option.trim();
  if (isNoDay(text)) throw new InvalidArgumentError(NO_TIME);
  const period = isPeriod(text) ? text : periodNamedBy(text);
  const isNumber = period === undefined && /^[-+]?\d+(?:\.\d+)?$/.test(text);
  if (isNumber && Number(text) < TIME_MIN_MS)
    throw new InvalidArgumentError('It must be epoch milliseconds, not seconds.');
  const value = isNumber ? Number(text) : period === undefined ? Date.parse(text) : ofPeriod(period);
  if (!Number.isFinite(value) || value < 0) throw new InvalidArgumentError(NO_TIME);
  return value;
}

const YEAR_FIRST = /(?<!\d)(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/u;
/** The order in which a date of numbers with the year last is read. */
const MONTH_FIRST = /(?<!\d)(?<month>\d{1,2})[-/.](?<day>\d{1,2})[-/.](?<year>\d{4}|\d\d)(?!\d)/u;

/** Tells whether a text has a date of numbers that is no day, such as 2026/02/30, which `Date` reads as a day of March. */
function isNoDay(text: string): boolean {
  const { year, month, day } = (YEAR_FIRST.exec(text) ?? MONTH_FIRST.exec(text))?.groups ?? {};
  if (day === undefined) return false;
  const lastOfMonth = new Date(Date.UTC(Number(year?.padStart(4, '20')), Number(month), 0)).getUTCDate();
  return Number(day) > lastOfMonth;
}

const HAS_TIME_OR_ZONE = /:|\dT|\d\s?Z\b|\b(?:GMT|UTC?|[ECMP][SD]T)\b|\s[-+]\d{4}\b/iu;

/**
 * Returns the day or the month that a date in words or with slashes names, such as Mar 1 2026, March 2026, 2026/03/01 and 2026/03.
 * Undefined if it has a time of day or a zone. Throws for a day in words that there is not.
 */
function periodNamedBy(text: string): string | undefined {
  const at = new Date(text);
  if (!/[\p{L}/]/u.test(text) || HAS_TIME_OR_ZONE.test(text) || Number.isNaN(at.getTime())) return undefined;
  const month = `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`;
  const numbers = text.match(/\d+/gu) ?? [];
  if (/^\p{L}+\.?,? \d{4}$|^\d{4}\/\d{1,2}$/u.test(text)) return month;
  // Feb 30 2026 is read as a day of the next month.
  if (!numbers.some((number) => Number(number) === at.getDate())) throw new InvalidArgumentError(NO_TIME);
  return `${month}-${String(at.getDate()).padStart(2, '0')}`;
}

/** Splits a comma-separated list and drops empty entries. */
export const parseList = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Creates an option for a comma-separated list of words; the help text lists the allowed words. */
export const wordsOption = (flags: string, description: string, words: readonly string[]): Option =>
  new Option(flags, `${description}, comma-separated: ${words.join(', ')}`).argParser((text) =>
    requireWords(parseList(text), words),
  );

function requireWords(values: readonly string[], words: readonly string[]): readonly string[] {
  if (values.every((word) => words.includes(word))) return values;
  throw new InvalidArgumentError(`Allowed choices are ${words.join(', ')}.`);
}

/** Time zone of the person at the terminal, which decides the meaning of "yesterday" in a question. */
export const localTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
