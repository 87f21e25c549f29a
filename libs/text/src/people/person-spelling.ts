import type { SpellingFit } from '@cairn/contracts';
import { wordsInName } from '../names.ts';

/** The form of a person's name: in words, as a handle, or as an e-mail address. */
type NameForm = 'name' | 'address' | 'handle';

/** One written name of a person, with its parts in the form in which names are compared. */
export interface Spelling {
  readonly written: string;
  readonly form: NameForm;
  /** The parts from first name to last name. Initials are parts of one letter. */
  readonly parts: readonly string[];
}

const personTitles = new Set(['dr', 'prof', 'mr', 'mrs', 'ms', 'mx', 'sir', 'herr', 'frau', 'jr', 'sr']);
/** Parts of handles and addresses that name a role and not a person. */
const roleNames = new Set(
  `admin administrator billing bot careers contact dev devops engineering finance hello help hr info it jobs legal mail
  marketing me no noreply office ops oncall owner people postmaster press reply root sales security service support team
  test user webmaster work`.split(/\s+/u),
);
const MAIL_ADDRESS = /^[^@\s<>()]+@[^@\s<>()]+$/u;
const PARTS_MAX = 6;

/** Splits a written name into its spellings: `Ines Duarte <ines@example.org>` and `Ines Duarte (@iduarte)` contain two each. */
export function spellingsIn(written: string): Spelling[] {
  const [, outer, inner] = /^([^<(]*)[<(]([^>)]*)[>)]\s*$/u.exec(written.trim()) ?? [];
  const pieces = outer === undefined ? [written] : [outer, ...(/@/u.test(inner!) ? [inner!] : [])];
  return pieces.map((piece) => spellingOf(piece.trim())).filter(({ parts }) => namesSomebody(parts));
}

function spellingOf(written: string): Spelling {
  if (MAIL_ADDRESS.test(written))
    return { written, form: 'address', parts: nameParts(written.replace(/(?:\+.*)?@.*$/u, '')) };
  const isHandle = written.startsWith('@') || /^[\p{Ll}\p{N}]+(?:[._-][\p{Ll}\p{N}]+)+$/u.test(written);
  if (isHandle) return { written, form: 'handle', parts: nameParts(written) };
  const [, last, first] = /^([^,]+),\s*([^,]+)$/u.exec(written) ?? [];
  return { written, form: 'name', parts: nameParts(last === undefined ? written : `${first!} ${last}`) };
}

/** Splits a name into parts. A number after a part is dropped, since it distinguishes accounts and not people. */
const nameParts = (text: string): string[] =>
  wordsInName(text.replaceAll('_', ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
    .map((word) => word.replace(/\d+$/u, ''))
    .filter((word) => word !== '' && !personTitles.has(word));

const namesSomebody = (parts: readonly string[]): boolean =>
  parts.length > 0 &&
  parts.length <= PARTS_MAX &&
  parts.join('').length > 1 &&
  !parts.every((part) => roleNames.has(part));

/** Whether a name without a type may be a person's: a handle, an address, one word, or several words with capitals. */
export const mayBePerson = (written: string): boolean =>
  /^(?:@?[\w.+-]+(?:@[\w.-]+)?|\p{L}+|\p{Lu}[\p{L}'’.-]*(?: \p{Ll}{1,3})*(?: \p{Lu}[\p{L}'’.-]*){1,3})$/u.test(
    written.trim(),
  );

/** Whether a spelling has a first and a last name in full. */
export const isFullName = ({ parts }: Spelling): boolean =>
  parts.length > 1 && parts[0]!.length > 1 && parts.at(-1)!.length > 1;

/**
 * Maps each short form of a full name, without spaces, to the rule that makes the short form. If two rules make the
 * same form, the more reliable rule is kept.
 */
export function shortFormsOf({ parts }: Spelling): ReadonlyMap<string, SpellingFit> {
  const [first = '', ...rest] = parts;
  const initials = parts.map((part) => part[0]!).join('');
  const made = new Map<string, SpellingFit>([
    [rest.at(-1)!, 'last-name'],
    [first, 'first-name'],
    [initials, 'initials'],
    [`${first}${rest.at(-1)![0]!}`, 'first-name-and-initial'],
  ]);
  for (const from of rest.keys()) {
    const last = rest.slice(from).join('');
    for (const short of [`${first[0]!}${last}`, `${initials.slice(0, from + 1)}${last}`, `${last}${first[0]!}`])
      made.set(short, 'initial-and-last-name');
  }
  for (const from of rest.keys()) {
    const last = rest.slice(from).join('');
    for (const whole of [`${first}${last}`, `${last}${first}`, parts.join('')]) made.set(whole, 'first-and-last-name');
  }
  return made;
}
