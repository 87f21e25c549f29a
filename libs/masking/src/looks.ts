import { notRandom, notSecrets } from './rules/not-secrets.ts';

/** Tells whether a value is a stand-in for a secret: a placeholder, a reference, an expression. */
export const isPlaceholder = (value: string): boolean => {
  const head = value.slice(0, EXAMINED_CHARS_MAX);
  return notSecrets.some((shape) => shape.test(head));
};

/** Maximum number of characters that are examined; the beginning of a value is enough to judge it. */
const EXAMINED_CHARS_MAX = 256;

const RANDOM_CHARS_MIN = 16;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (value: string): boolean => UUID.test(value);

/** Tells whether a machine generated the value: it is long, has many different characters, and is not made of words. */
export function looksRandom(whole: string, length: number = RANDOM_CHARS_MIN): boolean {
  const value = whole.slice(0, EXAMINED_CHARS_MAX);
  if (value.length < length || /\s/.test(value)) return false;
  if (notRandom.some((shape) => shape.test(value)) || isOfWords(value)) return false;
  return (
    bitsPerCharacter(value) >= (value.length < RANDOM_CHARS_MIN ? 2.2 : 2.6) && (isMixed(value) || isJumbled(value))
  );
}

const isMixed = (value: string): boolean => /\d/.test(value) && /\p{L}/u.test(value);

/** True when upper and lower case alternate more often than in an identifier. */
function isJumbled(value: string): boolean {
  let turns = 0;
  for (let at = 1; at < value.length; at += 1) if (isCapital(value[at - 1]!) !== isCapital(value[at]!)) turns += 1;
  return turns / value.length >= 0.4;
}

const isCapital = (character: string): boolean => character >= 'A' && character <= 'Z';

/** True for a value of words, years and small numbers with separators, such as `edge-2025-03` or `db_creds_v2`. */
function isOfWords(value: string): boolean {
  if (isName(value)) return true;
  const parts = value.split(/[-_./:,]/).filter((part) => part !== '');
  return parts.every((part) => /^(?:v?\d{1,4}|[A-Za-z][a-z]*|[A-Z]+|[a-z]+\d{1,2})$/.test(part));
}

/**
 * True for a camel-case name with at least three letters per hump, such as `getLastTokenOnLine2`; in random letters, humps have
 * about two.
 */
const isName = (value: string): boolean =>
  /^[A-Za-z]+\d{0,2}$/.test(value) && value.length / (value.replace(/[^A-Z]/g, '').length + 1) >= 3.2;

export function bitsPerCharacter(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
