import { unitsByWord, type Unit } from '../units/units.ts';

export type { Unit };

/** Maps letters after numbers in commands, as in `--for 30m` and `--memory 2g`, to words for units. */
const unitWordByLetter: ReadonlyMap<string, string> = new Map(Object.entries({ m: 'min', k: 'kb', g: 'gb', t: 'tb' }));
const unitOf = (word: string): Unit | undefined => unitsByWord.get(unitWordByLetter.get(word) ?? word);

/**
 * A number that stands alone or is the value of a key, with any sign. Parts of an id, a path, a date, a time or a
 * version do not match.
 */
const NUMBER =
  /(?<=^|[^\w./:-]|(?:^|[\s([=,:])-|["']:-?)(\d[\d,_]*(?:\.\d+)?)(?![\w/-]*[/-]\w|:\d|\.\d)(?: ?([a-z]+\b|%))?/gi;

const numberByWord = new Map(
  'zero one two three four five six seven eight nine ten'.split(' ').map((word, at) => [word, at]),
);
const NUMBER_WORD = new RegExp(`\\b(?:${[...numberByWord.keys()].join('|')})\\b`, 'gi');

/** Finds the numbers of a text with their units. */
const quantitiesIn = (text: string): { value: number; unit: Unit | undefined }[] =>
  [...text.replace(NUMBER_WORD, (word) => String(numberByWord.get(word.toLowerCase()))).matchAll(NUMBER)].map(
    ([, digits = '', unit = '']) => ({
      value: Number(digits.replace(/[,_]/g, '')),
      unit: unitOf(unit.toLowerCase()),
    }),
  );

/** Finds the unit that a text gives for a number. */
export const unitIn = (text: string, value: number | undefined): Unit | undefined =>
  quantitiesIn(text).find((one) => one.value === value && one.unit)?.unit;

/**
 * Finds values that are comparable with a number in this unit: values of the same dimension, converted to the unit. If
 * there are none, finds numbers without a unit.
 */
export function comparableIn(text: string, unit: Unit | undefined): number[] {
  const all = quantitiesIn(text);
  const alike = all.filter((one) => one.unit?.dimension === unit?.dimension && unit !== undefined);
  if (unit && alike.length > 0) return alike.map((one) => (one.value * one.unit!.factor) / unit.factor);
  return all.filter((one) => one.unit === undefined || unit === undefined).map(({ value }) => value);
}
