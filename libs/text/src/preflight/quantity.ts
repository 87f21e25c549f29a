/** A unit, as how many of the smallest one of its kind it is. */
export interface Unit {
  readonly kind: 'time' | 'size' | 'share';
  readonly factor: number;
}

const unitsOf = (kind: Unit['kind'], factors: Readonly<Record<string, number>>): [string, Unit][] =>
  Object.entries(factors).flatMap(([names, factor]) =>
    names.split(' ').map((name): [string, Unit] => [name, { kind, factor }]),
  );

const KIB = 1024;
const UNITS = new Map<string, Unit>([
  ...unitsOf('time', { 's sec second': 1, 'm min minute': 60, 'h hr hour': 3_600, 'd day': 86_400, 'w week': 604_800 }),
  ...unitsOf('size', { b: 1, 'k kb kib': KIB, 'mb mib': KIB ** 2, 'g gb gib': KIB ** 3, 't tb tib': KIB ** 4 }),
  ...unitsOf('share', { '% percent': 1 }),
]);
/** A number by itself: no part of an id, a path, a date, a time or a version. */
const NUMBER = /(?<![\w./:-])(\d[\d,_]*(?:\.\d+)?)(?![\w/-]*[/-]\w|:\d|\.\d)(?: ?([a-z]+\b|%))?/gi;

interface Quantity {
  readonly value: number;
  readonly unit: Unit | undefined;
}

/** Numbers of a text with their units. */
export const quantitiesIn = (text: string): Quantity[] =>
  [...text.matchAll(NUMBER)].map(([, digits = '', unit = '']) => ({
    value: Number(digits.replace(/[,_]/g, '')),
    unit: UNITS.get(unit.toLowerCase()) ?? UNITS.get(unit.toLowerCase().replace(/s$/, '')),
  }));

/** The unit that a text gives a number. */
export const unitIn = (text: string, value: number | undefined): Unit | undefined =>
  quantitiesIn(text).find((one) => one.value === value && one.unit)?.unit;

/** Values that are comparable with a number of a unit: of its kind where there are some, else those without a unit. */
export function comparableIn(text: string, unit: Unit | undefined): number[] {
  const all = quantitiesIn(text);
  const alike = all.filter((one) => one.unit?.kind === unit?.kind && unit !== undefined);
  if (unit && alike.length > 0) return alike.map((one) => (one.value * one.unit!.factor) / unit.factor);
  return all.filter((one) => one.unit === undefined || unit === undefined).map(({ value }) => value);
}
