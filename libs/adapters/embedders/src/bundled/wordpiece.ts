import { LRUCache } from 'lru-cache';

/** Maximum number of split words that are cached. Most words of a text are among the last few thousand. */
const CACHED_WORDS_MAX = 20_000;
const WORD_CHARS_MAX = 100;
/** Number of characters of a long text that are tokenised first to get 256 tokens. */
const FIRST_CUT_CHARS = 8_192;

const whitespace = /[\t\n\r]/g;
const IGNORED_CHARACTERS = /[\0\uFFFD]/g;
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu;
const accents = /\p{Mn}/gu;
const chinese =
  /[\u4E00-\u9FFF\u3400-\u4DBF\u{20000}-\u{2A6DF}\u{2A700}-\u{2B73F}\u{2B740}-\u{2B81F}\u{2B820}-\u{2CEAF}\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu;
/** Matches a single punctuation mark, or a run of other characters. BERT counts all ASCII symbols as punctuation. */
const words = /[!-/:-@[-`{-~\p{P}]|[^\s!-/:-@[-`{-~\p{P}]+/gu;

/**
 * BERT's uncased WordPiece tokenizer. Texts are lowercased, accents are removed, and texts are split at spaces, punctuation and
 * Chinese characters. Each word is cut into the longest pieces of the vocabulary. Canonically equal texts give equal tokens.
 */
export class WordPiece {
  /** Pieces of the vocabulary by id. */
  readonly pieces: readonly string[];
  readonly #beginnings = new Pieces();
  readonly #continuations = new Pieces();
  readonly #split = new LRUCache<string, readonly number[]>({ max: CACHED_WORDS_MAX });
  readonly #begin: number;
  readonly #end: number;
  readonly #unknown: number;

  constructor(vocabulary: Readonly<Record<string, number>>) {
    const entries = Object.entries(vocabulary);
    this.pieces = piecesById(entries);
    for (const [piece, id] of entries) this.#sort(piece, id);
    this.#begin = idOf('[CLS]', vocabulary);
    this.#end = idOf('[SEP]', vocabulary);
    this.#unknown = idOf('[UNK]', vocabulary);
  }

  /** Returns the tokens of a whole text, with the special tokens at both ends. */
  encode(text: string): number[] {
    return [this.#begin, ...this.#tokensOf(text), this.#end];
  }

  /** Returns the tokens of `encode`, cut to a length. Only as much of a long text is tokenised as is needed. */
  encodeBeginning(text: string, maxTokens: number): { ids: number[]; truncated: boolean } {
    const room = maxTokens - 2;
    for (let cut = FIRST_CUT_CHARS; cut < text.length; cut *= 4) {
      const tokens = this.#tokensOf(text.slice(0, cut));
      if (tokens.length > room + WORD_CHARS_MAX) return this.#fitted(tokens, room);
    }
    return this.#fitted(this.#tokensOf(text), room);
  }

  /** The number of tokens in a text, including the special tokens. */
  count(text: string): number {
    let tokens = 2;
    for (const word of basicWords(text)) tokens += this.#piecesOf(word).length;
    return tokens;
  }

  #fitted(tokens: readonly number[], room: number): { ids: number[]; truncated: boolean } {
    return { ids: [this.#begin, ...tokens.slice(0, room), this.#end], truncated: tokens.length > room };
  }

  #tokensOf(text: string): number[] {
    return basicWords(text).flatMap((word) => this.#piecesOf(word));
  }

  #piecesOf(word: string): readonly number[] {
    const known = this.#split.get(word);
    if (known) return known;
    const pieces = this.#cut(word);
    this.#split.set(word, pieces);
    return pieces;
  }

  /** Cuts a word into pieces. A word that cannot be cut completely into known pieces is one unknown token. */
  #cut(word: string): readonly number[] {
    if (word.length > WORD_CHARS_MAX && Array.from(word).length > WORD_CHARS_MAX) return [this.#unknown];
    const ids: number[] = [];
    for (let from = 0; from < word.length;) {
      const piece = from === 0 ? this.#beginnings.longestIn(word, from) : this.#continuations.longestIn(word, from);
      if (!piece) return [this.#unknown];
      ids.push(piece.id);
      from = piece.end;
    }
    return ids;
  }

  /**
   * Stores a piece. A piece such as `##ing`, which continues a word, is stored as `ing`. No word of a text begins with
   * `##`, since number signs are separate words.
   */
  #sort(piece: string, id: number): void {
    if (piece.startsWith('##') && piece.length > 2) this.#continuations.add(piece.slice(2), id);
    else this.#beginnings.add(piece, id);
  }
}

function idOf(piece: string, vocabulary: Readonly<Record<string, number>>): number {
  const id = vocabulary[piece];
  if (id === undefined) throw new Error(`The vocabulary lacks ${piece}.`);
  return id;
}

/** Pieces of words, found by their text. */
class Pieces {
  readonly #ids = new Map<string, number>();
  /**
   * Maps the first two letters to the length of the longest piece that begins with them. Most letters begin no long
   * piece, so nonsense is cut fast.
   */
  readonly #longest = new Map<string, number>();

  add(piece: string, id: number): void {
    const beginning = piece.slice(0, 2);
    this.#ids.set(piece, id);
    this.#longest.set(beginning, Math.max(piece.length, this.#longest.get(beginning) ?? 1));
  }

  /** Finds the longest piece at `from`. No piece ends within a surrogate pair, so the text can be cut at any UTF-16 unit. */
  longestIn(word: string, from: number): { id: number; end: number } | undefined {
    const longest = this.#longest.get(word.slice(from, from + 2)) ?? 1;
    for (let end = Math.min(word.length, from + longest); end > from; end--) {
      const id = this.#ids.get(word.slice(from, end));
      if (id !== undefined) return { id, end };
    }
    return undefined;
  }
}

/**
 * Returns the pieces in the order of their ids. The order of the file cannot be used, since an object lists keys such
 * as `7` before all other keys.
 */
function piecesById(entries: readonly (readonly [string, number])[]): string[] {
  const pieces = new Array<string>(entries.length);
  for (const [piece, id] of entries) pieces[id] = piece;
  return pieces;
}

function basicWords(text: string): readonly string[] {
  const visible = text.replace(whitespace, ' ').replace(IGNORED_CHARACTERS, '').replace(invisible, '');
  const spaced = visible.replace(chinese, ' $& ');
  return spaced.normalize('NFD').replace(accents, '').toLowerCase().match(words) ?? [];
}
