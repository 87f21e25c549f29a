import type { Language } from './languages/index.ts';
import { ZERO_WIDTH_NON_JOINER } from './languages/normalise.ts';
import { needsSegments, readByDictionary, readCjk, runsOf } from './scripts.ts';

/** The terms of one token in text order, and the pieces of an identifier (`parts`). */
export interface Reading {
  readonly terms: readonly string[];
  readonly parts: readonly string[];
}

/**
 * The maximum length of a term in UTF-16 units. Longer terms are cut, since nobody searches for them and the indexes
 * have their own limits.
 */
export const TERM_CHARS_MAX = 100;
const PROSE_PIECES_MAX = 4;

const PLAIN_WORD = /^[A-Za-z][a-z]*$/;
const LETTERS_ONLY = /^[\p{L}\p{M}]+$/u;
const LETTERS_AND_APOSTROPHES = /^[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)+$/u;
const OUTER_UNDERSCORES = /^_+|(?<!_)_+$/g;
const SIGN_AFTER_NAME = /(?:\+\+|#)$/;
const LANGUAGE_NAME = /^[a-z]{1,2}(?:\+\+|#)$/i;
const PROSE_COMPOUND = /^[\p{L}\p{M}]{2,}(?:(?:[-\u200c][\p{L}\p{M}]{2,})+|\/[\p{L}\p{M}]{2,})$/u;
const PROSE_BORDER = /[-/\u200c]/;
const SEGMENT_BORDER = /[/\\:@&]+/;
const PIECE_BORDER = /[^\p{L}\p{M}\p{N}]+/u;
const CASE_BORDER = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})|(?<=\p{L})(?=\d{2})|(?<=\d{2})(?=\p{L})/u;
const LINE_NUMBER = /(?<=\.[a-z]\w{0,9})(?::\d+){1,2}$/i;

const noTerms: readonly string[] = [];

/** Reads single tokens by the rules of a language. */
export class TokenReader {
  private readonly language: Language;

  constructor(language: Language) {
    this.language = language;
  }

  /** Reads one token of the scanner, which keeps its case. */
  read(token: string): Reading {
    if (PLAIN_WORD.test(token)) return { terms: [this.termOf(token.toLowerCase())], parts: noTerms };
    if (needsSegments(token)) return this.readRuns(token);
    const body = trimSigns(token);
    if (LETTERS_ONLY.test(body))
      return {
        terms: [this.termOf(body.toLowerCase())],
        parts: CASE_BORDER.test(body) ? this.piecesOf(body) : noTerms,
      };
    if (LETTERS_AND_APOSTROPHES.test(body)) return this.readApostrophes(body.toLowerCase());
    return this.readCompound(body);
  }

  private readRuns(token: string): Reading {
    const readings = runsOf(token).map(({ script, text }): Reading => {
      if (script === 'cjk') return readCjk(text);
      if (script === 'dictionary') return readByDictionary(text);
      const inner = text.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu, '');
      return inner === '' ? { terms: noTerms, parts: noTerms } : this.read(inner);
    });
    return { terms: readings.flatMap(({ terms }) => terms), parts: readings.flatMap(({ parts }) => parts) };
  }

  /**
   * The term of a word: its stem, or a stop word unchanged. If a stem equals a stop word (`use` becomes `us`), the term
   * gets a mark, so that queries do not drop it as a stop word.
   */
  private termOf(lower: string): string {
    const { fold, stem, isStopWord } = this.language;
    const folded = fold(lower);
    if (isStopWord(folded)) return folded;
    const stemmed = cutTerm(stem(lower));
    return isStopWord(stemmed) ? `${stemmed}'` : stemmed;
  }

  /**
   * Reads a word with apostrophes. A contraction among the stop words is kept. Otherwise elisions and suffixes are removed, as is an
   * apostrophe within a name.
   */
  private readApostrophes(lower: string): Reading {
    const { fold, isStopWord, attached } = this.language;
    const folded = fold(lower);
    if (isStopWord(folded)) return { terms: [folded], parts: noTerms };
    const bare = lower.replace(attached, '');
    if (!bare.includes("'")) return { terms: [this.termOf(bare)], parts: noTerms };
    const parts = bare.split("'").map((part) => this.termOf(part));
    return { terms: [this.termOf(bare.replaceAll("'", ''))], parts: distinctValues(parts) };
  }

  /**
   * Reads a compound: an identifier is one term, and its pieces are parts. `self-care`, `client/server` and the joined
   * words of Persian are also written with a space, so their pieces are terms as well. Persian words are also written
   * without any separator.
   */
  private readCompound(body: string): Reading {
    const bare = body.replace(/'s?$/, '');
    const unbordered = bare.replaceAll(ZERO_WIDTH_NON_JOINER, '');
    const whole = LETTERS_ONLY.test(unbordered)
      ? this.termOf(unbordered.toLowerCase())
      : cutTerm(this.language.fold(unbordered));
    const pieces = bare.split(PROSE_BORDER);
    const isProse = PROSE_COMPOUND.test(bare) && pieces.length <= PROSE_PIECES_MAX;
    const terms = isProse ? [whole, ...pieces.map((piece) => this.termOf(piece.toLowerCase()))] : [whole];
    return { terms, parts: this.piecesOf(bare) };
  }

  /**
   * The parts of an identifier that people may remember: the segments of a path, the host of an address, and every single word. Empty if
   * there is only one part.
   */
  private piecesOf(body: string): readonly string[] {
    const single = body.split(PIECE_BORDER).flatMap((piece) => [piece, ...splitByCase(piece)]);
    const segments = body.split(SEGMENT_BORDER).map((segment) => segment.replace(/^-+/, ''));
    const pieces = [body.replace(LINE_NUMBER, ''), ...segments, ...single];
    const whole = this.pieceTerm(body);
    const terms = pieces.filter((piece) => piece !== '').map((piece) => this.pieceTerm(piece));
    return distinctValues(terms).filter((piece) => piece !== whole);
  }

  private pieceTerm(piece: string): string {
    const bare = piece.replace(/'s?$/, '').toLowerCase();
    return LETTERS_ONLY.test(bare) ? this.termOf(bare) : cutTerm(this.language.fold(bare));
  }
}

/** Removes signs that are not part of a name: underscores for emphasis, and `++` or `#` unless they belong to a language such as `C++`. */
function trimSigns(token: string): string {
  const signed = SIGN_AFTER_NAME.test(token) && !LANGUAGE_NAME.test(token);
  const bare = signed ? token.replace(SIGN_AFTER_NAME, '') : token;
  return bare.replace(OUTER_UNDERSCORES, '') || bare;
}

function splitByCase(piece: string): string[] {
  const pieces = piece.split(CASE_BORDER);
  return pieces.length < 2 ? [] : pieces;
}

const distinctValues = (values: readonly string[]): string[] => [...new Set(values)];

/** Cuts a term to the maximum length, but not within a surrogate pair. */
const cutTerm = (term: string): string =>
  term.length <= TERM_CHARS_MAX ? term : term.slice(0, TERM_CHARS_MAX).replace(/[\ud800-\udbff]$/, '');
