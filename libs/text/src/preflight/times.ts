/**
 * A range of minutes in a day or of days in a year, from 0; `to` is exclusive. If `to` is less than `from`, the range
 * crosses midnight or the end of the year.
 */
interface Window {
  readonly from: number;
  readonly to: number;
}

/**
 * The times in a text: windows of the day, days of the week from Sunday (0), and windows of the year (`dates`). An
 * empty list means that the text names no time of this kind.
 */
export interface Times {
  readonly windows: readonly Window[];
  readonly days: readonly number[];
  readonly dates: readonly Window[];
}

const DAY_MINUTES = 24 * 60;
const HOUR_MINUTES = 60;
const HALF_HOUR = 30;
const TIME_PATTERN = '([01]?\\d|2[0-3])[:.]([0-5]\\d|\\*)';
const TIME_SPAN = new RegExp(
  `(?:\\boutside\\s+(?:of\\s+)?)?(?:\\b(?:between|from)\\s+)?\\b${TIME_PATTERN}\\s*(?:and|to|until|-|–)\\s*${TIME_PATTERN}`,
  'i',
);
const TIME_BOUND = new RegExp(`\\b(after|since|from|before|until|till)\\s+${TIME_PATTERN}`, 'i');
const CLOCK_TIME = new RegExp(`(?:\\b(?:at|around)\\s+)?(?<![\\w:./])${TIME_PATTERN}(?![\\w:./]*\\w)`, 'i');

const windowByPartOfDay: ReadonlyMap<string, Window> = new Map([
  ['morning', { from: 5 * HOUR_MINUTES, to: 12 * HOUR_MINUTES }],
  ['noon', { from: 12 * HOUR_MINUTES, to: 13 * HOUR_MINUTES }],
  ['afternoon', { from: 12 * HOUR_MINUTES, to: 18 * HOUR_MINUTES }],
  ['evening', { from: 17 * HOUR_MINUTES, to: 23 * HOUR_MINUTES }],
  ['night', { from: 22 * HOUR_MINUTES, to: 6 * HOUR_MINUTES }],
]);
const PART_OF_DAY =
  /(?<!\b(?:all|every) )(?:\b(?:in|at|during)\s+)?(?:\bthe\s+)?\b(morning|noon|afternoon|evening|night)\b/gi;

const daysByName: ReadonlyMap<string, readonly number[]> = new Map([
  ...['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'].map((name, at): [string, number[]] => [name, [at]]),
  ['weekend', [0, 6]],
  ['weekday', [1, 2, 3, 4, 5]],
]);
const DAY_NAME = /(?:\bon\s+)?(?:\bthe\s+)?\b((?:sun|mon|tues|wednes|thurs|fri|satur)day|week(?:end|day))s?\b/gi;
/** A short name of a weekday. It must have a capital or precede a time: `Fri`, `fri 16:40`. */
const SHORT_DAY = /\b(Sun|Mon|Tue|Wed|Thu|Fri|Sat)\b|\b(sun|mon|tue|wed|thu|fri|sat)(?=,? \d\d?[:.]\d\d)/g;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH_PATTERN = '(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\b\\.?';
/** The number of days in every month, for numbering the days of a year as if all months were equally long. */
const MONTH_DAYS = 31;
const YEAR_MINUTES = MONTHS.length * MONTH_DAYS;
const WRITTEN_DATE = new RegExp(
  `(?:\\b(after|since|from|before|until|till)\\s+)?(?:\\b([0-3]?\\d)(?:st|nd|rd|th)?\\.?\\s+${MONTH_PATTERN}|\\b${MONTH_PATTERN}\\s+([0-3]?\\d)(?:st|nd|rd|th)?\\b)(?:\\s*(?:and|to|until|-|–)\\s*(?=(?:[a-z]{3,9}\\s+)?\\d))?`,
  'gi',
);
const DATE = /(?<![\w-])\d{4}-\d\d-\d\d(?![\d-])/g;

/** Splits a text into the times that it names and the rest. Undefined if it names none. */
export function splitTimes(given: string): { readonly when: Times; readonly rest: string } | undefined {
  const text = toDigits(given);
  const clock = TIME_SPAN.exec(text) ?? TIME_BOUND.exec(text) ?? CLOCK_TIME.exec(text);
  const windows = clock ? [windowOf(clock)] : partsOfDayIn(text);
  const when = { windows, days: daysIn(text), dates: datesIn(text) };
  if (!hasTime(when)) return undefined;
  const untimed = clock ? text.replace(clock[0], ' ') : text.replace(PART_OF_DAY, ' ');
  return { when, rest: untimed.replace(DAY_NAME, ' ').replace(WRITTEN_DATE, ' ').replace(/\s+/g, ' ').trim() };
}

/** Finds the times and days that an action or its comment names. */
export const timesIn = (given: string): Times => {
  const text = toDigits(given);
  const minutes = [...text.matchAll(/(?<![\w:./-])([01]?\d|2[0-3]):([0-5]\d)(?![\w:./-]*\w)/g)];
  const at = minutes.map(([, hour, minute]) => minutesOf(hour, minute));
  const windows = at.length > 0 ? at.map((from) => ({ from, to: from + 1 })) : partsOfDayIn(text);
  return { windows, days: daysIn(text), dates: datesIn(text) };
};
export const hasTime = ({ windows, days, dates }: Times): boolean => windows.length + days.length + dates.length > 0;

/** Writes hours in digits with minutes: `4 pm` becomes `16:00`. `after 18h` is a time and not a duration. */
const toDigits = (text: string): string =>
  text
    .replace(/\b(\d{1,2})(?:[:.]([0-5]\d))? ?([ap])m\b/gi, (_, hour: string, minute = '00', half: string) => {
      const hours =
        (Number(hour) % (DAY_MINUTES / HOUR_MINUTES / 2)) + (/p/i.test(half) ? DAY_MINUTES / HOUR_MINUTES / 2 : 0);
      return `${hours}:${minute}`;
    })
    .replace(/\b(after|since|from|before|until|till|at|between|and|to) (\d{1,2}) ?(?:h|uhr|o'clock)\b/gi, '$1 $2:00');

const partsOfDayIn = (text: string): Window[] =>
  [...text.matchAll(PART_OF_DAY)].map((match) => windowByPartOfDay.get(match[1]!.toLowerCase())!);

const daysIn = (text: string): number[] => [
  ...[...text.matchAll(DAY_NAME), ...text.matchAll(SHORT_DAY)].flatMap((match) => daysNamed(match[1] ?? match[2]!)),
  ...(text.match(DATE) ?? []).map((date) => new Date(date).getUTCDay()).filter((day) => !Number.isNaN(day)),
];

function daysNamed(name: string): readonly number[] {
  const word = name.toLowerCase();
  return daysByName.get(word) ?? daysByName.get(word.slice(0, 3))!;
}

/** Finds the windows of the year in a text. Two dates with a dash between them are one window. */
function datesIn(text: string): Window[] {
  const found = [...text.matchAll(WRITTEN_DATE)].map(([whole, bound = '', one, month, otherMonth, other]) => ({
    day: MONTHS.indexOf((month ?? otherMonth)!.toLowerCase()) * MONTH_DAYS + Number(one ?? other) - 1,
    bound: bound.toLowerCase(),
    isOpen: /(?:and|to|until|-|–)\s*$/.test(whole),
  }));
  return found.flatMap(({ day, bound, isOpen }, at) => {
    if (found[at - 1]?.isOpen) return [];
    const last = isOpen ? found[at + 1] : undefined;
    if (last) return [{ from: day, to: last.day + 1 }];
    if (/^(?:before|until|till)$/.test(bound)) return [{ from: 0, to: day }];
    return [{ from: bound === 'after' ? day + 1 : day, to: bound === '' ? day + 1 : YEAR_MINUTES }];
  });
}

const minutesOf = (hour: string | undefined, minute: string | undefined): number =>
  Number(hour) * HOUR_MINUTES + (minute === '*' ? 0 : Number(minute));

function windowOf([whole, one, other, lastHour, lastMinute]: RegExpExecArray): Window {
  if (lastHour !== undefined && lastMinute !== undefined) {
    const [first, last] = [minutesOf(one, other), minutesOf(lastHour, lastMinute)];
    return /^outside/i.test(whole) ? { from: last, to: first } : { from: first, to: last };
  }
  if (lastHour === undefined) {
    const from = minutesOf(one, other);
    return { from, to: from + (other === '*' ? HOUR_MINUTES : HALF_HOUR) };
  }
  const bound = minutesOf(other, lastHour);
  return /^(?:before|until|till)/i.test(whole) ? { from: 0, to: bound } : { from: bound, to: DAY_MINUTES };
}

/**
 * Whether the times of an action (`said`) lie within the times of a norm (`asked`). Undefined if the action names no
 * time.
 */
export function areWithin(asked: Times, said: Times): boolean | undefined {
  const isDay = timesFit(asked.days, said.days, (day, other) => day === other);
  const isTime = timesFit(asked.windows, said.windows, createOverlapTest(DAY_MINUTES));
  const isDate = timesFit(asked.dates, said.dates, createOverlapTest(YEAR_MINUTES));
  const all = [isDay, isTime, isDate];
  return all.includes(false) ? false : all.includes(undefined) ? undefined : true;
}

function timesFit<T>(
  asked: readonly T[],
  said: readonly T[],
  isSame: (one: T, other: T) => boolean,
): boolean | undefined {
  if (asked.length === 0) return true;
  return said.length === 0 ? undefined : asked.some((one) => said.some((other) => isSame(one, other)));
}

const createOverlapTest =
  (whole: number) =>
  (one: Window, other: Window): boolean =>
    spansOf(one, whole).some(({ from, to }) => spansOf(other, whole).some((span) => span.from < to && from < span.to));
/** Splits a window that crosses the end of the day or year into two windows. */
const spansOf = ({ from, to }: Window, whole: number): Window[] =>
  from <= to ? [{ from, to }] : [{ from, to: whole }, { from: 0, to }]; // prettier-ignore

/** Whether a text names a part of the day or the week that has no hours, such as `office hours`. */
export const namesVagueTime = (text: string): boolean => /\b(?:hours|overnight|tonight)\b/i.test(text);
