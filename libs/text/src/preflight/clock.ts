/** Minutes of a day, from the first to before the last; past midnight where the last is less. */
export interface Window {
  readonly from: number;
  readonly to: number;
}

const DAY = 24 * 60;
const HALF_HOUR = 30;
const TIME = '([01]?\\d|2[0-3])[:.]([0-5]\\d|\\*)';
const SPAN = new RegExp(`(?:\\b(?:between|from)\\s+)?\\b${TIME}\\s*(?:and|to|until|-|–)\\s*${TIME}`, 'i');
const BOUND = new RegExp(`\\b(after|since|from|before|until|till)\\s+${TIME}`, 'i');
const AT = new RegExp(`(?:\\b(?:at|around)\\s+)?(?<![\\w:./])${TIME}(?![\\w:./]*\\w)`, 'i');

/** The window of a day that a text names, and the rest of the text. */
export function windowIn(text: string): { readonly window: Window; readonly rest: string } | undefined {
  for (const [form, windowOf] of forms) {
    const match = form.exec(text);
    if (match) return { window: windowOf(match), rest: text.replace(match[0], ' ').trim() };
  }
  return undefined;
}

const minutesOf = (hour: string | undefined, minute: string | undefined): number =>
  Number(hour) * 60 + (minute === '*' ? 0 : Number(minute));

const forms: readonly (readonly [RegExp, (match: RegExpExecArray) => Window])[] = [
  [
    SPAN,
    ([, hour, minute, lastHour, lastMinute]) => ({
      from: minutesOf(hour, minute),
      to: minutesOf(lastHour, lastMinute),
    }),
  ],
  [
    BOUND,
    ([, word, hour, minute]) =>
      /^(?:before|until|till)$/i.test(word!)
        ? { from: 0, to: minutesOf(hour, minute) }
        : { from: minutesOf(hour, minute), to: DAY },
  ],
  [
    AT,
    ([, hour, minute]) => {
      const from = minutesOf(hour, minute);
      return { from, to: from + (minute === '*' ? 60 : HALF_HOUR) };
    },
  ],
];

/** Times of a day that a text says, in minutes. */
export const timesIn = (text: string): number[] =>
  [...text.matchAll(/(?<![\w:./-])([01]?\d|2[0-3]):([0-5]\d)(?![\w:./-]*\w)/g)].map(([, hour, minute]) =>
    minutesOf(hour, minute),
  );

export const isWithin = ({ from, to }: Window, minute: number): boolean =>
  from <= to ? minute >= from && minute < to : minute >= from || minute < to;
