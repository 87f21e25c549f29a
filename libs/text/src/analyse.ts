import { english, type Language } from './languages/index.ts';
import { isAscii, ZERO_WIDTH_NON_JOINER } from './languages/normalise.ts';
import { TokenReader, type Reading } from './token.ts';

const CACHED_TOKENS_MAX = 100_000;
const CACHED_LENGTH_MAX = 40;
const CONNECTORS_MAX = 40;

/**
 * One token: letters, digits and underscores, joined by single signs as identifiers, paths, addresses and versions have them,
 * with the leading `--`, `@` or `.` and the closing `++` or `#` that belong to a name. Every step consumes what no other
 * can, so the scan is linear; the bounds keep a hostile token from being one.
 */
function scanner(first: string, next: string, joiner: string, alternatives: string): RegExp {
  const lead = `(?:(?<![${next}-])--(?=${first})|(?<![${next}@/])@(?=[\\w.-]{1,100}/)|(?<![${next}.])\\.(?=[A-Za-z]))?`;
  const connector = `(?:://|:\\\\|::|\\+\\+|[./\\\\@:'+&#~${joiner}-])`;
  const body = `${first}[${next}]*(?:${connector}${first}[${next}]*){0,${CONNECTORS_MAX}}`;
  return new RegExp(`${lead}${body}(?:(?:\\+\\+|#)(?![${next}]))?${alternatives}`, 'gu');
}

const asciiTokens = scanner('[A-Za-z0-9_]', 'A-Za-z0-9_', '', '');
const unicodeTokens = scanner(
  '[\\p{L}\\p{N}_]',
  '\\p{L}\\p{M}\\p{N}_',
  ZERO_WIDTH_NON_JOINER,
  '|\\p{Regional_Indicator}{2}|\\p{Extended_Pictographic}',
);

/** The words of a text, in text order, and the pieces of its identifiers. */
export interface Words {
  readonly terms: string[];
  readonly parts: string[];
}

/**
 * How the word index reads a text in a language, document or query alike. `terms` stand in text order, stop words included, so that a
 * phrase is a run of terms; `parts` are the pieces of identifiers and belong in a field of their own, or they would break the runs.
 */
export function wordsReader(language: Language): (text: string) => Words {
  const reading = remembering(new TokenReader(language));
  return (text) => {
    const prepared = language.prepare(text);
    const terms: string[] = [];
    const parts: string[] = [];
    for (const token of prepared.match(isAscii(prepared) ? asciiTokens : unicodeTokens) ?? []) {
      const read = reading(token);
      for (const term of read.terms) terms.push(term);
      for (const part of read.parts) parts.push(part);
    }
    return { terms, parts };
  };
}

/** Readings of tokens seen lately. A token always reads the same, so forgetting them changes nothing but time. */
function remembering(tokens: TokenReader): (token: string) => Reading {
  const seen = new Map<string, Reading>();
  return (token) => {
    const known = seen.get(token);
    if (known) return known;
    if (token.length > CACHED_LENGTH_MAX) return tokens.read(token);
    const own = ownCopy(token);
    const fresh = tokens.read(own);
    if (seen.size >= CACHED_TOKENS_MAX) seen.clear();
    seen.set(own, fresh);
    return fresh;
  };
}

/** A token that the regex cut out may be a view of its whole text, and would keep that text in memory as long as itself. */
const ownCopy = (token: string): string => Buffer.from(token, 'utf16le').toString('utf16le');

/** English, by which all that knows English cue words compares texts too. */
export const analyse = wordsReader(english);
