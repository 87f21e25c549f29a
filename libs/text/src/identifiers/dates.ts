import type { IdentifierForm } from './pattern.ts';

const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const YEAR_FIRST = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
const YEAR_LAST = /(?<!\d)(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)/;
const TIME = /(?<!\d)(\d{1,2}):(\d{2})(?:\s*([ap])\.?m\b\.?)?(?![\d:])/i;

export interface ReadForm {
  readonly form: IdentifierForm;
  /** The part of the request that it was read from. */
  readonly written: string;
}

/** Reads a calendar day, in each of its numeric orders and with the name of the month. */
export function readDay(request: string): ReadForm | undefined {
  const first = YEAR_FIRST.exec(request);
  if (first) return dayForm(first[0], [{ year: first[1]!, month: Number(first[2]), day: Number(first[3]) }]);
  const last = YEAR_LAST.exec(request);
  if (!last) return undefined;
  const [one, other] = [Number(last[1]), Number(last[3])];
  const orders = [
    ...(one <= 12 ? [{ month: one, day: other }] : []),
    ...(other <= 12 ? [{ month: other, day: one }] : []),
  ];
  return dayForm(
    last[0],
    orders.map((order) => ({ year: last[4]!, ...order })),
  );
}

function dayForm(written: string, days: readonly { year: string; month: number; day: number }[]): ReadForm | undefined {
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
  return { written, form: { whole: new RegExp(`(?<!\\d)(?:${sources.join('|')})(?!\\d)`, 'u') } };
}

/** Reads a time of day, in the form of 24 hours and in that of 12. */
export function readTimeOfDay(request: string): ReadForm | undefined {
  const [written, hour, minute, half] = TIME.exec(request) ?? [];
  if (written === undefined) return undefined;
  const given = Number(hour);
  const hours = half === undefined ? given : (given % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (hours > 23) return undefined;
  const short = `${hours % 12 === 0 ? 12 : hours % 12}:${minute}\\s*${hours < 12 ? 'a' : 'p'}\\.?m\\b`;
  const long = `0?${hours}:${minute}(?!\\s*[ap]\\.?m\\b)`;
  return { written, form: { whole: new RegExp(`(?<![\\d:])(?:${short}|${long})(?![\\d:])`, 'u') } };
}
