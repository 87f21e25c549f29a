import { foldSpelling } from './fold.ts';

/** A written form of an identifier, as patterns for folded text. */
export interface IdentifierForm {
  readonly whole: RegExp;
  /** Matches a longer identifier that begins with this one; undefined where a beginning names nothing. */
  readonly beginning?: RegExp;
}

const CHARACTER = '[\\p{L}\\p{M}\\p{N}]';
const JOINER = '[-._/:@+\\\\]';
const SEPARATOR_INSIDE = '[\\s().\\-/_]{0,2}';
const SEPARATORS = '\\s().\\-/_:+\\\\#?=&%';
const UNSPACED_SEPARATORS = SEPARATORS.slice(2);
const SEPARATOR = `[${SEPARATORS}]{0,3}`;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** Length of a code with a digit that is distinct wherever separators stand. */
const LOOSE_FROM = 7;
const BEGINNING_FROM = 8;
const ADDRESS_AND_PORT = /^(\d{1,3}(?:\.\d{1,3}){3})([:/]\d+)?$/;

// Three groups of digits or more between single blanks are one number, of which each part is another number. The code of
// a country may stand before it, and a day, a time or the month of an expiry after it.
const COUNTRY = `(?<!${CHARACTER})(?:(?:\\+|00)\\d{1,3}|1)`;
const NEXT_GROUP = '\\x20\\d+(?!\\d|[/:]\\d|[-.]\\d+[-.]\\d)';
const BEGINS_ROW = `(?:(?<!\\d\\x20)|(?<=${COUNTRY}\\x20)|(?!\\d+\\x20\\d)(?<!\\d\\x20\\d+\\x20))`;
const ENDS_ROW = `(?!(?<=\\d)${NEXT_GROUP}${NEXT_GROUP})(?!(?<=\\d\\x20\\d+)${NEXT_GROUP})`;
const BEGINS = `(?<!${CHARACTER})(?<!${CHARACTER}@)${BEGINS_ROW}`;
const ENDS = `(?!${CHARACTER})(?!${JOINER}${CHARACTER})${ENDS_ROW}`;
const APART = `(?<!${CHARACTER}(?:${JOINER}|#))`;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
const patternOf = (source: string): RegExp => new RegExp(source, 'u');
const isDigits = (text: string): boolean => /^\d+$/.test(text);
export const charactersOf = (text: string): string => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Form of a text as it is written, between boundaries. */
export function formOfLiteral(written: string): IdentifierForm {
  const words = foldSpelling(written).trim().split(/\s+/).map(escaped);
  return { whole: patternOf(`${BEGINS}${APART}${words.join('\\s+')}${ENDS}`) };
}

/** Short number: with the written separators, since 74821 is another one than 7-4821. */
function shortNumberForm(token: string): IdentifierForm {
  const written = token.replace(/^\D+/, '').replace(/^0+(?=\d)/, '');
  const body = written.split(/\s+/).map(escaped).join('\\s+');
  return { whole: patternOf(`${BEGINS}${APART}0*${body}${ENDS}`) };
}

/** Number: separators anywhere between its digits, with or without leading zeros and country code. */
function numberForm(token: string): IdentifierForm {
  const digits = charactersOf(token);
  if (digits.length < LOOSE_FROM) return shortNumberForm(token);
  const country = /^\+(\d{1,3})[^\d]/.exec(token)?.[1];
  const significant = digits.slice(country?.length ?? 0).replace(/^0+(?=\d)/, '');
  const body = [...significant].join(SEPARATOR_INSIDE);
  const prefix = country === undefined ? '0*' : `(?:${country}${SEPARATOR})?0*`;
  // The end of a longer number is another number.
  const before = `(?:(?<!\\d[-.])|(?<=${COUNTRY}[-.]))`;
  return { whole: patternOf(`${BEGINS}${before}${prefix}${SEPARATOR}${body}${ENDS}`) };
}

const addressForm = (address: string, port: string): IdentifierForm => {
  const octets = address.split('.').map((octet) => `0*${Number(octet)}`);
  return { whole: patternOf(`${BEGINS}(?<!\\d\\.)${octets.join('\\.')}${escaped(port)}${ENDS}`) };
};

/** Code, handle, path or host: its separators may be others or none. */
export function formOfCode(written: string): IdentifierForm {
  const token = foldSpelling(written);
  const runs = token.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  const before = /^\d/.test(runs[0] ?? '') ? `(?<!${CHARACTER}[-._])` : '';
  const whole = `${BEGINS}${before}${codeBody(token)}`;
  // The beginning of a random code tells it apart; order_7 and order_70 are two orders.
  const last = runs.at(-1) ?? '';
  const mayBegin = last.length >= BEGINNING_FROM && /\d/.test(last) && /\p{L}/u.test(last);
  return {
    whole: patternOf(`${whole}${ENDS}`),
    ...(mayBegin && { beginning: patternOf(`${whole}(?!(?<=\\d)\\d)`) }),
  };
}

function codeBody(token: string): string {
  const characters = charactersOf(token);
  const isLoose = /\d/.test(characters) && characters.length >= LOOSE_FROM;
  // The letters before a number name its kind: order_77_3 is another order than order_773.
  const areDigitsLoose = characters.replace(/^\D+/u, '').length >= LOOSE_FROM;
  const [first, ...others] = Array.from(
    token.matchAll(/([^\p{L}\p{M}\p{N}]*)([\p{L}\p{M}\p{N}])/gu),
    ([, separator, character]) => ({ separator: separator!, character: character! }),
  );
  let body = escaped(first?.character ?? '');
  let previous = first?.character ?? '';
  for (const { separator, character } of others) {
    const isFixed = isDigits(previous + character) && !areDigitsLoose;
    body += betweenCharacters(separator, { isLoose, isFixed }) + escaped(character);
    previous = character;
  }
  return body;
}

/** Separators that may stand where a code has this one. */
function betweenCharacters(
  separator: string,
  { isLoose, isFixed }: { readonly isLoose: boolean; readonly isFixed: boolean },
): string {
  if (separator === '') return isLoose && !isFixed ? SEPARATOR_INSIDE : '';
  // A short code without its hyphen is two words: A-12 is not "a 12".
  const separators = isLoose || /\s/.test(separator) ? SEPARATORS : UNSPACED_SEPARATORS;
  return `[${separators}]{${isFixed ? 1 : 0},3}`;
}

const MAIL = /^"?([^"@\s]+)"?@(\S+)$/u;
const TAG = '(?:\\+[\\p{L}\\p{N}._-]+)?';

/** Mail address: with or without quotation marks and the tag after the plus. */
function mailForm(token: string): IdentifierForm | undefined {
  const [, local, domain] = MAIL.exec(token) ?? [];
  if (local === undefined || !domain?.includes('.')) return undefined;
  const name = escaped(local.replace(/(?<=.)\+.*$/, ''));
  return { whole: patternOf(`(?<![\\p{L}\\p{N}._+-])"?${name}${TAG}"?@${escaped(domain)}${ENDS}`) };
}

/** Bank code: the branch XXX is the head office, which the short form names. */
const bankForm = (token: string): IdentifierForm | undefined =>
  /^[A-Z]{8}(XXX)?$/.test(token)
    ? { whole: patternOf(`${BEGINS}${foldSpelling(token.slice(0, 8))}(?:xxx)?${ENDS}`) }
    : undefined;

/** A short handle is a common word, unless the sign stands before it. */
const handleForm = (token: string): IdentifierForm | undefined =>
  /^@\p{L}{1,5}$/u.test(token) ? { whole: patternOf(`(?<!${CHARACTER})${token}${ENDS}`) } : undefined;

/** Forms of a token that is written without blanks, such as an address, a number, a path or a handle. */
export const formsOfToken = (written: string): IdentifierForm[] => [formOfToken(written), formOfLiteral(written)];

function formOfToken(written: string): IdentifierForm {
  const token = foldSpelling(written).replace(/[^\p{L}\p{M}\p{N}]+$/u, '');
  const special = bankForm(written) ?? mailForm(token) ?? handleForm(token);
  if (special) return special;
  const bare = token.replace(/^(https?:\/\/)?(www\.)?[#@]?/, '');
  const [, address, port = ''] = ADDRESS_AND_PORT.exec(bare) ?? [];
  if (address !== undefined) return addressForm(address, port);
  return isDigits(charactersOf(bare)) ? numberForm(bare) : formOfCode(bare);
}

/** Form of a name: its words in order. Scripts without blanks have no word boundaries, but whole syllables. */
export function formOfName(name: string): IdentifierForm {
  const body = foldSpelling(name).split(/\s+/).map(escaped).join('\\s+');
  const [before, after] = UNSPACED.test(name) ? ['', '(?!\\p{M})'] : [`(?<!${CHARACTER})`, `(?!${CHARACTER})`];
  return { whole: patternOf(before + body + after) };
}
