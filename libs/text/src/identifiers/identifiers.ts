import { readDay, readTimeOfDay } from './dates.ts';
import { foldSpelling } from './fold.ts';
import { charactersOf, formOfName, formOfToken, type IdentifierForm } from './pattern.ts';

/** Forms of one identifier, each of which names it. */
type Identifier = readonly IdentifierForm[];
/** Identifiers that a text must name together. */
type Together = readonly Identifier[];

/** How a text names an identifier: in one of its forms, or by a longer code that begins with it. */
type Naming = 'whole' | 'beginning';

export interface IdentifierMatcher {
  /** Tells how a text names the identifier; undefined if it does not. */
  readonly namedIn: (text: string) => Naming | undefined;
}

const ALTERNATIVES = /\s+(?:\/|aka|a\.k\.a\.|or)\s+|\s*[;|]\s*/iu;

/**
 * Reads what a request names: mail addresses, numbers, codes, paths, hosts, days and times, else handles, else names of
 * two words or in several scripts. Parts between slashes are forms of the same; what is named in one part must stand in
 * a text together. Returns undefined for a request that names nothing, such as a description.
 */
export function readIdentifiers(request: string): IdentifierMatcher | undefined {
  const parts = request.trim().split(ALTERNATIVES);
  const strict = parts.flatMap((part) => asAlternatives(codesIn(part)));
  const handles = strict.length > 0 ? strict : parts.flatMap((part) => asAlternatives(handlesIn(part)));
  const alternatives = handles.length > 0 ? handles : namesIn(parts);
  if (alternatives.length === 0) return undefined;
  return {
    namedIn(text) {
      const folded = foldSpelling(text);
      if (alternatives.some((together) => together.every((forms) => isNamed(forms, folded, 'whole')))) return 'whole';
      const begins = alternatives.some((together) => together.every((forms) => isNamed(forms, folded, 'beginning')));
      return begins ? 'beginning' : undefined;
    },
  };
}

const isNamed = (forms: Identifier, folded: string, naming: Naming): boolean =>
  forms.some((form) => form.whole.test(folded) || (naming === 'beginning' && form.beginning?.test(folded) === true));

const asAlternatives = (together: Together): Together[] => (together.length > 0 ? [together] : []);

const GROUPED_NUMBER = /(?<![\p{L}\p{N}-])\+?\(?\d[\d\s().-]{5,}\d(?![\p{L}\p{N}-])/gu;
const ORDINAL = /^\d+(?:st|nd|rd|th)$/i;
const YEAR = /^(?:19|20)\d\d$/;
const HOST_OR_PATH =
  /^(?:https?:\/\/\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:\/\S*)?|\/?[\p{L}\p{N}._-]+(?:\/[\p{L}\p{N}._-]+){2,}\/?)$/u;
const CODE_CHARACTERS = 3;

/** Days, times, grouped numbers, then tokens that have a digit or the form of an address. */
function codesIn(part: string): Together {
  const found: Identifier[] = [];
  let rest = part;
  for (const read of [readDay, readTimeOfDay]) {
    const one = read(rest);
    if (!one) continue;
    found.push([one.form]);
    rest = rest.replace(one.written, ' ');
  }
  const numbers = Array.from(rest.matchAll(GROUPED_NUMBER), ([number]) => number).filter(
    (number) => /\s/.test(number) && charactersOf(number).length >= 7,
  );
  for (const number of numbers) rest = rest.replace(number, ' ');
  const tokens = tokensOf(rest);
  const isAlone = tokens.length === 1;
  const codes = tokens.filter((token) => isCode(token) || (isAlone && /\d/.test(token)));
  return [...found, ...joinForms([...numbers, ...codes]).map((forms) => forms.map(formOfToken))];
}

const isCode = (token: string): boolean => {
  if (ORDINAL.test(token) || YEAR.test(token)) return false;
  const hasDigit = /\d/.test(token) && charactersOf(token).length >= CODE_CHARACTERS;
  return hasDigit || /[^@\s]@[^@\s]+\.[^@\s]/.test(token) || HOST_OR_PATH.test(token);
};

/** Joins tokens of which one ends with the other: the shorter is the longer without its prefix. */
function joinForms(tokens: readonly string[]): string[][] {
  const joined: string[][] = [];
  for (const token of tokens) {
    const key = charactersOf(foldSpelling(token));
    const same = joined.find((forms) =>
      forms.some((form) =>
        [charactersOf(foldSpelling(form))].some((other) => other.endsWith(key) || key.endsWith(other)),
      ),
    );
    if (same) same.push(token);
    else joined.push([token]);
  }
  return joined;
}

const tokensOf = (text: string): string[] =>
  text.split(/\s+/).flatMap((token) => {
    const bare = token.replace(/^[([{<'“”‘’«„,;]+|[)\]}>'“”‘’»,;:.!?\p{Extended_Pictographic}]+$/gu, '');
    return /[\p{L}\p{N}]/u.test(bare) ? [bare] : [];
  });

const HANDLE = /^@[\p{L}\p{N}_.-]+$|^[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+$|^\p{Lu}{6,}$/u;

const handlesIn = (part: string): Together =>
  joinForms(tokensOf(part).filter((token) => HANDLE.test(token))).map((forms) => forms.map(formOfToken));

const CAPITALISED = "\\p{Lu}[\\p{L}\\p{M}'’-]*";
const NAMES = new RegExp(
  `${CAPITALISED}(?:\\s+${CAPITALISED})*|[\\p{Lo}][\\p{Lo}\\p{M}]*(?:\\s+[\\p{Lo}][\\p{Lo}\\p{M}]*)*`,
  'gu',
);

/** Names of the parts, each an alternative. A single word is a name only where several forms are given, or nothing else. */
function namesIn(parts: readonly string[]): Together[] {
  const names = parts.flatMap((part) => Array.from(part.matchAll(NAMES), ([name]) => name));
  const isGivenTwice = names.length > 1 && (parts.length > 1 || names.some((name) => /\p{Lo}/u.test(name)));
  const isAlone = parts.length === 1 && names.length === 1 && names[0] === parts[0]!.trim();
  const whole = names.filter((name) => isGivenTwice || isAlone || /\s/.test(name) || /^\p{Lo}{2,}/u.test(name));
  return whole.flatMap((name) => [name, ...withoutLabel(name)]).map((name) => [[formOfName(name)]]);
}

/** A capital at the beginning of a long name may be that of a label, such as Customer. */
const withoutLabel = (name: string): string[] => {
  const words = name.split(/\s+/);
  return words.length > 2 && /^\p{Lu}/u.test(name) ? [words.slice(1).join(' ')] : [];
};
