import type { IdentifierForm } from './pattern.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
/** Numeric day and time of day, as the sources of patterns. */
export const DAY = String.raw`(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}(?<between>[-/.])\d{1,2}\k<between>\d{4})`;
export const TIME = String.raw`\d{1,2}:[0-5]\d(?:\s*[ap]\.?m\b\.?)?`;
const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const TIME_OF_DAY = /^(\d{1,2}):([0-5]\d)(?:\s*([ap])\.?m\.?)?$/i;

/** Reads a calendar day, in each of its numeric orders and with the name of the month. */
export function formOfDay(written: string): IdentifierForm | undefined {
  const first = YEAR_FIRST.exec(written);
  if (first) return dayForm([{ year: first[1]!, month: Number(first[2]), day: Number(first[3]) }]);
  const last = YEAR_LAST.exec(written);
  if (!last) return undefined;
  const [one, other] = [Number(last[1]), Number(last[3])];
  return dayForm([
    { year: last[4]!, month: one, day: other },
    { year: last[4]!, month: other, day: one },
  ]);
}

function dayForm(days: readonly { year: string; month: number; day: number }[]): IdentifierForm | undefined {
  const sources = days.flatMap(({ year, month, day }) => {
    const name = MONTHS[month - 1];
    if (name === undefined || day < 1 || day > 31) return [];
    const [m, d] = [`0?${month}`, `0?${day}`];
    const spelled = `${name.slice(0, 3)}(?:${name.slice(3)})?\\.?`;
    const numeric = [`${year}[-/.]${m}[-/.]${d}`, `${m}[-/.]${d}[-/.]${year}`, `${d}[-/.]\\s?${m}[-/.]\\s?${year}`];
    return [
      ...numeric,
      `${spelled}\\s+${d}(?:st|nd|rd|th)?,?\\s+${year}`,
      `${d}(?:st|nd|rd|th|\\.)?\\s+${spelled},?\\s+${year}`,
    ];
  });
  if (sources.length === 0) return undefined;
  // The day within a code, such as INV-2024-05-11-003, names the code.
  return {
    whole: new RegExp(`(?<!\\d)(?<![\\p{L}\\p{N}][-_.])(?:${sources.join('|')})(?!\\d)(?![-_][\\p{L}\\p{N}])`, 'u'),
  };
}

/** Reads a time of day, in the form of 24 hours and in that of 12. */
export function formOfTimeOfDay(written: string): IdentifierForm | undefined {
  const [whole, hour, minute, half] = TIME_OF_DAY.exec(written) ?? [];
  if (whole === undefined) return undefined;
  const given = Number(hour);
  const hours = half === undefined ? given : (given % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hours > 23) return undefined;
  const short = `${hours % 12 === 0 ? 12 : hours % 12}:${minute}\\s*${hours < 12 ? 'a' : 'p'}\\.?m\\b`;
  const long = `0?${hours}:${minute}(?!\\s*[ap]\\.?m\\b)`;
  return { whole: new RegExp(`(?<![\\d:])(?:${short}|${long})(?![\\d:])`, 'u') };
}
