import { isAscii, normalise } from './normalise.ts';
import { readToken, type Reading } from './token.ts';

/** Part of the words' generation: another version means other tokens, so that the index is built anew. */
export const ANALYSER_VERSION = 'cairn-text-1';

const CACHED_TOKENS_MAX = 100_000;
const CACHED_LENGTH_MAX = 40;
const CONNECTORS_MAX = 40;

/**
 * One token: letters, digits and underscores, joined by single signs as identifiers, paths, addresses and versions have them,
 * with the leading `--`, `@` or `.` and the closing `++` or `#` that belong to a name. Every step consumes what no other
 * can, so the scan is linear; the bounds keep a hostile token from being one.
 */
function scanner(first: string, next: string, alternatives: string): RegExp {
  const lead = `(?:(?<![${next}-])--(?=${first})|(?<![${next}@/])@(?=[\\w.-]{1,100}/)|(?<![${next}.])\\.(?=[A-Za-z]))?`;
  const connector = `(?:://|:\\\\|::|\\+\\+|[./\\\\@:'+&#~-])`;
  const body = `${first}[${next}]*(?:${connector}${first}[${next}]*){0,${CONNECTORS_MAX}}`;
  return new RegExp(`${lead}${body}(?:(?:\\+\\+|#)(?![${next}]))?${alternatives}`, 'gu');
}

const asciiTokens = scanner('[A-Za-z0-9_]', 'A-Za-z0-9_', '');
const unicodeTokens = scanner(
  '[\\p{L}\\p{N}_]',
  '\\p{L}\\p{M}\\p{N}_',
  '|\\p{Regional_Indicator}{2}|\\p{Extended_Pictographic}',
);

/** Readings of tokens seen lately. A token always reads the same, so forgetting them changes nothing but time. */
const seen = new Map<string, Reading>();

function reading(token: string): Reading {
  const known = seen.get(token);
  if (known) return known;
  if (token.length > CACHED_LENGTH_MAX) return readToken(token);
  const own = ownCopy(token);
  const fresh = readToken(own);
  if (seen.size >= CACHED_TOKENS_MAX) seen.clear();
  seen.set(own, fresh);
  return fresh;
}

/** A token that the regex cut out may be a view of its whole text, and would keep that text in memory as long as itself. */
const ownCopy = (token: string): string => Buffer.from(token, 'utf16le').toString('utf16le');

/**
 * How the word index reads a text, document or query alike. `terms` stand in text order, stop words included, so that a phrase
 * is a run of terms; `parts` are the pieces of identifiers and belong in a field of their own, or they would break the runs.
 */
export function analyse(text: string): { terms: string[]; parts: string[] } {
  const normalised = normalise(text);
  const tokens = normalised.match(isAscii(normalised) ? asciiTokens : unicodeTokens) ?? [];
  const terms: string[] = [];
  const parts: string[] = [];
  for (const token of tokens) {
    const read = reading(token);
    for (const term of read.terms) terms.push(term);
    for (const part of read.parts) parts.push(part);
  }
  return { terms, parts };
}
