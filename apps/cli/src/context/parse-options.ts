import { FIRST_MS, isDay, startOfDay } from '@cairn/contracts';
import { InvalidArgumentError, Option } from 'commander';

/** A number as it is written; the server says which range it takes. */
export function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

/** A point in time as epoch milliseconds: the number itself, or anything that is a date. A day begins at midnight here. */
export const parseTime = (text: string): number => timeOf(text, (day) => startOfDay(day, localTimeZone()));

/** The last moment of a stretch: a day that is named belongs to it as a whole. */
export const parseUntil = (text: string): number => timeOf(text, (day) => startOfDay(day, localTimeZone(), 1) - 1);

/** The moment at which something ends: after a day that is named. */
export const parseEnd = (text: string): number => timeOf(text, (day) => startOfDay(day, localTimeZone(), 1));

function timeOf(given: string, ofDay: (day: string) => number): number {
  const text = given.trim();
  const isNumber = /^[-+]?\d+(?:\.\d+)?$/.test(text) && !YEAR.test(text);
  if (isNumber && Number(text) < FIRST_MS)
    throw new InvalidArgumentError('It must be epoch milliseconds, not seconds.');
  const value = isNumber ? Number(text) : isDay(text) ? ofDay(text) : Date.parse(text);
  if (!Number.isFinite(value) || value < 0)
    throw new InvalidArgumentError(
      'It must be a date such as 2026-03-01, a time such as 2026-03-01T14:00Z, or epoch milliseconds.',
    );
  return value;
}

/** A number that is a date itself. */
const YEAR = /^\d{4}$/;

/** The entries of a comma-separated list, without empty ones. */
export const parseList = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** An option that takes a comma-separated list of the words of a vocabulary, which help names. */
export const wordsOption = (flags: string, description: string, words: readonly string[]): Option =>
  new Option(flags, `${description}, comma-separated: ${words.join(', ')}`).argParser((text) =>
    requireWords(parseList(text), words),
  );

function requireWords(given: readonly string[], words: readonly string[]): readonly string[] {
  if (given.every((word) => words.includes(word))) return given;
  throw new InvalidArgumentError(`Allowed choices are ${words.join(', ')}.`);
}

/** Where the person at the terminal is: what "yesterday" in a question means. */
export const localTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
