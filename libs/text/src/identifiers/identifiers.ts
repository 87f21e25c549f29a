import { DAY, formOfDay, formOfTimeOfDay, TIME } from './dates.ts';
import { foldSpelling, unfoldedOffset } from './fold.ts';
import { charactersOf, formOfCode, formOfLiteral, formOfName, formsOfToken, type IdentifierForm } from './pattern.ts';

/** Forms of one identifier, each of which names it. */
type Identifier = readonly IdentifierForm[];
/** Identifiers that a text must name together. */
type Together = readonly Identifier[];

/** How a text names an identifier: in one of its forms, or by a longer code that begins with it. */
type Naming = 'whole' | 'beginning';

export interface IdentifierMatcher {
  /** Tells how a text names the identifier; undefined if it does not. */
  readonly namedIn: (text: string) => Naming | undefined;
  /** Offset at which a text begins to name the identifier; undefined if it does not. */
  readonly beginsIn: (text: string) => number | undefined;
}

const ALTERNATIVES = /\s+(?:\/|aka|a\.k\.a\.|or)\s+|\s*[;|]\s*/iu;
/** Number of forms between slashes that a request may have, since each is searched for in every text. */
export const IDENTIFIER_FORMS_MAX = 8;

/** Splits a request into the forms that it gives of an identifier. */
export const identifierParts = (request: string): string[] =>
  request
    .trim()
    .split(ALTERNATIVES)
    .filter((part) => part !== '');

/**
 * Reads what a request names: mail addresses, numbers, codes, paths, hosts, days and times, else handles, else names of
 * two words or in several scripts. Parts between slashes are forms of the same; what is named in one part must stand in
 * a text together. Whatever is read, the request itself is a form. Returns undefined for a request that names nothing,
 * such as a description, and for one with more than `IDENTIFIER_FORMS_MAX` parts.
 */
export function readIdentifiers(request: string): IdentifierMatcher | undefined {
  const parts = identifierParts(request);
  if (parts.length > IDENTIFIER_FORMS_MAX) return undefined;
  const codes = parts.flatMap((part) => namedByCodes(piecesOf(part)));
  const read = codes.length > 0 ? codes : namesIn(parts);
  if (read.length === 0) return undefined;
  const alternatives = [[[formOfLiteral(request)]], ...read];
  const beginnings = alternatives.filter((together) => together.flat().some(({ beginning }) => beginning));
  const placeIn = (folded: string) => {
    const whole = firstOf(alternatives, (together) => beginOf(together, folded, 'whole'));
    if (whole !== undefined) return { naming: 'whole', at: whole } as const;
    const at = firstOf(beginnings, (together) => beginOf(together, folded, 'beginning'));
    return at === undefined ? undefined : ({ naming: 'beginning', at } as const);
  };
  return {
    namedIn: (text) => placeIn(foldSpelling(text))?.naming,
    beginsIn(text) {
      const place = placeIn(foldSpelling(text));
      return place && unfoldedOffset(text, place.at);
    },
  };
}

function firstOf<Value>(values: readonly Value[], read: (value: Value) => number | undefined): number | undefined {
  for (const value of values) {
    const found = read(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where the first of identifiers stands that a folded text names together; undefined if it does not name all. */
function beginOf(together: Together, folded: string, naming: Naming): number | undefined {
  let begin = folded.length;
  for (const forms of together) {
    const at = firstOf(forms, (form) => placeOf(form, folded, naming));
    if (at === undefined) return undefined;
    begin = Math.min(begin, at);
  }
  return begin;
}

const placeOf = ({ whole, beginning }: IdentifierForm, folded: string, naming: Naming): number | undefined =>
  whole.exec(folded)?.index ?? (naming === 'beginning' ? beginning?.exec(folded)?.index : undefined);

/** A day, a time, a grouped number or a token of a request. */
interface Piece {
  /** With the punctuation around it. */
  readonly written: string;
  readonly bare: string;
  /** Forms of a day or a time. */
  readonly when?: Identifier;
}

const OPENING = "[(\\[{<'“”‘’«„,;]*";
const CLOSING = "[)\\]}>'“”‘’»,;:.!?\\p{Extended_Pictographic}]*";
const IS_LAST = `(?=${CLOSING}(?:\\s|$))`;
const GROUPED_NUMBER = `\\+?\\(?\\d[\\d().-]*(?:\\s+(?!${DAY.replaceAll('between', 'within')}${IS_LAST})\\(?\\d[\\d().-]*)+`;
const PIECES = new RegExp(`(?<!\\S)${OPENING}(?:${DAY}|${TIME}|${GROUPED_NUMBER})${IS_LAST}|\\S+`, 'giu');
const PUNCTUATION_AROUND = new RegExp(`^${OPENING}|${CLOSING}$`, 'gu');

/** Days and times are read as whole tokens only: the day in backup-2024-05-11.tar.gz is part of the name of a file. */
function piecesOf(part: string): Piece[] {
  return Array.from(part.matchAll(PIECES), ([written]) => {
    const bare = written.replace(PUNCTUATION_AROUND, '');
    const form = formOfDay(bare) ?? formOfTimeOfDay(bare);
    return { written, bare, ...(form && { when: [form, formOfLiteral(bare)] }) };
  });
}

const ORDINAL = /^\d+(?:st|nd|rd|th)$/i;
const YEAR = /^(?:19|20)\d\d$/;
const HOST_OR_PATH =
  /^(?:https?:\/\/\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:\/\S*)?|\/?[\p{L}\p{N}._-]+(?:\/[\p{L}\p{N}._-]+){2,}\/?)$/u;
const HANDLE = /^@[\p{L}\p{N}_.-]+$|^[\p{L}\p{N}]+(?:_[\p{L}\p{N}]+)+$/u;
const CODE_CHARACTERS = 3;
/** Length of a request up to which its tokens are also read as one code. */
const JOINED_CHARACTERS_MAX = 80;

const isCode = (token: string): boolean => {
  if (ORDINAL.test(token) || YEAR.test(token)) return false;
  const hasDigit = /\d/.test(token) && charactersOf(token).length >= CODE_CHARACTERS;
  return hasDigit || /[^@\s]@[^@\s]+\.[^@\s]/.test(token) || HOST_OR_PATH.test(token);
};

/** Days, times, codes and handles of a part, and the names beside them, all of which a text must name. */
function namedByCodes(pieces: readonly Piece[]): Together[] {
  const tokens = pieces.filter(({ bare }) => charactersOf(bare) !== '');
  const isAlone = tokens.length === 1;
  const isRead = tokens.some(({ bare, when }) => when !== undefined || isCode(bare) || HANDLE.test(bare));
  if (!isRead && !(isAlone && /\d|^\p{Lu}{6,}$/u.test(tokens[0]!.bare))) return [];
  const isNamed = (piece: Piece) =>
    isAlone ||
    piece.when !== undefined ||
    isCode(piece.bare) ||
    HANDLE.test(piece.bare) ||
    /^\d[\d().-]*$/.test(piece.bare);
  const named = tokens.filter(isNamed);
  const beside = pieces.map((piece) => (isNamed(piece) ? ';' : piece.written)).join(' ');
  const times = named.flatMap(({ when }) => (when ? [when] : []));
  const codes = named.filter(({ when }) => when === undefined).map(({ bare }) => bare);
  // A day names no one, so that a single name beside it counts; beside a code it may be a label.
  const names = namesBeside(beside, codes.length === 0 ? 1 : 2);
  const together = [...times, ...codeGroups(codes).map((group) => group.flatMap(formsOfToken)), ...names];
  const rows = rowsOf(tokens, isNamed);
  const isJoined = rows.some((row) => row.length > 1);
  const joined = rows.map((row) => (row.length > 1 ? [formOfCode(row.join(' '))] : formsOfToken(row[0]!)));
  const all = tokens.map(({ bare }) => bare).join(' ');
  return [
    together,
    ...(isJoined ? [[...times, ...joined, ...names]] : []),
    ...(tokens.length > 1 && all.length <= JOINED_CHARACTERS_MAX ? [[[formOfCode(all)]]] : []),
  ];
}

/** Codes that follow each other, such as the groups of an account number with letters. */
function rowsOf(tokens: readonly Piece[], isNamed: (piece: Piece) => boolean): string[][] {
  const rows: string[][] = [[]];
  for (const token of tokens) {
    if (isNamed(token) && token.when === undefined) rows.at(-1)!.push(token.bare);
    else rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

/**
 * Groups codes that name the same: WHEEL-RX-90 and RX-90 differ in a prefix of letters. A number that another code ends
 * with is named by that code, and is no form of it.
 */
function codeGroups(codes: readonly string[]): string[][] {
  const keyOf = (code: string) => charactersOf(foldSpelling(code));
  const longestFirst = [...new Map(codes.map((code) => [keyOf(code), code])).values()].toSorted(
    (one, other) => keyOf(other).length - keyOf(one).length,
  );
  const groups: string[][] = [];
  for (const code of longestFirst) {
    const key = keyOf(code);
    const host = groups.find(([longest]) => {
      const other = keyOf(longest!);
      return other.endsWith(key) && /^\p{L}+$/u.test(other.slice(0, -key.length));
    });
    if (!host) groups.push([code]);
    else if (/^\p{L}/u.test(key)) host.push(code);
  }
  return groups;
}

const CAPITALISED = "\\p{Lu}[\\p{L}\\p{M}'’-]*";
const NAMES = new RegExp(
  `${CAPITALISED}(?:\\s+${CAPITALISED})*|[\\p{Lo}][\\p{Lo}\\p{M}]*(?:\\s+[\\p{Lo}][\\p{Lo}\\p{M}]*)*`,
  'gu',
);
/** Words that say what follows, and are no part of a name. */
const LABELS = new Set(
  'account bank card case client code contact customer email employee guest id invoice member name number order patient person phone record tenant ticket user'.split(
    ' ',
  ),
);

/** Names in a text, without labels before them. */
function namesWithin(text: string): string[] {
  return Array.from(text.matchAll(NAMES), ([name]) => {
    const words = name.split(/\s+/);
    const first = words.findIndex((word) => !LABELS.has(word.toLowerCase()));
    return first < 0 ? '' : words.slice(first).join(' ');
  }).filter((name) => name !== '');
}

const isInWords = (name: string): boolean => /\s/.test(name) || /^\p{Lo}{2,}/u.test(name);

/** Names of at least this many words, as forms of one if they are in several scripts. */
function namesBeside(text: string, wordsMin: 1 | 2): Together {
  const names = namesWithin(text).filter((name) => wordsMin === 1 || (isInWords(name) && !/^[\p{Lu}\s]+$/u.test(name)));
  return asOneIfInScripts(names);
}

/** Names in letters without case and in others are forms of one name; otherwise each is a name. */
function asOneIfInScripts(names: readonly string[]): Together {
  const uncased = names.filter((name) => /^\p{Lo}/u.test(name)).length;
  const isOne = uncased > 0 && uncased < names.length;
  return isOne ? [names.map(formOfName)] : names.map((name) => [formOfName(name)]);
}

/**
 * Names of the parts, each part an alternative, with the numbers beside them. A single word is a name only where several
 * forms are given, or nothing else.
 */
function namesIn(parts: readonly string[]): Together[] {
  const found = parts.map(namesWithin);
  const isGivenTwice = parts.length > 1 && found.flat().length > 1;
  const isAlone = parts.length === 1 && found[0]!.length === 1 && found[0]![0] === parts[0];
  return parts.flatMap((part, at) => {
    const names = found[at]!.filter((name) => isGivenTwice || isAlone || isInWords(name));
    if (names.length === 0) return [];
    const numbers = piecesOf(part).filter(({ bare }) => /\d/.test(bare));
    return [[...asOneIfInScripts(names), ...numbers.map(({ bare }) => formsOfToken(bare))]];
  });
}
