import type { TimeRange } from '@cairn/contracts';
import type { ParsedComponents } from 'chrono-node';
import type { ParsedResult } from 'chrono-node/en';
import { createTimeReader } from './time-reader.ts';

/** The time at which a text was said. "Yesterday" and "last week" are relative to it. */
export interface SaidAt {
  /** Epoch ms. */
  readonly at: number;
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string;
}

const DAY_MS = 86_400_000;
/** The range of years for a date without a year. It is bounded even if the time of the query is far in the future. */
const FIRST_YEAR = 1990;
const LAST_YEAR = 2100;
/** The maximum number of times that are read from one text, since a pasted log may contain thousands. */
const RANGES_MAX = 8;
/** Characters of a text that are searched for times. */
const READ_CHARS_MAX = 1_000;

/** Words and digits without which a text names no time. This test is a hundred times cheaper than the reader. */
const TIME_HINT =
  /\d{4}|\d[./-]\d|\b(?:yesterday|today|tonight|tomorrow|ago|last|past|previous|next|this|since|before|after|until|week|weekend|month|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

const reader = createTimeReader();

/**
 * Reads the times that a query names, relative to the time of the query: dates, months and years, weekdays, "last
 * week", "two days ago", "since Monday", "between 3 and 10 May". A date without a year stands for this date in every
 * year up to next year.
 */
export function timeRangesIn(query: string, asked: SaidAt): TimeRange[] {
  const text = rewriteForReader(query.slice(0, READ_CHARS_MAX));
  const found = resultsIn(text, asked);
  const ranges: TimeRange[] = [];
  for (let index = 0; index < found.length; index++) {
    const result = found[index]!;
    const next = found[index + 1];
    const together = next && combineTimes(text, result, next, asked);
    ranges.push(...(together ?? rangesOfSingleTime(text, result, asked)));
    if (together) index++;
  }
  return ranges.filter(({ from, to }) => from < to);
}

/** Combines two times by the words between them; undefined if the times are independent. */
function combineTimes(text: string, one: ParsedResult, next: ParsedResult, asked: SaidAt): TimeRange[] | undefined {
  if (isSpan(text, one, next)) return joinStartsAndEnds(rangesOf(one, asked), rangesOf(next, asked));
  if (isWeekendOf(text, one, next)) return rangesOf(next, asked).map((day) => weekendOf(day, asked.timeZone));
  return isCountedBackFrom(text, one, next)
    ? countBack(one, findLatest(rangesOf(next, asked), asked), asked)
    : undefined;
}

function rangesOfSingleTime(text: string, result: ParsedResult, asked: SaidAt): readonly TimeRange[] {
  const lead = textBefore(result, text);
  const named = rangesOf(result, asked);
  const times = /\bweek\s+of\s+$/i.test(lead) ? named.map((day) => weekOf(day, asked.timeZone)) : named;
  return hasTwoEnds(result) ? times : applyPreposition(times, lead, asked);
}

/**
 * Finds the first time, of at most a month, that a text mentions apart from its own day: "yesterday" in a message is
 * the day before its timestamp. Undefined if the text mentions none. If the timestamp is unknown (0), only dates with a
 * year count.
 */
export function mentionedTime(text: string, said: SaidAt): TimeRange | undefined {
  const found = resultsIn(rewriteForReader(text.slice(0, READ_CHARS_MAX)), said).filter(
    (result) => said.at > 0 || isDated(result),
  );
  return found
    .map((result) => rangeOf(result, said))
    .find((range) => range.from < range.to && !isLongerThan(31, range) && !isDayOf(said, range));
}

/** A time that a text names, in its words. */
interface NamedTime {
  readonly words: string;
  readonly range: TimeRange;
}

/** The time at which a text was said, and whether the text tells what was before that time. */
interface SpokenAt extends SaidAt {
  readonly isPast: boolean;
}

/**
 * Finds the days, weeks and months that a text names, relative to the time at which the text was said. A weekday is the
 * next such day, or the last one if the text tells what was; the number of a day beside it decides ("Thursday the
 * 22nd"). If the time of the text is unknown (0), relative times are left out.
 */
export function spokenTimesIn(text: string, said: SpokenAt): NamedTime[] {
  const read = text.slice(0, READ_CHARS_MAX);
  return resultsIn(read, said)
    .filter((result) => said.at > 0 || isDated(result))
    .map((result) => {
      const [whole, number] = (isBareWeekday(result) &&
        DAY_BESIDE.exec(read.slice(result.index + result.text.length))) || ['', ''];
      const range = number === '' ? moveByTense(rangeOf(result, said), result, said) : dayOfMonth(Number(number), said);
      return { words: `${result.text}${whole}`.replace(/[,\s]+$/u, ''), range };
    })
    .filter(({ range }) => range.from < range.to);
}

const WEEK_DAYS = 7;
const DAY_BESIDE = /^,? (?:the )?(\d{1,2})(?:st|nd|rd|th)\b/u;

const isBareWeekday = ({ start }: ParsedResult): boolean => start.isCertain('weekday') && !start.isCertain('day');

function moveByTense(range: TimeRange, result: ParsedResult, { at, timeZone, isPast }: SpokenAt): TimeRange {
  if (isPast || !isBareWeekday(result) || range.to > at || /\b(?:last|past|previous)\b/i.test(result.text))
    return range;
  return { from: daysAfter(range.from, WEEK_DAYS, timeZone), to: daysAfter(range.to, WEEK_DAYS, timeZone) };
}

const MONTHS_SEARCHED = 3;

/** Finds the nearest day with a number of the month; empty if there is none. It comes after the text, unless that tells what was. */
function dayOfMonth(number: number, { at, timeZone, isPast }: SpokenAt): TimeRange {
  const now = new Date(at + minutesEastOfUtc({ at, timeZone }) * 60_000);
  const days = Array.from({ length: MONTHS_SEARCHED }, (_, index) => {
    const month = now.getUTCMonth() + (isPast ? -index : index);
    const isThere = new Date(Date.UTC(now.getUTCFullYear(), month, number)).getUTCDate() === number;
    const from = startOfDay([now.getUTCFullYear(), month, number], timeZone);
    return { from, to: isThere ? daysAfter(from, 1, timeZone) : from };
  });
  const found = days.find(({ from, to }) => from < to && (isPast ? from <= at : to > at));
  return found ?? { from: at, to: at };
}

/** Whether a range is longer than a number of days. Half a day is added, since a day may have 25 hours. */
const isLongerThan = (days: number, { from, to }: TimeRange): boolean => to - from > (days + 0.5) * DAY_MS;

const isDayOf = ({ at }: SaidAt, range: TimeRange): boolean =>
  range.from <= at && at < range.to && !isLongerThan(1, range);

function resultsIn(text: string, said: SaidAt): ParsedResult[] {
  if (!TIME_HINT.test(text)) return [];
  const instant = new Date(said.at);
  return reader
    .parse(text, { instant, timezone: minutesEastOfUtc(said) })
    .filter((result) => namesADay(result) && !isOrdinaryWord(text, result))
    .slice(0, RANGES_MAX);
}

const isDated = ({ start }: ParsedResult): boolean => start.isCertain('year') && !isRelative(start);

/** Whether a date is relative to the time of the text. */
const isRelative = (start: ParsedComponents): boolean => [...start.tags()].some((tag) => RELATIVE_TAG.test(tag));

const RELATIVE_TAG = /^(?:result\/relativeDate|casualReference\/(?:yesterday|today|tonight|tomorrow))/;

/** Whether a time names a day, week, month or year. A time of day, "in 5 minutes" and "now" name none of these. */
function namesADay({ start, text }: ParsedResult): boolean {
  if (start.tags().has('casualReference/now') || start.tags().has('result/relativeDateAndTime')) return false;
  if (/^(?:in|within|for) (?:a|an|the|one) \w+$/i.test(text)) return false;
  const names = (['year', 'month', 'day', 'weekday'] as const).some((part) => start.isCertain(part));
  return names || /week/i.test(text);
}

/** Whether a word such as "may", "march", "sat" or "sun", or a fraction such as "1/2", is not a time here. */
function isOrdinaryWord(text: string, { text: named, index }: ParsedResult): boolean {
  if (!/^(?:may|march|mar|sat|sun|wed|dec|jan|\d{1,2}\/\d{1,2})$/i.test(named)) return false;
  const before = text.slice(0, index);
  if (/\b(?:in|during|of|since|until|by|before|after|last|next|this|on|and|or|to)\s+$/i.test(before)) return false;
  return !/^\p{Lu}/u.test(named) || before.trim() === '' || /[.!?]\s*$/.test(before);
}

/**
 * Words that narrow a time. They are ignored, since the range is widened by days anyway: "early May" is read as May, "late 2023" as 2023.
 */
const TIME_MODIFIER =
  /\b(?:early|mid|late|(?:the )?(?:beginning|start|middle|end) of)[\s-]+(?=\p{L}|(?:19|20)\d{2}\b)/giu;

/** A part of a day. It is ignored: "the evening of 7 July" is read as the whole day. */
const PART_OF_DAY =
  /\b(?:(?:in|on|during) )?(?:the )?(?:late |early )?(?:morning|afternoon|evening|night)s? of (?:the )?(?=\d|yesterday|(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]*\b)/gi;

/** "May" without a day, after a preposition other than "in". Chrono reads a bare "May" as a time only after "in". */
const BARE_MAY =
  /(?<=\b(?:[Ss]ince|[Bb]efore|[Aa]fter|[Uu]ntil|till|by|[Bb]etween|[Ff]rom|[Dd]uring|[Ll]ast|(?:from|between)\s\p{L}+\s(?:and|to))\s)May\b(?!,?\s*\d)/gu;

/** Rewrites a text in words that Chrono can read. */
const rewriteForReader = (text: string): string =>
  text
    .replace(PART_OF_DAY, 'on ')
    .replace(TIME_MODIFIER, 'in ')
    .replace(/\b(\p{L}{3,9}) the (?=\d{1,2}(?:st|nd|rd|th)\b)/giu, '$1 ')
    .replace(BARE_MAY, 'in May')
    .replace(/\b(?:the )?(day|week|month|year) before last\b/gi, '2 $1s ago')
    .replace(
      /\bbetween (?:the )?(\d{1,2}(?:st|nd|rd|th)?) and (?:the )?(?=\d{1,2}(?:st|nd|rd|th)? (?:of )?\p{L}{3})/giu,
      '$1 to ',
    );

const PREPOSITION = /^(?:in|during|of|since|until|before|after|by|year|from|between|and|to)\s+/i;

/** The text before a time, including a preposition that is part of the time, as in "since 2023". */
const textBefore = (result: ParsedResult, text: string, from = 0): string =>
  `${text.slice(from, result.index)}${PREPOSITION.exec(result.text)?.[0] ?? ''}`.replace(/\b(?:in\s+|the\s+)+$/i, '');

const isSpan = (text: string, one: ParsedResult, next: ParsedResult): boolean =>
  /\b(?:between|from)\s+$/i.test(textBefore(one, text)) &&
  /^\s*(?:and|to|until|till|-|–)\s+$/i.test(textBefore(next, text, one.index + one.text.length));

/** Whether a time is written with two ends, as "3 to 5 May". A quarter or a season has no written ends. */
const hasTwoEnds = ({ end, text }: ParsedResult): boolean =>
  Boolean(end) && /[-–]|\b(?:to|and|until|till|through)\b/i.test(text);

/**
 * Whether the first time counts back from the second: "the Sunday before 25 October", "last week, just before May 3,
 * 2023". "The week before" a date is not included, since Chrono itself reads it.
 */
const isCountedBackFrom = (text: string, one: ParsedResult, next: ParsedResult): boolean =>
  !isDated(one) &&
  /^,?\s*(?:just |right |shortly )?(?:before|prior to)\s+$/i.test(textBefore(next, text, one.index + one.text.length));

const isWeekendOf = (text: string, one: ParsedResult, next: ParsedResult): boolean =>
  /\bweekend$/i.test(one.text) && /^\s+of\s+$/i.test(textBefore(next, text, one.index + one.text.length));

/** Reads a time that counts back from the start of another time. It must end before that start. */
function countBack({ text }: ParsedResult, from: TimeRange | undefined, { timeZone }: SaidAt): TimeRange[] {
  if (!from) return [];
  const then = { at: from.from, timeZone };
  const ranges = resultsIn(text, then).flatMap((result) => rangesOf(result, then));
  return ranges.map((range) =>
    range.to <= from.from
      ? range
      : { from: daysAfter(range.from, -7, timeZone), to: daysAfter(range.to, -7, timeZone) },
  );
}

/** Joins each start with the first end after it, unless another start comes before that end. */
const joinStartsAndEnds = (starts: readonly TimeRange[], ends: readonly TimeRange[]): TimeRange[] =>
  starts.flatMap(({ from }, index) => {
    const end = ends.find(({ to }) => to > from);
    const later = starts[index + 1];
    return end && !(later && later.from < end.to) ? [{ from, to: end.to }] : [];
  });

/**
 * Applies "since", "after", "until" and "before" to a time. A date without a year has several times; the latest that
 * has begun is used.
 */
function applyPreposition(times: readonly TimeRange[], before: string, asked: SaidAt): readonly TimeRange[] {
  const { at } = asked;
  const last = findLatest(times, asked);
  if (!last) return [];
  const { from, to } = last;
  if (/\b(?:since|starting|from)\s+$/i.test(before)) return [{ from, to: Math.max(to, at) }];
  if (/\bafter\s+$/i.test(before)) return [{ from: to, to: Math.max(to + DAY_MS, at) }];
  if (/\b(?:until|till|before|by|up to)\s+$/i.test(before)) return [{ from: 0, to: from }];
  return /\blast\s+$/i.test(before) ? [last] : times;
}

/** The latest range that has begun, or the last range if none has. */
const findLatest = (times: readonly TimeRange[], { at }: SaidAt): TimeRange | undefined =>
  times.findLast(({ from }) => from <= at) ?? times.at(-1);

/** The ranges that a time names: one, or one per year for a date without a year. */
function rangesOf(result: ParsedResult, said: SaidAt): TimeRange[] {
  const { start, end } = result;
  if (start.isCertain('year') || end?.isCertain('year') || !start.isCertain('month')) return [rangeOf(result, said)];
  const last = Math.min(new Date(said.at).getUTCFullYear() + 1, LAST_YEAR);
  const years = Array.from({ length: Math.max(0, last - FIRST_YEAR + 1) }, (_, index) => FIRST_YEAR + index);
  const yearly = (parts: ParsedComponents) => years.map((year) => rangeOfParts(parts, year, said.timeZone));
  return end ? joinStartsAndEnds(yearly(start), yearly(end)) : yearly(start);
}

function rangeOf({ start, end, text }: ParsedResult, said: SaidAt): TimeRange {
  const { timeZone, at } = said;
  const day = rangeOfParts(start, start.get('year')!, timeZone);
  const isWeekday = start.isCertain('weekday') && !start.isCertain('day');
  if (end) {
    const { to } = rangeOfParts(end, end.get('year')!, timeZone);
    return isWeekday ? moveToPast({ from: day.from, to }, said, text) : { from: day.from, to };
  }
  if (SEVERAL_PAST.test(text)) return { from: day.from, to: at };
  if (SEVERAL_COMING.test(text)) return { from: at, to: day.to };
  if (/weekend/i.test(text)) return weekendOf(isWeekday ? moveToPast(day, said, text) : day, timeZone);
  if (isWeekday) return moveToPast(day, said, text);
  return /\b(?:weeks?|fortnight)\b/i.test(text) ? weekOf(day, timeZone) : day;
}

const SEVERAL_PAST = /^(?:the )?(?:last|past|previous) (?:couple of|\w+) \w+s$/i;
const SEVERAL_COMING = /^(?:the )?(?:next|coming) (?:couple of|\w+) \w+s$/i;

/** Moves a weekday in the future back by a week, unless the text says "next" or "coming". */
function moveToPast(days: TimeRange, { at, timeZone }: SaidAt, text: string): TimeRange {
  if (days.from <= at || /next|coming/i.test(text)) return days;
  return { from: daysAfter(days.from, -7, timeZone), to: daysAfter(days.to, -7, timeZone) };
}

function weekendOf(day: TimeRange, timeZone: string): TimeRange {
  const { to } = weekOf(day, timeZone);
  return { from: daysAfter(to, -2, timeZone), to };
}

/** The week from Monday to Sunday that contains a day. */
function weekOf({ from }: TimeRange, timeZone: string): TimeRange {
  const sinceMonday = (new Date(from + minutesEastOfUtc({ at: from, timeZone }) * 60_000).getUTCDay() + 6) % 7;
  return { from: daysAfter(from, -sinceMonday, timeZone), to: daysAfter(from, 7 - sinceMonday, timeZone) };
}

/** The range of the day, month or year that the text states. */
function rangeOfParts(parts: ParsedComponents, year: number, timeZone: string): TimeRange {
  const month = parts.get('month')! - 1;
  const day = parts.get('day')!;
  const hasDay =
    parts.isCertain('day') || parts.isCertain('weekday') || (!parts.isCertain('year') && !parts.isCertain('month'));
  const hasMonth = hasDay || parts.isCertain('month');
  const from = hasDay ? [year, month, day] : hasMonth ? [year, month, 1] : [year, 0, 1];
  const to = hasDay ? [year, month, day + 1] : hasMonth ? [year, month + 1, 1] : [year + 1, 0, 1];
  return { from: startOfDay(from, timeZone), to: startOfDay(to, timeZone) };
}

/** The start of the day that is `days` days after the day that begins at `start`, whatever clock changes lie between. */
function daysAfter(start: number, days: number, timeZone: string): number {
  const local = new Date(start + minutesEastOfUtc({ at: start, timeZone }) * 60_000);
  return startOfDay([local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days], timeZone);
}

/**
 * The start of a day in a time zone, as epoch ms. If clocks skip midnight on this day, returns the first moment after
 * midnight.
 */
function startOfDay([year, month, day]: readonly number[], timeZone: string): number {
  const utc = Date.UTC(year!, month!, day!);
  const startIfEastBy = (minutes: number) => utc - minutes * 60_000;
  const near = startIfEastBy(minutesEastOfUtc({ at: utc, timeZone }));
  const start = startIfEastBy(minutesEastOfUtc({ at: near, timeZone }));
  const isMidnight = start === near || start === startIfEastBy(minutesEastOfUtc({ at: start, timeZone }));
  return isMidnight ? start : Math.max(near, start);
}

/** The offset of a time zone from UTC at a time, in minutes, positive to the east. 0 for an invalid time. */
function minutesEastOfUtc({ at, timeZone }: SaidAt): number {
  if (timeZone === 'UTC' || Number.isNaN(new Date(at).getTime())) return 0;
  const offset = offsetFormatOf(timeZone)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(offset ?? '') ?? [];
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
}

const formatByTimeZone = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 50;

/**
 * Finds the format that gives the offsets of a time zone. Formats are cached, since creating a format takes a hundred
 * times as long as using it.
 */
function offsetFormatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatByTimeZone.get(timeZone);
  if (known) return known;
  if (formatByTimeZone.size >= FORMATS_MAX) formatByTimeZone.clear();
  const made = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formatByTimeZone.set(timeZone, made);
  return made;
}
