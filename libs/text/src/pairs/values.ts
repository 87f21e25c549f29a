import { stemWord } from '../languages/stem.ts';
import type { Statement, Word } from './statement.ts';

/** A value in a text: an amount, a count or a time. */
export interface Value {
  /** The measure that makes values comparable: `$`, `%`, `clock`, `day`, or the stem of the counted noun. Empty for a bare number. */
  readonly measure: string;
  readonly value: string;
}

const CURRENCY = /^\p{Sc}$/u;
const CLOCK_TIME = /^(?:[ap]m|\d{1,2}:\d\d)$/i;
const PERCENT_SIGN = /^(?:%|percent)$/;

/** Finds the values of a text, in text order. */
export const valuesOf = ({ words }: Statement): Value[] =>
  words.flatMap((word, at) =>
    word.kind === 'number'
      ? [valueOf(word, words[at - 1], words[at + 1])]
      : isLoneDay(words, at)
        ? [dayOf(word.key)]
        : [],
  );

const dayOf = (value: string): Value => ({ measure: 'day', value });

/** Whether a word is a day without a number next to it: "on Friday". A part of a day never counts alone. */
const isLoneDay = (words: readonly Word[], at: number): boolean =>
  words[at]!.kind === 'date' &&
  words[at]!.key.endsWith('day') &&
  words[at - 1]?.kind !== 'number' &&
  words[at + 1]?.kind !== 'number';

function valueOf({ key }: Word, before: Word | undefined, after: Word | undefined): Value {
  if (before && CURRENCY.test(before.key)) return { measure: before.key, value: key };
  if (after && PERCENT_SIGN.test(after.key)) return { measure: '%', value: key };
  if (CLOCK_TIME.test(key) || (after && CLOCK_TIME.test(after.key)))
    return { measure: 'clock', value: `${key} ${after?.key ?? ''}` };
  const date = [before, after].find((word) => word?.kind === 'date');
  if (date) return dayOf(`${date.key} ${key}`);
  return { measure: after?.kind === 'unit' ? stemWord(after.key.toLowerCase()) : '', value: key };
}

/**
 * Compares values by measure. `other` if for a measure each text has a value that the other text lacks; else `same` if
 * the texts share a value; else undefined.
 */
export function agreementOf(one: readonly Value[], other: readonly Value[]): 'other' | 'same' | undefined {
  const measures = [...new Set(one.map(({ measure }) => measure).filter((measure) => measure !== ''))];
  const compared = measures.map((measure) => [valuesOfMeasure(measure, one), valuesOfMeasure(measure, other)] as const);
  if (compared.some(([these, those]) => hasOtherValues(these, those) && hasOtherValues(those, these))) return 'other';
  return compared.some(([these, those]) => [...these].some((value) => those.has(value))) ? 'same' : undefined;
}

const valuesOfMeasure = (wanted: string, values: readonly Value[]): Set<string> =>
  new Set(values.filter(({ measure }) => measure === wanted).map(({ value }) => value));

const hasOtherValues = (these: ReadonlySet<string>, those: ReadonlySet<string>): boolean =>
  [...these].some((value) => !those.has(value));
