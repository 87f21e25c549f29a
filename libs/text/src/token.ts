import type { Language } from './languages/index.ts';
import { ZERO_WIDTH_NON_JOINER } from './languages/normalise.ts';
import { needsSegments, readByDictionary, readCjk, runsOf } from './scripts.ts';

/** The terms of one token in text order, and its parts. */
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
const PROSE_COMPOUND = /^[\p{L}\p{M}]{2,}(?:(?:[-\u200c][\p{L}\p{M}]{2,})+|\/[\p{L}\p{M}]{2,})$/u;
const PROSE_BORDER = /[-/\u200c]/;
const SEGMENT_BORDER = /[/\\:@&]+/;
const PIECE_BORDER = /[^\p{L}\p{M}\p{N}]+/u;
const CASE_BORDER = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})|(?<=\p{L})(?=\d{2})|(?<=\d{2})(?=\p{L})/u;
const LINE_NUMBER = /(?<=\.[a-z]\w{0,9})(?::\d+){1,2}$/i;

const none: readonly string[] = [];

/** Reads single tokens as a language does. */
export class TokenReader {
  private readonly language: Language;

  constructor(language: Language) {
    this.language = language;
  }

  /** Reads one token as the scanner finds it, with its case. */
  read(token: string): Reading {
    if (PLAIN_WORD.test(token)) return { terms: [this.word(token.toLowerCase())], parts: none };
    if (needsSegments(token)) return this.readRuns(token);
    const body = trim(token);
    if (LETTERS.test(body))
      return { terms: [this.word(body.toLowerCase())], parts: CASE_BORDER.test(body) ? this.piecesOf(body) : none };
    if (LETTERS_AND_APOSTROPHES.test(body)) return this.readApostrophes(body.toLowerCase());
    return this.readCompound(body);
  }

  private readRuns(token: string): Reading {
    const readings = runsOf(token).map(({ script, text }): Reading => {
      if (script === 'cjk') return readCjk(text);
      if (script === 'dictionary') return readByDictionary(text);
      const inner = text.replace(/^[^\p{L}\p{N}]+|(?<![^\p{L}\p{M}\p{N}])[^\p{L}\p{M}\p{N}]+$/gu, '');
      return inner === '' ? { terms: none, parts: none } : this.read(inner);
    });
    return { terms: readings.flatMap(({ terms }) => terms), parts: readings.flatMap(({ parts }) => parts) };
  }

  /** A stop word stays as it is. A stem that looks like one (use, us) gets a mark, or queries would lose it as a stop word. */
  private word(lower: string): string {
    const { fold, stem, isStopWord } = this.language;
    const folded = fold(lower);
    if (isStopWord(folded)) return folded;
    const stemmed = cut(stem(lower));
    return isStopWord(stemmed) ? `${stemmed}'` : stemmed;
  }

  /** A contraction of the stop list stays; else what is joined to the word falls off, and an apostrophe within a name does too. */
  private readApostrophes(lower: string): Reading {
    const { fold, isStopWord, joined } = this.language;
    const folded = fold(lower);
    if (isStopWord(folded)) return { terms: [folded], parts: none };
    const bare = lower.replace(joined, '');
    if (!bare.includes("'")) return { terms: [this.word(bare)], parts: none };
    const parts = bare.split("'").map((part) => this.word(part));
    return { terms: [this.word(bare.replaceAll("'", ''))], parts: distinct(parts) };
  }

  /**
   * An identifier is one term and its pieces are parts. `self-care`, `client/server` and the joined words of Persian are prose as well,
   * which others write with a space, so their pieces follow as terms too. Persian is also written without any border.
   */
  private readCompound(body: string): Reading {
    const bare = body.replace(/'s?$/, '');
    const unbordered = bare.replaceAll(ZERO_WIDTH_NON_JOINER, '');
    const whole = LETTERS.test(unbordered) ? this.word(unbordered.toLowerCase()) : cut(this.language.fold(unbordered));
    const pieces = bare.split(PROSE_BORDER);
    const isProse = PROSE_COMPOUND.test(bare) && pieces.length <= PROSE_PIECES_MAX;
    const terms = isProse ? [whole, ...pieces.map((piece) => this.word(piece.toLowerCase()))] : [whole];
    return { terms, parts: this.piecesOf(bare) };
  }

  /** Parts of an identifier that people may remember: a path's file, a host, and every single word. Empty for a single part. */
  private piecesOf(body: string): readonly string[] {
    const single = body.split(PIECE_BORDER).flatMap((piece) => [piece, ...splitByCase(piece)]);
    const segments = body.split(SEGMENT_BORDER).map((segment) => segment.replace(/^-+/, ''));
    const pieces = [body.replace(LINE_NUMBER, ''), ...segments, ...single];
    const whole = this.pieceTerm(body);
    const terms = pieces.filter((piece) => piece !== '').map((piece) => this.pieceTerm(piece));
    return distinct(terms).filter((piece) => piece !== whole);
  }

  private pieceTerm(piece: string): string {
    const bare = piece.replace(/'s?$/, '').toLowerCase();
    return LETTERS.test(bare) ? this.word(bare) : cut(this.language.fold(bare));
  }
}

/** Without what is not the name's own: emphasis by underscores, and a ++ or # that names no language. */
function trim(token: string): string {
  const signed = SIGN_AFTER_NAME.test(token) && !LANGUAGE_NAME.test(token);
  const bare = signed ? token.replace(SIGN_AFTER_NAME, '') : token;
  return bare.replace(OUTER_UNDERSCORES, '') || bare;
}

function splitByCase(piece: string): string[] {
  const pieces = piece.split(CASE_BORDER);
  return pieces.length < 2 ? [] : pieces;
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

/** Never half a surrogate pair. */
const cut = (term: string): string =>
  term.length <= TERM_MAX ? term : term.slice(0, TERM_MAX).replace(/[\ud800-\udbff]$/, '');
