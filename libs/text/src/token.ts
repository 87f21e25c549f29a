import { fold } from './normalise.ts';
import { needsSegments, readByDictionary, readCjk, runsOf } from './scripts.ts';
import { stem } from './stem.ts';
import { isStopWord } from './stop-words.ts';

/** What one token of a text gives the index: terms in text order, and the pieces it is made of. */
export interface Reading {
  readonly terms: readonly string[];
  readonly parts: readonly string[];
}

/** Longer terms are cut here, in UTF-16 units: no one searches for them, and both engines have limits of their own. */
export const TERM_MAX = 100;
const PROSE_PIECES_MAX = 4;

const PLAIN_WORD = /^[A-Za-z][a-z]*$/;
const LETTERS = /^[\p{L}\p{M}]+$/u;
const LETTERS_AND_APOSTROPHES = /^[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)+$/u;
const OUTER_UNDERSCORES = /^_+|(?<!_)_+$/g;
const SIGN_AFTER_NAME = /(?:\+\+|#)$/;
const LANGUAGE_NAME = /^[a-z]{1,2}(?:\+\+|#)$/i;
const SHORTENED_VERB = /'(?:s|ll|re|ve|d|m)$/;
const PROSE_COMPOUND = /^[\p{L}\p{M}]{2,}(?:(?:-[\p{L}\p{M}]{2,})+|\/[\p{L}\p{M}]{2,})$/u;
const SEGMENT_BORDER = /[/\\:@&]+/;
const PIECE_BORDER = /[^\p{L}\p{M}\p{N}]+/u;
const CASE_BORDER = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})|(?<=\p{L})(?=\d{2})|(?<=\d{2})(?=\p{L})/u;
const LINE_NUMBER = /(?<=\.[a-z]\w{0,9})(?::\d+){1,2}$/i;

const none: readonly string[] = [];

/** Reads one token as the scanner finds it, with its case. */
export function readToken(token: string): Reading {
  if (PLAIN_WORD.test(token)) return { terms: [word(token.toLowerCase())], parts: none };
  if (needsSegments(token)) return readRuns(token);
  const body = trim(token);
  if (LETTERS.test(body)) return { terms: [word(fold(body))], parts: CASE_BORDER.test(body) ? piecesOf(body) : none };
  if (LETTERS_AND_APOSTROPHES.test(body)) return readApostrophes(fold(body));
  return readCompound(body);
}

function readRuns(token: string): Reading {
  const readings = runsOf(token).map(({ script, text }): Reading => {
    if (script === 'cjk') return readCjk(text);
    if (script === 'dictionary') return readByDictionary(text);
    const inner = text.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu, '');
    return inner === '' ? { terms: none, parts: none } : readToken(inner);
  });
  return { terms: readings.flatMap(({ terms }) => terms), parts: readings.flatMap(({ parts }) => parts) };
}

/** Without what is not the name's own: emphasis by underscores, and a ++ or # that names no language. */
function trim(token: string): string {
  const signed = SIGN_AFTER_NAME.test(token) && !LANGUAGE_NAME.test(token);
  const bare = signed ? token.replace(SIGN_AFTER_NAME, '') : token;
  return bare.replace(OUTER_UNDERSCORES, '') || bare;
}

/** A stop word stays as it is. A stem that looks like one (use, us) gets a mark, or queries would lose it as a stop word. */
function word(folded: string): string {
  if (isStopWord(folded)) return folded;
  const stemmed = cut(stem(folded));
  return isStopWord(stemmed) ? `${stemmed}'` : stemmed;
}

/** A contraction of the stop list stays; else the verb or the possessive falls off, and an apostrophe within a name does too. */
function readApostrophes(folded: string): Reading {
  if (isStopWord(folded)) return { terms: [folded], parts: none };
  const bare = folded.replace(SHORTENED_VERB, '');
  if (!bare.includes("'")) return { terms: [word(bare)], parts: none };
  return { terms: [word(bare.replaceAll("'", ''))], parts: distinct(bare.split("'").map(word)) };
}

/**
 * An identifier is one term and its pieces are parts. `self-care` and `client/server` are prose as well, which others write with a
 * space, so their pieces follow as terms too.
 */
function readCompound(body: string): Reading {
  const bare = body.replace(/'s?$/, '');
  const whole = cut(fold(bare));
  const pieces = bare.split(/[-/]/);
  const isProse = PROSE_COMPOUND.test(bare) && pieces.length <= PROSE_PIECES_MAX;
  const terms = isProse ? [whole, ...pieces.map((piece) => word(fold(piece)))] : [whole];
  return { terms, parts: piecesOf(bare) };
}

/** What someone may remember of an identifier: a path's file, a host, and every single word. Empty when it has one piece. */
function piecesOf(body: string): readonly string[] {
  const single = body.split(PIECE_BORDER).flatMap((piece) => [piece, ...splitByCase(piece)]);
  const segments = body.split(SEGMENT_BORDER).map((segment) => segment.replace(/^-+/, ''));
  const pieces = [body.replace(LINE_NUMBER, ''), ...segments, ...single];
  const whole = pieceTerm(body);
  return distinct(pieces.filter((piece) => piece !== '').map(pieceTerm)).filter((piece) => piece !== whole);
}

function splitByCase(piece: string): string[] {
  const pieces = piece.split(CASE_BORDER);
  return pieces.length < 2 ? [] : pieces;
}

function pieceTerm(piece: string): string {
  const folded = fold(piece.replace(/'s?$/, ''));
  return LETTERS.test(folded) ? word(folded) : cut(folded);
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/** Never half a surrogate pair. */
const cut = (term: string): string =>
  term.length <= TERM_MAX ? term : term.slice(0, TERM_MAX).replace(/[\ud800-\udbff]$/, '');
