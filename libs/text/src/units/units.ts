/** A unit: the dimension that it measures, and the factor to the base unit of this dimension. */
export interface Unit {
  readonly dimension: string;
  readonly factor: number;
}
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Maps each word for a unit to the unit. All comparisons of values use this table. */
export const unitsByWord: ReadonlyMap<string, Unit> = new Map(
  (
    [
      ['duration', 1, 'ms millisecond milliseconds msec'],
      ['duration', 1_000, 's sec secs second seconds'],
      ['duration', MINUTE_MS, 'min mins minute minutes'],
      ['duration', HOUR_MS, 'h hr hrs hour hours'],
      ['duration', DAY_MS, 'd day days'],
      ['duration', 7 * DAY_MS, 'week weeks wk wks'],
      ['duration', 14 * DAY_MS, 'fortnight fortnights'],
      ['duration', 30 * DAY_MS, 'month months'],
      ['duration', 91.25 * DAY_MS, 'quarter quarters'],
      ['duration', 365 * DAY_MS, 'year years y yr yrs'],
      ['duration', 3_650 * DAY_MS, 'decade decades'],
      ['size', 1, 'b byte bytes'],
      ['size', 1_000, 'kb kilobyte kilobytes kib'],
      ['size', 1_000_000, 'mb megabyte megabytes mib mbyte'],
      ['size', 1_000_000_000, 'gb gigabyte gigabytes gib gigs gig'],
      ['size', 1_000_000_000_000, 'tb terabyte terabytes tib'],
      ['mass', 0.001, 'mg milligram milligrams'],
      ['mass', 1, 'g gram grams'],
      ['mass', 1_000, 'kg kilogram kilograms kilo kilos'],
      ['mass', 1_000_000, 't ton tons tonne tonnes'],
      ['length', 1, 'mm millimetre millimetres millimeter millimeters'],
      ['length', 10, 'cm centimetre centimetres centimeter centimeters'],
      ['length', 1_000, 'm metre metres meter meters'],
      ['length', 1_000_000, 'km kilometre kilometres kilometer kilometers'],
      ['speed', 1, 'km/h kmh kph'],
      ['share', 1, '% percent pct'],
      ['share', 0.01, 'bp bps'],
      ['money', 1, '€ $ £ ¥ eur euro euros usd dollar dollars gbp pound pounds chf francs franc yen bucks'],
      ['money', 0.01, 'cent cents'],
      ['temperature', 1, '° °c c degrees degree celsius'],
      ['frequency', 1, 'hz hertz'],
      ['frequency', 1_000, 'khz'],
      ['frequency', 1_000_000, 'mhz'],
      ['power', 1, 'w watt watts'],
      ['power', 1_000, 'kw kilowatt kilowatts'],
    ] as const
  ).flatMap(([dimension, factor, names]) => names.split(' ').map((name) => [name, { dimension, factor }] as const)),
);
