import type { Measure } from './measures.ts';

const scheduleDimensions: ReadonlySet<string> = new Set(['clock', 'weekday', 'date', 'month', 'year', 'turn']);
/** Whether a value is a time and not an amount. */
export const isScheduled = ({ dimension }: Measure): boolean => scheduleDimensions.has(dimension);

/**
 * Finds the dimensions in which two sentences share no value. For each dimension, returns the first value of each
 * sentence.
 */
export function findDifferingMeasures(
  one: readonly Measure[],
  other: readonly Measure[],
): (readonly [one: Measure, other: Measure])[] {
  const dimensions = [...new Set(one.map(({ dimension }) => dimension))];
  return dimensions.flatMap((dimension) => {
    const [these, those] = [valuesOf(dimension, one), valuesOf(dimension, other)];
    const shares = these.some((each) => those.some((its) => isEqual(each, its)));
    return those.length === 0 || shares ? [] : [[these[0]!, those[0]!] as const];
  });
}

const valuesOf = (wanted: string, measures: readonly Measure[]): Measure[] =>
  measures.filter(({ dimension }) => dimension === wanted);

const HALF_DAY = 720;

function isEqual(one: Measure, other: Measure): boolean {
  // Rates per different times, such as a day and a month, cannot be compared.
  if (one.per !== undefined && other.per !== undefined && one.per !== other.per) return true;
  const [short, long] = one.parts.length <= other.parts.length ? [one, other] : [other, one];
  if (short.parts.every((part, at) => part === long.parts[at])) return true;
  const [first, its] = [one.parts[0]!, other.parts[0]!];
  if (isLongDuration(one) && isLongDuration(other) && Math.max(first, its) <= Math.min(first, its) * CALENDAR_SLACK)
    return true;
  // A time that does not say whether it is in the morning or the evening, such as "at 9", equals both.
  if (one.dimension === 'clock' && (hasNoHalfOfDay(one) || hasNoHalfOfDay(other)))
    return first % HALF_DAY === its % HALF_DAY;
  // Complementary shares are equal: "85 % used" and "15 % free".
  return one.dimension === 'share' && first + its === 100;
}

const MONTH_MS = 28 * 86_400_000;
/** The factor by which equal long durations may differ, since months and years vary in length: "two years" equal "24 months". */
const CALENDAR_SLACK = 1.02;
const isLongDuration = ({ dimension, parts }: Measure): boolean =>
  (dimension === 'duration' || dimension === 'period') && parts[0]! >= MONTH_MS;

const hasNoHalfOfDay = ({ text, parts }: Measure): boolean =>
  parts.length === 1 && parts[0]! < HALF_DAY && !/[ap]m|morning|evening|:/i.test(text);
