import { english } from './languages/english.ts';
import type { Language } from './languages/language.ts';
import { isAscii, ZERO_WIDTH_NON_JOINER } from './languages/normalise.ts';
import { TokenReader, type Reading } from './token.ts';

const CACHED_TOKENS_MAX = 100_000;
const CACHED_LENGTH_MAX = 40;
const CONNECTORS_MAX = 40;

/**
 * Builds the regular expression for one token: letters, digits and underscores, joined by the signs of identifiers,
 * paths, addresses and versions, with a leading `--`, `@` or `.` and a closing `++` or `#` that belong to a name. No
 * two parts of the expression match the same character, so the scan takes linear time. The bounds in the expression
 * limit the length of a hostile token.
 */
function createTokenPattern(first: string, next: string, joiner: string, alternatives: string): RegExp {
  const lead = `(?:(?<![${next}-])--(?=${first})|(?<![${next}@/])@(?=[\\w.-]{1,100}/)|(?<![${next}.])\\.(?=[A-Za-z]))?`;
  const connector = `(?:://|:\\\\|::|\\+\\+|[./\\\\@:'+&#~${joiner}-])`;
  const body = `${first}[${next}]*(?:${connector}${first}[${next}]*){0,${CONNECTORS_MAX}}`;
  return new RegExp(`${lead}${body}(?:(?:\\+\\+|#)(?![${next}]))?${alternatives}`, 'gu');
}

const ASCII_TOKEN = createTokenPattern('[A-Za-z0-9_]', 'A-Za-z0-9_', '', '');
const UNICODE_TOKEN = createTokenPattern(
  '[\\p{L}\\p{N}_]',
  '\\p{L}\\p{M}\\p{N}_',
  ZERO_WIDTH_NON_JOINER,
  '|\\p{Regional_Indicator}{2}|\\p{Extended_Pictographic}',
);

/** The words of a text in text order (`terms`), and the pieces of its identifiers (`parts`). */
export interface Words {
  readonly terms: string[];
  readonly parts: string[];
}

/**
 * Creates the reader of a language, which splits documents and queries into words in the same way. `terms` keep the
 * order of the text and include stop words, so that a phrase is a run of consecutive terms. `parts` are the pieces of
 * identifiers. The index keeps the pieces in a separate field, since they would interrupt the runs of terms.
 */
export function wordsReader(language: Language): (text: string) => Words {
  const reading = cacheReadings(new TokenReader(language));
  return (text) => {
    const prepared = language.prepare(text);
    const terms: string[] = [];
    const parts: string[] = [];
    for (const token of prepared.match(isAscii(prepared) ? ASCII_TOKEN : UNICODE_TOKEN) ?? []) {
      const read = reading(token);
      for (const term of read.terms) terms.push(term);
      for (const part of read.parts) parts.push(part);
    }
    return { terms, parts };
  };
}

/** Caches the readings of recent tokens. A token always has the same reading, so dropping the cache costs only time. */
function cacheReadings(tokens: TokenReader): (token: string) => Reading {
  const seen = new Map<string, Reading>();
  return (token) => {
    const known = seen.get(token);
    if (known) return known;
    if (token.length > CACHED_LENGTH_MAX) return tokens.read(token);
    const own = copyToken(token);
    const fresh = tokens.read(own);
    if (seen.size >= CACHED_TOKENS_MAX) seen.clear();
    seen.set(own, fresh);
    return fresh;
  };
}

/**
 * Copies a token. A token from a regular expression may be a view of the whole text and would keep the whole text in
 * memory.
 */
const copyToken = (token: string): string => decoder.decode(encoder.encode(token));
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** The reader of English. Code that relies on English cue words compares texts by it. */
export const analyse = wordsReader(english);
