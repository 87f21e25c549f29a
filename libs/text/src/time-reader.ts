import { casual, type Chrono } from 'chrono-node/en';

/**
 * The first month of each season in the northern hemisphere, from 1. Winter has 0, which is December of the previous
 * year.
 */
const firstMonthBySeason: Readonly<Record<string, number>> = { spring: 3, summer: 6, autumn: 9, fall: 9, winter: 0 };
const SEASON_NAME = String.raw`(${Object.keys(firstMonthBySeason).join('|')})`;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ORDINALS = ['first', 'second', 'third', 'fourth'];

/** Numbers the months since year 0, so that months of different years can be compared. */
const monthNumberOf = (year: number, month: number): number => year * 12 + month;
const monthOf = (count: number) => ({ year: Math.floor((count - 1) / 12), month: ((count - 1) % 12) + 1 });

/**
 * The first month of a season, numbered since year 0. "Last summer" is over, "this summer" is in the current year,
 * "next summer" is in the future.
 */
function firstMonthOfSeason(which: string, season: string, on: Date): number {
  const now = monthNumberOf(on.getUTCFullYear(), on.getUTCMonth() + 1);
  const thisYears = monthNumberOf(on.getUTCFullYear(), firstMonthBySeason[season]!);
  if (which === 'this') return thisYears;
  if (which === 'next') return thisYears > now ? thisYears : thisYears + 12;
  return thisYears + 2 < now ? thisYears : thisYears - 12;
}

/** The first and last day of "the second week" or "the last week" of a month. Without a year, February has 28 days. */
function daysOfWeek(which: string, month: number, year = 2001): readonly [number, number] {
  const nth = ORDINALS.indexOf(which);
  if (nth >= 0) return [nth * 7 + 1, nth * 7 + 7];
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return [length - 6, length];
}

/**
 * Creates Chrono's reader and adds patterns that it lacks: months in digits, bare years, quarters, seasons, weeks of a month, and dates
 * with dots, day first.
 */
export function createTimeReader(): Chrono {
  const made = casual.clone();
  made.parsers.unshift(
    {
      pattern: () => /\b((?:19|20)\d{2})-(0[1-9]|1[0-2])\b(?![-./]?\d)/,
      extract: (_, { 1: year, 2: month }) => ({ year: Number(year), month: Number(month) }),
    },
    {
      pattern: () =>
        /\b(?:in|during|of|since|until|before|after|by|year|from|between|and|to)\s+((?:19|20)\d{2})\b(?![-/.]\d)/i,
      extract: (_, { 1: year }) => ({ year: Number(year) }),
    },
    {
      pattern: () => /\b(\d{1,2})\.(\d{1,2})\.((?:19|20)\d{2})\b/,
      extract: (_, { 1: day, 2: month, 3: year }) =>
        Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
          ? { day: Number(day), month: Number(month), year: Number(year) }
          : null,
    },
    {
      pattern: () => /\bQ([1-4])(?:\s+of)?\s+((?:19|20)\d{2})\b/i,
      extract: (context, { 0: named, 1: quarter, 2: year, index }) => {
        const month = Number(quarter) * 3;
        const first = { year: Number(year), month: month - 2 };
        return context.createParsingResult(index!, named, first, { year: Number(year), month });
      },
    },
    {
      pattern: () =>
        new RegExp(String.raw`\b(?:${SEASON_NAME}(?: of|,)? ((?:19|20)\d{2})|(last|this|next) ${SEASON_NAME})\b`, 'i'),
      extract: (context, { 0: named, 1: season, 2: year, 3: which, 4: counted, index }) => {
        const first = season
          ? monthNumberOf(Number(year), firstMonthBySeason[season.toLowerCase()]!)
          : firstMonthOfSeason(which!.toLowerCase(), counted!.toLowerCase(), context.refDate);
        return context.createParsingResult(index!, named, monthOf(first), monthOf(first + 2));
      },
    },
    {
      pattern: () =>
        new RegExp(
          String.raw`\b(${ORDINALS.join('|')}|last) week (?:of|in) (${MONTHS.join('|')})[a-z]*\b(?:,? ((?:19|20)\d{2}))?`,
          'i',
        ),
      extract: (context, { 0: named, 1: which, 2: name, 3: year, index }) => {
        const month = MONTHS.indexOf(name!.toLowerCase()) + 1;
        const known = year ? { year: Number(year), month } : { month };
        const [from, to] = daysOfWeek(which!.toLowerCase(), month, known.year);
        return context.createParsingResult(index!, named, { ...known, day: from }, { ...known, day: to });
      },
    },
  );
  return made;
}
