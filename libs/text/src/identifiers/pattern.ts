import { foldSpelling } from './fold.ts';

/** A written form of an identifier, as patterns for folded text. */
export interface IdentifierForm {
  readonly whole: RegExp;
  /** Matches a longer identifier that begins with this one; undefined where a beginning names nothing. */
  readonly beginning?: RegExp;
}

const CHARACTER = '[\\p{L}\\p{N}]';
const JOINER = '[-._/:@+\\\\]';
const NOT_AFTER_CHARACTER = `(?<!${CHARACTER})(?<!${CHARACTER}@)`;
const ENDS = `(?!${CHARACTER})(?!${JOINER}${CHARACTER})`;
const SEPARATOR_INSIDE = '[\\s().\\-/_]{0,2}';
const SEPARATOR = '[\\s().\\-/_:+\\\\]{0,3}';
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** Length of a code with a digit that is distinct wherever separators stand. */
const LOOSE_FROM = 7;
const BEGINNING_FROM = 8;
const IP_ADDRESS = /^\d{1,3}(\.\d{1,3}){3}$/;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
const patternOf = (source: string): RegExp => new RegExp(source, 'u');
const isDigits = (text: string): boolean => /^\d+$/.test(text);
export const charactersOf = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

/** Number: separators anywhere between its digits, with or without leading zeros and country code. */
function numberForm(token: string): IdentifierForm {
  const digits = charactersOf(token);
  const country = /^\+(\d{1,3})[^\d]/.exec(token)?.[1];
  const significant = digits.slice(country?.length ?? 0).replace(/^0+(?=\d)/, '');
  const inside = digits.length >= LOOSE_FROM ? SEPARATOR_INSIDE : '';
  const body = [...significant].join(inside);
  const prefix = country === undefined ? '0*' : `(?:${country}${SEPARATOR}0*)?`;
  // A short number at the end of a longer one is another number.
  const before = digits.length < LOOSE_FROM ? `(?<!${CHARACTER}${JOINER})` : '';
  return { whole: patternOf(`${NOT_AFTER_CHARACTER}${before}${prefix}${inside && SEPARATOR}${body}${ENDS}`) };
}

const addressForm = (token: string): IdentifierForm => {
  const octets = token.split('.').map((octet) => `0*${Number(octet)}`);
  return { whole: patternOf(`${NOT_AFTER_CHARACTER}${octets.join('\\.')}${ENDS}`) };
};

/** Code, handle, path or host: its separators may be others or none. */
function codeForm(token: string): IdentifierForm {
  const characters = charactersOf(token);
  const hasDigit = /\d/.test(characters);
  const inside = hasDigit && characters.length >= LOOSE_FROM ? SEPARATOR_INSIDE : '';
  const runs = token.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const body = runs.map((run) => Array.from(run, escaped).join(inside)).join(SEPARATOR);
  // The beginning of a random code tells it apart; order_7 and order_70 are two orders.
  const last = runs.at(-1) ?? '';
  const mayBegin = last.length >= BEGINNING_FROM && /\d/.test(last) && /\p{L}/u.test(last);
  return {
    whole: patternOf(`${NOT_AFTER_CHARACTER}${body}${ENDS}`),
    ...(mayBegin && { beginning: patternOf(`${NOT_AFTER_CHARACTER}${body}(?!(?<=\\d)\\d)`) }),
  };
}

const MAIL = /^"?([^"@\s]+)"?@(\S+)$/u;
const TAG = '(?:\\+[\\p{L}\\p{N}._-]+)?';

/** Mail address: with or without quotation marks and the tag after the plus. */
function mailForm(token: string): IdentifierForm | undefined {
  const [, local, domain] = MAIL.exec(token) ?? [];
  if (local === undefined || !domain?.includes('.')) return undefined;
  const name = escaped(local.replace(/\+.*$/, ''));
  return { whole: patternOf(`(?<![\\p{L}\\p{N}._+-])"?${name}${TAG}"?@${escaped(domain)}${ENDS}`) };
}

/** Bank code: the branch XXX is the head office, which the short form names. */
const bankForm = (token: string): IdentifierForm | undefined =>
  /^[A-Z]{8}(XXX)?$/.test(token)
    ? { whole: patternOf(`${NOT_AFTER_CHARACTER}${foldSpelling(token.slice(0, 8))}(?:xxx)?${ENDS}`) }
    : undefined;

/** A short handle is a common word, unless the sign stands before it. */
const handleForm = (token: string): IdentifierForm | undefined =>
  /^@\p{L}{1,5}$/u.test(token) ? { whole: patternOf(`(?<!${CHARACTER})${token}${ENDS}`) } : undefined;

/** Form of a token that is written without blanks, such as an address, a number, a path or a handle. */
export function formOfToken(written: string): IdentifierForm {
  const bank = bankForm(written);
  const token = foldSpelling(written).replace(/[^\p{L}\p{N}]+$/u, '');
  const special = bank ?? mailForm(token) ?? handleForm(token);
  if (special) return special;
  const bare = token.replace(/^(https?:\/\/)?(www\.)?[#@]?/, '');
  if (IP_ADDRESS.test(bare)) return addressForm(bare);
  return isDigits(charactersOf(bare)) ? numberForm(bare) : codeForm(bare);
}

/** Form of a name: its words in order. Scripts without blanks have no word boundaries. */
export function formOfName(name: string): IdentifierForm {
  const folded = foldSpelling(name);
  const body = folded.split(/\s+/).map(escaped).join('\\s+');
  const boundaries = UNSPACED.test(name) ? ['', ''] : [`(?<!${CHARACTER})`, `(?!${CHARACTER})`];
  return { whole: patternOf(boundaries.join(body)) };
}
