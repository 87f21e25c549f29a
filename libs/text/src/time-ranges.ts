import type { TimeRange } from '@cairn/contracts';
import type { ParsedComponents } from 'chrono-node';
import type { ParsedResult } from 'chrono-node/en';
import { readerOfTimes } from './time-reader.ts';

/** When something is said: what "yesterday" and "last week" count from. */
export interface SaidAt {
  /** Epoch ms. */
  readonly at: number;
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string;
}

const DAY_MS = 86_400_000;
/** The years that a date without a year can mean; who asks from the year 275760 gets no more of them. */
const FIRST_YEAR = 1990;
const LAST_YEAR = 2100;
/** Nobody names more times in one text that matter; a pasted log may hold thousands. */
const RANGES_MAX = 8;
/** Times are read in so many characters of a text. */
const READ_MAX = 1_000;

/** Without one of these, no text names a time; a look is a hundred times cheaper than reading. */
const MAY_NAME_A_TIME =
  /\d{4}|\d[./-]\d|\b(?:yesterday|today|tonight|tomorrow|ago|last|past|previous|next|this|since|before|after|until|week|weekend|month|mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

const reader = readerOfTimes();

/**
 * The times that a query names, read with the asking time: dates, months and years, weekdays, "last week", "two days ago",
 * "since Monday", "between 3 and 10 May". A date without a year means that date of every year up to the next one.
 */
export function timeRangesIn(query: string, asked: SaidAt): TimeRange[] {
  const text = plainly(query.slice(0, READ_MAX));
  const found = resultsIn(text, asked);
  const ranges: TimeRange[] = [];
  for (let index = 0; index < found.length; index++) {
    const result = found[index]!;
    const next = found[index + 1];
    const together = next && togetherIn(text, result, next, asked);
    ranges.push(...(together ?? aloneIn(text, result, asked)));
    if (together) index++;
  }
  return ranges.filter(({ from, to }) => from < to);
}

/** Combines two times by the words between them; undefined when they are independent. */
function togetherIn(text: string, one: ParsedResult, next: ParsedResult, asked: SaidAt): TimeRange[] | undefined {
  if (isSpan(text, one, next)) return spans(rangesOf(one, asked), rangesOf(next, asked));
  if (isWeekendOf(text, one, next)) return rangesOf(next, asked).map((day) => weekend(day, asked.timeZone));
  return isCountedBackFrom(text, one, next) ? countedBack(one, latest(rangesOf(next, asked), asked), asked) : undefined;
}

function aloneIn(text: string, result: ParsedResult, asked: SaidAt): readonly TimeRange[] {
  const lead = leadTo(result, text);
  const named = rangesOf(result, asked);
  const times = /\bweek\s+of\s+$/i.test(lead) ? named.map((day) => weekOf(day, asked.timeZone)) : named;
  return hasTwoEnds(result) ? times : opened(times, lead, asked);
}

/**
 * The time that a text mentions, other than its own: "yesterday" in a message is the day before its timestamp. The first one that is no
 * longer than a month and not the day of the message; undefined if there is none or the day is unknown.
 */
export function mentionedTime(text: string, said: SaidAt): TimeRange | undefined {
  const found = resultsIn(plainly(text.slice(0, READ_MAX)), said).filter((result) => said.at > 0 || isDated(result));
  return found
    .map((result) => rangeOf(result, said))
    .find((range) => range.from < range.to && !isLongerThan(31, range) && !isDayOf(said, range));
}

/** A day may have 25 hours. */
const isLongerThan = (days: number, { from, to }: TimeRange): boolean => to - from > (days + 0.5) * DAY_MS;

const isDayOf = ({ at }: SaidAt, range: TimeRange): boolean =>
  range.from <= at && at < range.to && !isLongerThan(1, range);

function resultsIn(text: string, said: SaidAt): ParsedResult[] {
  if (!MAY_NAME_A_TIME.test(text)) return [];
  const instant = new Date(said.at);
  return reader
    .parse(text, { instant, timezone: minutesEastOfUtc(said) })
    .filter((result) => namesADay(result) && !isOrdinaryWord(text, result))
    .slice(0, RANGES_MAX);
}

const isDated = ({ start }: ParsedResult): boolean => start.isCertain('year') && !isRelative(start);

/** Whether a date is known only by counting from the time of saying. */
const isRelative = (start: ParsedComponents): boolean => [...start.tags()].some((tag) => RELATIVE.test(tag));

const RELATIVE = /^(?:result\/relativeDate|casualReference\/(?:yesterday|today|tonight|tomorrow))/;

/** A time of day alone says nothing of when something happened, and "in 5 minutes" or "now" are no days either. */
function namesADay({ start, text }: ParsedResult): boolean {
  if (start.tags().has('casualReference/now') || start.tags().has('result/relativeDateAndTime')) return false;
  if (/^(?:in|within|for) (?:a|an|the|one) \w+$/i.test(text)) return false;
  const names = (['year', 'month', 'day', 'weekday'] as const).some((part) => start.isCertain(part));
  return names || /week/i.test(text);
}

/** "may", "march", "sat" and "sun", and fractions such as "1/2", are a time only if they are written as one. */
function isOrdinaryWord(text: string, { text: named, index }: ParsedResult): boolean {
  if (!/^(?:may|march|mar|sat|sun|wed|dec|jan|\d{1,2}\/\d{1,2})$/i.test(named)) return false;
  const before = text.slice(0, index);
  if (/\b(?:in|during|of|since|until|by|before|after|last|next|this|on|and|or|to)\s+$/i.test(before)) return false;
  return !/^\p{Lu}/u.test(named) || before.trim() === '' || /[.!?]\s*$/.test(before);
}

/** "early May" is May and "late 2023" is 2023, for a range that is widened by days anyway. */
const SHADE = /\b(?:early|mid|late|(?:the )?(?:beginning|start|middle|end) of)[\s-]+(?=\p{L}|(?:19|20)\d{2}\b)/giu;

/** "The evening of 7 July" is that day. */
const PART_OF_DAY =
  /\b(?:(?:in|on|during) )?(?:the )?(?:late |early )?(?:morning|afternoon|evening|night)s? of (?:the )?(?=\d|yesterday|(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)[a-z]*\b)/gi;

/** Chrono takes "May" alone for a time only after "in". */
const BARE_MAY =
  /(?<=\b(?:[Ss]ince|[Bb]efore|[Aa]fter|[Uu]ntil|till|by|[Bb]etween|[Ff]rom|[Dd]uring|[Ll]ast|(?:from|between)\s\p{L}+\s(?:and|to))\s)May\b(?!,?\s*\d)/gu;

/** The text in the words that chrono reads. */
const plainly = (text: string): string =>
  text
    .replace(PART_OF_DAY, 'on ')
    .replace(SHADE, 'in ')
    .replace(/\b(\p{L}{3,9}) the (?=\d{1,2}(?:st|nd|rd|th)\b)/giu, '$1 ')
    .replace(BARE_MAY, 'in May')
    .replace(/\b(?:the )?(day|week|month|year) before last\b/gi, '2 $1s ago')
    .replace(
      /\bbetween (?:the )?(\d{1,2}(?:st|nd|rd|th)?) and (?:the )?(?=\d{1,2}(?:st|nd|rd|th)? (?:of )?\p{L}{3})/giu,
      '$1 to ',
    );

const PREPOSITION = /^(?:in|during|of|since|until|before|after|by|year|from|between|and|to)\s+/i;

/** The text before a found time, with the preposition that the time itself begins with, as "since 2023" does. */
const leadTo = (result: ParsedResult, text: string, from = 0): string =>
  `${text.slice(from, result.index)}${PREPOSITION.exec(result.text)?.[0] ?? ''}`.replace(/\b(?:in\s+|the\s+)+$/i, '');

const isSpan = (text: string, one: ParsedResult, next: ParsedResult): boolean =>
  /\b(?:between|from)\s+$/i.test(leadTo(one, text)) &&
  /^\s*(?:and|to|until|till|-|–)\s+$/i.test(leadTo(next, text, one.index + one.text.length));

/** "3 to 5 May"; a quarter or a season is one time. */
const hasTwoEnds = ({ end, text }: ParsedResult): boolean =>
  Boolean(end) && /[-–]|\b(?:to|and|until|till|through)\b/i.test(text);

/** "The Sunday before 25 October", "last week, just before May 3, 2023". Chrono reads "the week before" a date itself. */
const isCountedBackFrom = (text: string, one: ParsedResult, next: ParsedResult): boolean =>
  !isDated(one) &&
  /^,?\s*(?:just |right |shortly )?(?:before|prior to)\s+$/i.test(leadTo(next, text, one.index + one.text.length));

const isWeekendOf = (text: string, one: ParsedResult, next: ParsedResult): boolean =>
  /\bweekend$/i.test(one.text) && /^\s+of\s+$/i.test(leadTo(next, text, one.index + one.text.length));

/** A time that is counted back from the start of another one, which it does not reach into. */
function countedBack({ text }: ParsedResult, from: TimeRange | undefined, { timeZone }: SaidAt): TimeRange[] {
  if (!from) return [];
  const then = { at: from.from, timeZone };
  const ranges = resultsIn(text, then).flatMap((result) => rangesOf(result, then));
  return ranges.map((range) =>
    range.to <= from.from
      ? range
      : { from: daysAfter(range.from, -7, timeZone), to: daysAfter(range.to, -7, timeZone) },
  );
}

/** Each start with the end that follows it, where no other start does so first. */
const spans = (starts: readonly TimeRange[], ends: readonly TimeRange[]): TimeRange[] =>
  starts.flatMap(({ from }, index) => {
    const end = ends.find(({ to }) => to > from);
    const later = starts[index + 1];
    return end && !(later && later.from < end.to) ? [{ from, to: end.to }] : [];
  });

/** Applies "since", "after", "until" and "before" to a time. For a date without a year they mean the last one. */
function opened(times: readonly TimeRange[], before: string, asked: SaidAt): readonly TimeRange[] {
  const { at } = asked;
  const last = latest(times, asked);
  if (!last) return [];
  const { from, to } = last;
  if (/\b(?:since|starting|from)\s+$/i.test(before)) return [{ from, to: Math.max(to, at) }];
  if (/\bafter\s+$/i.test(before)) return [{ from: to, to: Math.max(to + DAY_MS, at) }];
  if (/\b(?:until|till|before|by|up to)\s+$/i.test(before)) return [{ from: 0, to: from }];
  return /\blast\s+$/i.test(before) ? [last] : times;
}

/** The last that has begun, or the last of all. */
const latest = (times: readonly TimeRange[], { at }: SaidAt): TimeRange | undefined =>
  times.findLast(({ from }) => from <= at) ?? times.at(-1);

/** A date without its year happens every year. */
function rangesOf(result: ParsedResult, said: SaidAt): TimeRange[] {
  const { start, end } = result;
  if (start.isCertain('year') || end?.isCertain('year') || !start.isCertain('month')) return [rangeOf(result, said)];
  const last = Math.min(new Date(said.at).getUTCFullYear() + 1, LAST_YEAR);
  const years = Array.from({ length: Math.max(0, last - FIRST_YEAR + 1) }, (_, index) => FIRST_YEAR + index);
  const yearly = (parts: ParsedComponents) => years.map((year) => rangeOfParts(parts, year, said.timeZone));
  return end ? spans(yearly(start), yearly(end)) : yearly(start);
}

function rangeOf({ start, end, text }: ParsedResult, said: SaidAt): TimeRange {
  const { timeZone, at } = said;
  const day = rangeOfParts(start, start.get('year')!, timeZone);
  const isWeekday = start.isCertain('weekday') && !start.isCertain('day');
  if (end) {
    const { to } = rangeOfParts(end, end.get('year')!, timeZone);
    return isWeekday ? inThePast({ from: day.from, to }, said, text) : { from: day.from, to };
  }
  if (SEVERAL_PAST.test(text)) return { from: day.from, to: at };
  if (SEVERAL_COMING.test(text)) return { from: at, to: day.to };
  if (/weekend/i.test(text)) return weekend(isWeekday ? inThePast(day, said, text) : day, timeZone);
  if (isWeekday) return inThePast(day, said, text);
  return /\b(?:weeks?|fortnight)\b/i.test(text) ? weekOf(day, timeZone) : day;
}

const SEVERAL_PAST = /^(?:the )?(?:last|past|previous) (?:couple of|\w+) \w+s$/i;
const SEVERAL_COMING = /^(?:the )?(?:next|coming) (?:couple of|\w+) \w+s$/i;

/** A bare weekday is the last one that was, unless the text says "next". */
function inThePast(days: TimeRange, { at, timeZone }: SaidAt, text: string): TimeRange {
  if (days.from <= at || /next|coming/i.test(text)) return days;
  return { from: daysAfter(days.from, -7, timeZone), to: daysAfter(days.to, -7, timeZone) };
}

function weekend(day: TimeRange, timeZone: string): TimeRange {
  const { to } = weekOf(day, timeZone);
  return { from: daysAfter(to, -2, timeZone), to };
}

/** Monday to Sunday around a day. */
function weekOf({ from }: TimeRange, timeZone: string): TimeRange {
  const sinceMonday = (new Date(from + minutesEastOfUtc({ at: from, timeZone }) * 60_000).getUTCDay() + 6) % 7;
  return { from: daysAfter(from, -sinceMonday, timeZone), to: daysAfter(from, 7 - sinceMonday, timeZone) };
}

/** The day, month or year that the certain parts name. */
function rangeOfParts(parts: ParsedComponents, year: number, timeZone: string): TimeRange {
  const month = parts.get('month')! - 1;
  const day = parts.get('day')!;
  const hasDay =
    parts.isCertain('day') || parts.isCertain('weekday') || (!parts.isCertain('year') && !parts.isCertain('month'));
  const hasMonth = hasDay || parts.isCertain('month');
  const from = hasDay ? [year, month, day] : hasMonth ? [year, month, 1] : [year, 0, 1];
  const to = hasDay ? [year, month, day + 1] : hasMonth ? [year, month + 1, 1] : [year + 1, 0, 1];
  return { from: midnight(from, timeZone), to: midnight(to, timeZone) };
}

/** The start of the day that comes so many days after the one that starts at `start`, whatever the clocks do in between. */
function daysAfter(start: number, days: number, timeZone: string): number {
  const local = new Date(start + minutesEastOfUtc({ at: start, timeZone }) * 60_000);
  return midnight([local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() + days], timeZone);
}

/** The start of a day in a time zone; where clocks skip midnight, the first moment after. */
function midnight([year, month, day]: readonly number[], timeZone: string): number {
  const utc = Date.UTC(year!, month!, day!);
  const startIfEastBy = (minutes: number) => utc - minutes * 60_000;
  const near = startIfEastBy(minutesEastOfUtc({ at: utc, timeZone }));
  const start = startIfEastBy(minutesEastOfUtc({ at: near, timeZone }));
  const isMidnight = start === near || start === startIfEastBy(minutesEastOfUtc({ at: start, timeZone }));
  return isMidnight ? start : Math.max(near, start);
}

/** How far clocks are ahead of UTC in a zone at a time; 0 where there is no such time. */
function minutesEastOfUtc({ at, timeZone }: SaidAt): number {
  if (timeZone === 'UTC' || Number.isNaN(new Date(at).getTime())) return 0;
  const offset = offsetsOf(timeZone)
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(offset ?? '') ?? [];
  return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) : 0;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const FORMATS_MAX = 50;

/** Making a format takes a hundred times as long as using it. */
function offsetsOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  if (formats.size >= FORMATS_MAX) formats.clear();
  const made = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, made);
  return made;
}
