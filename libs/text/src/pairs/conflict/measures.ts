import { dateOf, numberOf } from '../word-lists.ts';
import { amountAt, textAt, type Amount } from './amounts.ts';
import { unitsByWord } from '../../units/units.ts';
import type { Token } from './tokens.ts';
import {
  factorByMultiplier,
  instanceNouns,
  nounsOfNumbers,
  prepositions,
  valueByTens,
  valueIntroducers,
  wideWords,
} from './vocabulary.ts';
import { isFinite, isVerbAt } from './word-forms.ts';

/** A value in a sentence, in a normal form: two spellings of the same value give equal measures. */
export interface Measure {
  /** `duration`, `money`, `clock`, `weekday`, `date`, `period`, `version`, `number` and the like. */
  readonly dimension: string;
  /** The value, or both ends of a range, or the parts of a version. */
  readonly parts: readonly number[];
  /** The text of the measure as written. */
  readonly text: string;
  /** The noun directly before the number: "port" in "port 5433". */
  readonly name?: string;
  /** The time span of a rate, in ms: one minute for "100 requests per minute". */
  readonly per?: number;
}

/**
 * Consecutive tokens that were read as a value. `label` is the name directly before the number, if the number may be
 * part of that name: "Node" in "Node 22".
 */
export interface MeasureSpan {
  readonly from: number;
  readonly to: number;
  readonly measure: Measure;
  readonly label?: string;
}

/** Facts about the whole sentence. */
interface Context {
  readonly hasDay: boolean;
  readonly hasVersion: boolean;
}

type Reader = (tokens: readonly Token[], at: number, context: Context) => MeasureSpan | undefined;

const VERSION_WORD = /^(?:versions?|edition|msrv)$/;

/** Finds the values of a sentence, in order. */
export function measuresIn(tokens: readonly Token[]): MeasureSpan[] {
  const context = {
    hasDay: tokens.some(isWeekday),
    hasVersion: tokens.some(({ text }) => VERSION_WORD.test(text)),
  };
  const found: MeasureSpan[] = [];
  for (let at = 0; at < tokens.length;) {
    const read = mayBegin(tokens[at]!) ? readFirst(tokens, at, context) : undefined;
    if (read) found.push(addRate(tokens, read));
    at = read?.to ?? at + 1;
  }
  return found;
}

/** The maximum number of words between a number and "per": "100 API requests per minute". */
const COUNTED_WORDS_MAX = 2;

function addRate(tokens: readonly Token[], read: MeasureSpan): MeasureSpan {
  for (let at = read.to; at <= read.to + COUNTED_WORDS_MAX; at += 1) {
    const unit = /^(?:per|an?|each|every)$/.test(textAt(tokens, at))
      ? unitsByWord.get(textAt(tokens, at + 1))
      : undefined;
    if (unit?.dimension === 'duration') return { ...read, measure: { ...read.measure, per: unit.factor } };
  }
  return read;
}

function readFirst(tokens: readonly Token[], at: number, context: Context): MeasureSpan | undefined {
  for (const reader of measureReaders) {
    const read = reader(tokens, at, context);
    if (read) return read;
  }
  return undefined;
}

const startingWords: ReadonlySet<string> = new Set(
  'a - minus noon midnight every each once twice thrice free half quarter third per last this next'.split(' '),
);
const CURRENCY = /^\p{Sc}$/u;

/** A quick test whether a value may begin at a token. */
function mayBegin(token: Token): boolean {
  if (token.kind === 'number' || startingWords.has(token.text)) return true;
  if (token.kind === 'sign') return CURRENCY.test(token.text);
  return isNumberWord(token.text) || unitByAdverb.has(token.text) || dateWord(token) !== undefined;
}

const isNumberWord = (text: string): boolean =>
  valueByTens.has(text) || factorByMultiplier.has(text) || numberOf(text) !== undefined;

const rawOf = (tokens: readonly Token[], from: number, to: number): string =>
  tokens.slice(from, to).reduce((said, { raw, isGlued }) => said + (said === '' || isGlued ? '' : ' ') + raw, '');

interface TokenRange {
  readonly from: number;
  readonly to: number;
}

const readOf = (
  tokens: readonly Token[],
  { from, to }: TokenRange,
  dimension: string,
  parts: readonly number[],
): MeasureSpan => ({
  ...{ from, to },
  measure: { dimension, parts, text: rawOf(tokens, from, to) },
});

const dateWord = ({ text, kind, raw }: Token): string | undefined =>
  kind === 'word' ? dateOf(text, /^\p{Lu}/u.test(raw)) : undefined;

const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const isWeekday = (token: Token): boolean => WEEKDAYS.includes(dateWord(token) ?? '');
const monthOf = (token: Token | undefined): number => (token ? MONTHS.indexOf(dateWord(token) ?? '') + 1 : 0);

const readWeekday: Reader = (tokens, at) => {
  const day = WEEKDAYS.indexOf(dateWord(tokens[at]!) ?? '');
  return day < 0 ? undefined : readOf(tokens, { from: at, to: at + 1 }, 'weekday', [day]);
};

const ISO_DATE = /^\d{4}-(\d\d)-(\d\d)$/;
const DOTTED_DATE = /^(\d{1,2})\.(\d{1,2})\.\d{4}$/;
const ORDINAL_ENDING = /^(?:st|nd|rd|th)$/;

/** Reads the month and the day of a date in digits as 100 × month + day. */
function readDigitDate(text: string): number | undefined {
  const [, isoMonth, isoDay] = ISO_DATE.exec(text) ?? [];
  const [, day = isoDay, month = isoMonth] = DOTTED_DATE.exec(text) ?? [];
  return month === undefined ? undefined : Number(month) * 100 + Number(day);
}

/**
 * Reads "31 March", "the 9th of May", "March 31st", "2026-03-31". The year of a date in digits is dropped, since other
 * texts omit the year.
 */
const readDate: Reader = (tokens, at) => {
  const written = readDigitDate(textAt(tokens, at));
  if (written !== undefined) return readOf(tokens, { from: at, to: at + 1 }, 'date', [written]);
  const behind = at + (ORDINAL_ENDING.test(textAt(tokens, at + 1)) ? 2 : 1);
  const monthAt = behind + (textAt(tokens, behind) === 'of' ? 1 : 0);
  if (tokens[at]!.kind === 'number') return readDayOfMonth(tokens, { monthAt, dayAt: at, from: at, to: monthAt + 1 });
  const month = monthOf(tokens[at]);
  if (month === 0) return undefined;
  const to = at + (ORDINAL_ENDING.test(textAt(tokens, at + 2)) ? 3 : 2);
  const ofYear = YEAR.test(textAt(tokens, at + 1)) ? Number(textAt(tokens, at + 1)) : undefined;
  if (ofYear !== undefined) return readOf(tokens, { from: at, to: at + 2 }, 'month', [month, ofYear]);
  return (
    readDayOfMonth(tokens, { monthAt: at, dayAt: at + 1, from: at, to }) ??
    readOf(tokens, { from: at, to: at + 1 }, 'month', [month])
  );
};

const YEAR = /^(?:19|20)\d\d$/;
const offsetByTurn: ReadonlyMap<string, number> = new Map(Object.entries<number>({ last: -1, this: 0, next: 1 }));

/** Reads "last year" or "next week". */
const readTurn: Reader = (tokens, at) => {
  const which = offsetByTurn.get(textAt(tokens, at));
  const unit = unitsByWord.get(textAt(tokens, at + 1));
  return which !== undefined && unit?.dimension === 'duration' && unit.factor > HOUR_MS
    ? readOf(tokens, { from: at, to: at + 2 }, 'turn', [which])
    : undefined;
};
const HOUR_MS = 3_600_000;

function readDayOfMonth(
  tokens: readonly Token[],
  { monthAt, dayAt, ...stretch }: TokenRange & { readonly monthAt: number; readonly dayAt: number },
): MeasureSpan | undefined {
  const [month, day] = [monthOf(tokens[monthAt]), Number(textAt(tokens, dayAt))];
  if (month === 0 || !(day >= 1 && day <= 31)) return undefined;
  const year = YEAR.test(textAt(tokens, stretch.to)) ? [Number(textAt(tokens, stretch.to))] : [];
  return readOf(tokens, { from: stretch.from, to: stretch.to + year.length }, 'date', [month * 100 + day, ...year]);
}

const RANGE_END_WORD = /^(?:to|-|\u2013|until|till)$/;

/** Reads a time as minutes of the day: "9:15", "2 am", "4:30 in the morning", "noon", and "9 to 11" in a sentence with a weekday. */
const readClock: Reader = (tokens, at, { hasDay }) => {
  const from = readTimeOfDay(tokens, at) ?? (isBareHour(tokens, at, hasDay) ? readHour(tokens, at) : undefined);
  if (!from) return undefined;
  const until = RANGE_END_WORD.test(textAt(tokens, from.to))
    ? (readTimeOfDay(tokens, from.to + 1) ?? readHour(tokens, from.to + 1))
    : undefined;
  const to = until?.to ?? from.to;
  return readOf(tokens, { from: at, to }, 'clock', until ? [from.value, until.value] : [from.value]);
};

/** Whether a number without "am" or "pm" is an hour: "Tuesdays 9 to 11", "9 sharp". */
function isBareHour(tokens: readonly Token[], at: number, hasDay: boolean): boolean {
  if (tokens[at]!.kind !== 'number') return false;
  if (/^(?:sharp|o'clock)$/.test(textAt(tokens, at + 1))) return true;
  const isAfter = /^(?:at|from)$/.test(textAt(tokens, at - 1));
  const isRange = RANGE_END_WORD.test(textAt(tokens, at + 1));
  return hasDay ? isAfter || isRange : isAfter && isRange && !unitsByWord.has(textAt(tokens, at + 3));
}

const MINUTES_PER_HOUR = 60;
const NOON_MINUTES = 12 * MINUTES_PER_HOUR;
const DAY_MINUTES = 24 * MINUTES_PER_HOUR;
const PART_OF_DAY = /^in the (?:morning|afternoon|evening)/;

/** The text of an hour, with a number word in digits: "nine" becomes "9". */
const hourText = (tokens: readonly Token[], at: number): string => numberOf(textAt(tokens, at)) ?? textAt(tokens, at);

function readHour(tokens: readonly Token[], at: number): Amount | undefined {
  const [, hours, minutes = '0'] = /^(\d{1,2})(?:[:.](\d\d))?$/.exec(hourText(tokens, at)) ?? [];
  if (hours === undefined || Number(hours) > 24) return undefined;
  const tail = rawOf(tokens, at + 1, at + 4).toLowerCase();
  const time = (Number(hours) % 24) * MINUTES_PER_HOUR + Number(minutes);
  const isLate = /^(?:pm\b|in the (?:afternoon|evening)|at night)/.test(tail);
  const turned =
    isLate && time < NOON_MINUTES
      ? time + NOON_MINUTES
      : tail.startsWith('am') && time >= NOON_MINUTES
        ? time - NOON_MINUTES
        : time;
  return { value: turned % DAY_MINUTES, to: at + 1 + (/^[ap]m\b/.test(tail) ? 1 : PART_OF_DAY.test(tail) ? 3 : 0) };
}

/** Maps a phrase to its minutes after the hour. */
const minutesByPhrase: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({ 'quarter past': 15, 'half past': 30, 'quarter to': -15 }),
);

/** Reads a time that is recognisable without its context. */
function readTimeOfDay(tokens: readonly Token[], at: number): Amount | undefined {
  const text = textAt(tokens, at);
  const past = minutesByPhrase.get(`${text} ${textAt(tokens, at + 1)}`);
  const hour = past === undefined ? undefined : readHour(tokens, at + 2);
  if (hour && past !== undefined) return { ...hour, value: (hour.value + past + DAY_MINUTES) % DAY_MINUTES };
  if (text === 'noon' || text === 'midnight') return { value: text === 'noon' ? NOON_MINUTES : 0, to: at + 1 };
  return /^\d{1,2}:\d\d$/.test(text) || /^[ap]m$/.test(textAt(tokens, at + 1)) ? readHour(tokens, at) : undefined;
}

const EVERY_WORD = /^(?:every|each)$/;
const RATE_WORD = /^(?:a|an|per|every|each)$/;
const unitByAdverb: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    ...{
      hourly: 'hour',
      daily: 'day',
      nightly: 'day',
      weekly: 'week',
      biweekly: 'fortnight',
      fortnightly: 'fortnight',
    },
    ...{ quarterly: 'quarter', monthly: 'month', yearly: 'year', annually: 'year' },
  }),
);
const PERIOD_DETERMINER = /^(?:our|the|a|an|my|your|their|each|every|this|per)$/;

/** Reads an adverb of frequency as a period: "runs hourly", but not "the daily is at ten" or "the weekly report". */
const readRegularly: Reader = (tokens, at) => {
  const unit = unitsByWord.get(unitByAdverb.get(textAt(tokens, at)) ?? '');
  const [before, next] = [textAt(tokens, at - 1), tokens[at + 1]];
  const isAdverb = next === undefined || next.kind === 'sign' || prepositions.has(next.text);
  if (!unit || !isAdverb || before === '' || PERIOD_DETERMINER.test(before)) return undefined;
  return readOf(tokens, { from: at, to: at + 1 }, 'period', [unit.factor]);
};

const countByWord: ReadonlyMap<string, number> = new Map(Object.entries<number>({ once: 1, twice: 2, thrice: 3 }));

/** Maps a word after "every" to a factor of the period: "every half hour", "every other week". */
const factorByWord: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({ half: 0.5, other: 2, second: 2, third: 3 }),
);

/** Reads a period, the time from one event to the next: "every 5 minutes", "once per hour", "twice an hour". */
const readPeriod: Reader = (tokens, at) => {
  if (EVERY_WORD.test(textAt(tokens, at))) {
    const share = factorByWord.get(textAt(tokens, at + 1));
    const counted = share ? { value: share, to: at + 2 } : (amountAt(tokens, at + 1) ?? { value: 1, to: at + 1 });
    const unitAt = counted.to + (/^an?$/.test(textAt(tokens, counted.to)) ? 1 : 0);
    return periodOf(tokens, { from: at, to: unitAt + 1 }, (each) => counted.value * each);
  }
  const named = countByWord.get(textAt(tokens, at));
  const counted = named === undefined ? amountAt(tokens, at) : { value: named, to: at + 1 };
  if (!counted) return undefined;
  const perAt = named === undefined ? counted.to + 1 : counted.to;
  const isCounted = named !== undefined || textAt(tokens, counted.to) === 'times';
  if (!isCounted || !RATE_WORD.test(textAt(tokens, perAt))) return undefined;
  return periodOf(tokens, { from: at, to: perAt + 2 }, (each) => each / counted.value);
};

function periodOf(
  tokens: readonly Token[],
  stretch: TokenRange,
  lengthOf: (unit: number) => number,
): MeasureSpan | undefined {
  const unit = unitsByWord.get(textAt(tokens, stretch.to - 1));
  // In "every second Thursday" the word "second" is not a unit of time.
  if (tokens[stretch.to] && isWeekday(tokens[stretch.to]!)) return undefined;
  return unit?.dimension === 'duration' ? readOf(tokens, stretch, 'period', [lengthOf(unit.factor)]) : undefined;
}

const percentByFraction: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({ half: 50, quarter: 25, third: 33 }),
);

/** Reads a share, as in "half of the traffic", or a price of zero, as in "it is free". */
const readNamedQuantity: Reader = (tokens, at) => {
  const text = textAt(tokens, at);
  if (text === 'free' && /^(?:is|are|for)$/.test(textAt(tokens, at - 1)))
    return readOf(tokens, { from: at, to: at + 1 }, 'money', [0]);
  const isShare = percentByFraction.get(text) !== undefined && textAt(tokens, at + 1) === 'of';
  return isShare && !unitsByWord.has(textAt(tokens, at + 3))
    ? readOf(tokens, { from: at, to: at + 2 }, 'share', [percentByFraction.get(text)!])
    : undefined;
};

const LENGTH_INTRODUCER = /^(?:for|after|within|takes?|lasts?|least|most|than)$/;

/** Reads a single unit as a duration: "for a week", but not "five a week". */
const readSingleUnit: Reader = (tokens, at) => {
  const unit = unitsByWord.get(textAt(tokens, at + 1));
  const isOne = /^an?$/.test(textAt(tokens, at)) && LENGTH_INTRODUCER.test(textAt(tokens, at - 1));
  return isOne && unit?.dimension === 'duration'
    ? readOf(tokens, { from: at, to: at + 2 }, 'duration', [unit.factor])
    : undefined;
};

const RANGE_WORD = /^(?:to|-|\u2013|and)$/;

/** Reads a number with its unit, or a range: "30 s", "€12,000", "10 to 20 %". */
const readQuantity: Reader = (tokens, at) => {
  if (CURRENCY.test(textAt(tokens, at))) {
    const amount = amountAt(tokens, at + 1);
    return amount && readOf(tokens, { from: at, to: amount.to }, 'money', [amount.value]);
  }
  const first = readPartOfHour(tokens, at) ?? amountAt(tokens, at);
  if (!first) return undefined;
  const second = RANGE_WORD.test(textAt(tokens, first.to)) ? amountAt(tokens, first.to + 1) : undefined;
  const unit = unitAt(tokens, (second ?? first).to);
  const values = second ? [first.value, second.value] : [first.value];
  return (
    unit &&
    readOf(
      tokens,
      { from: at, to: unit.to },
      unit.dimension,
      values.map((each) => roundValue(each * unit.factor)),
    )
  );
};

function unitAt(tokens: readonly Token[], at: number) {
  const [word, next] = [textAt(tokens, at), textAt(tokens, at + 1)];
  if (word === 'basis') return { dimension: 'share', factor: 0.01, to: at + 2 };
  if (word === 'per' && next === 'cent') return { dimension: 'share', factor: 1, to: at + 2 };
  const unit = unitsByWord.get(word);
  return unit && { ...unit, to: at + (unit.dimension === 'temperature' && next === 'c' ? 2 : 1) };
}

/** Reads the fraction in "half an hour" or "a quarter of an hour". */
function readPartOfHour(tokens: readonly Token[], at: number): Amount | undefined {
  const from = /^(?:a|per)$/.test(textAt(tokens, at)) ? at + 1 : at;
  const said = rawOf(tokens, from, from + 3).toLowerCase();
  if (said.startsWith('quarter of an')) return { value: 0.25, to: from + 3 };
  return /^half an? /.test(said) ? { value: 0.5, to: from + 2 } : undefined;
}

const roundValue = (value: number): number => Number(value.toPrecision(9));

/**
 * Reads a number without a unit. The number is a value after a word that introduces values, or before the noun that it
 * counts. After a name, the number may be the version or the number of the named thing; the `label` is then this name.
 */
const readBareNumber: Reader = (tokens, at, context) => {
  const number = numberAt(tokens, at);
  if (!number) return undefined;
  const [before, next] = [tokens[at - 1], tokens[number.to]];
  const stretch = { from: at, to: number.to };
  const counts = isTelling(next) && !next.isName && number.parts.length === 1;
  if (isVersionAt([before, next], context) && !counts) return readOf(tokens, stretch, 'version', number.parts);
  const instance = instanceBefore(tokens, at);
  if (instance !== undefined && number.parts.length === 1)
    return { ...readOf(tokens, stretch, 'number', number.parts), label: instance };
  const label = introducesValue(before) ? undefined : labelOf(before, counts && !isNameOfSubject(tokens, at));
  if (label === undefined) return addName(readOf(tokens, stretch, 'number', [number.value]), before);
  const isVersion = before?.isName || number.parts.length > 1;
  const dimension = label === '' ? 'name' : isVersion ? 'version' : 'number';
  return { ...readOf(tokens, stretch, dimension, number.parts), label };
};

const addName = (read: MeasureSpan, before: Token | undefined): MeasureSpan =>
  before && nounsOfNumbers.has(before.text) ? { ...read, measure: { ...read.measure, name: before.text } } : read;

const introducesValue = (before: Token | undefined): boolean =>
  before === undefined || before.kind === 'sign' || valueIntroducers.has(before.text);

const isVersionAt = ([before, next]: readonly (Token | undefined)[], { hasVersion }: Context): boolean =>
  [before, next].some((token) => token !== undefined && VERSION_WORD.test(token.text)) ||
  (hasVersion && introducesValue(before));

/**
 * Whether digits after the first noun are part of the name of the subject, because another value follows: "Room 12 fits
 * 8 people".
 */
const isNameOfSubject = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]!.kind === 'number' &&
  (at === 1 || (at === 2 && wideWords.has(tokens[0]!.text))) &&
  tokens.slice(at + 1).some(mayBegin);

const NUMBER_SIGN = /^(?:number|no|nr)$/;

/**
 * The noun of a subject whose instances have numbers, directly before its number: "Run 4 was fine", "the import run number 4". Undefined
 * if the number counts a noun after it: "Run 4 workers".
 */
function instanceBefore(tokens: readonly Token[], at: number): string | undefined {
  const isSigned = NUMBER_SIGN.test(textAt(tokens, at - 1));
  const nounAt = isSigned ? at - 2 : at - 1;
  const noun = textAt(tokens, nounAt);
  if (tokens[at]!.kind !== 'number' || !instanceNouns.has(noun)) return undefined;
  const isSubject = tokens
    .slice(0, nounAt)
    .every((token) => token.kind === 'word' && !prepositions.has(token.text) && !isFinite(token));
  const isCounting = !isSigned && isTelling(tokens[at + 1]) && !isVerbAt(tokens, at + 1);
  return isSubject && !isCounting ? noun : undefined;
}

/**
 * The name to which a number may belong. Empty in "the budget for 2024" and "the 2024 report"; undefined if the number
 * is a value.
 */
function labelOf(before: Token | undefined, counts: boolean): string | undefined {
  if (isTelling(before) && (before.isName || !counts)) return before.text;
  return before && (before.text === 'the' || (!counts && prepositions.has(before.text))) ? '' : undefined;
}

/** Reads a number, with its parts if it has the form of a version. */
function numberAt(tokens: readonly Token[], at: number): (Amount & { readonly parts: readonly number[] }) | undefined {
  const { text, kind } = tokens[at]!;
  if (text === 'one' && /^(?:of|day|moment)$/.test(textAt(tokens, at + 1))) return undefined;
  const amount = amountAt(tokens, at);
  if (kind === 'number' && /^\d+(?:\.\d+)+$/.test(text)) {
    const parts = text.split('.').map(Number);
    return { value: amount?.value ?? parts[0]!, to: amount?.to ?? at + 1, parts };
  }
  return amount && { ...amount, parts: [amount.value] };
}

/** Whether a word may be the name before a number or the noun that the number counts. */
const isTelling = (token: Token | undefined): token is Token =>
  token?.kind === 'word' && !prepositions.has(token.text) && !wideWords.has(token.text);

const IN_YEAR = /^(?:in|by|since|until|till|from|of|during|before|after)$/;

/** Reads a year after a preposition: "in 2023". */
const readYear: Reader = (tokens, at) =>
  IN_YEAR.test(textAt(tokens, at - 1)) && YEAR.test(textAt(tokens, at)) && !unitsByWord.has(textAt(tokens, at + 1))
    ? readOf(tokens, { from: at, to: at + 1 }, 'year', [Number(textAt(tokens, at))])
    : undefined;

const measureReaders: readonly Reader[] = [
  readWeekday,
  readDate,
  readTurn,
  readYear,
  readClock,
  readPeriod,
  readRegularly,
  readNamedQuantity,
  readSingleUnit,
  readQuantity,
  readBareNumber,
];
