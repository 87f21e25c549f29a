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

function timeOf(option: string, ofPeriod: (period: string) => number): number {
  const text = option.trim();
  const period = isPeriod(text) ? text : periodNamedBy(text);
  const isNumber = period === undefined && /^[-+]?\d+(?:\.\d+)?$/.test(text);
  if (isNumber && Number(text) < TIME_MIN_MS)
    throw new InvalidArgumentError('It must be epoch milliseconds, not seconds.');
  const value = isNumber ? Number(text) : period === undefined ? Date.parse(text) : ofPeriod(period);
  if (!Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError(
      'It must be a day, month, year or week such as 2026-03-01, 2026-03, 2026 or 2026-W10, a time such as 2026-03-01T14:00Z, or epoch milliseconds.',
    );
  return value;
}

/**
 * Returns the day or the month that a date in words or with slashes names, such as Mar 1 2026, March 2026, 2026/03/01 and 2026/03.
 * Undefined if it has a time of day or a zone, or if there is no such day.
 */
function periodNamedBy(text: string): string | undefined {
  const at = new Date(text);
  if (!/[\p{L}/]/u.test(text) || /:|\dT|\d\s?Z\b|\b(?:GMT|UTC)\b/iu.test(text) || Number.isNaN(at.getTime()))
    return undefined;
  const month = `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}`;
  const numbers = text.match(/\d+/gu) ?? [];
  if (/^\p{L}+\.?,? \d{4}$|^\d{4}\/\d{1,2}$/u.test(text)) return month;
  // A date such as 2026/02/30 is read as a day of the next month.
  if (text.includes('/') && !numbers.some((number) => Number(number) === at.getDate())) return undefined;
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
