import { sentenceEnds } from './sentences.ts';

export interface ChunkOptions {
  readonly maxTokens: number;
  readonly countTokens: (text: string) => number;
  /** The maximum number of tokens at the end of a chunk that the next chunk repeats. Default 0. */
  readonly overlapTokens?: number | undefined;
  /** The UTF-16 offset at which to begin. Default 0. */
  readonly from?: number | undefined;
  /** The maximum number of pieces. A caller that wants the rest continues from the end of the last piece. Default: no limit. */
  readonly piecesMax?: number | undefined;
}

/** A piece of a text as UTF-16 offsets; `to` is exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface Progress {
  readonly covered: number;
  readonly maxTokens: number;
  readonly overlapTokens: number;
}

const CHARACTERS_PER_TOKEN_INITIAL = 4;
const LENGTH_GUESSES_MAX = 6;
const FULL_SHARE_MIN = 0.85;
const LENGTH_GROWTH_MAX = 4;
const PARAGRAPH_BORDER = /\n[^\S\n]*\n\s*/g;
const WORD_BORDER = /\s+/g;
const NOT_BLANK = /\S/;

/**
 * Splits a text into pieces of at most `maxTokens` tokens by `countTokens`; only a piece of one character may have more
 * tokens. A piece ends at the last end of a paragraph in its second half, or else at the last end of a sentence there,
 * or else at the end of a word, or else between two characters. The pieces together cover all non-blank text. A text
 * that fits is one piece; a blank text has no pieces. Each piece counts tokens a few times, on stretches of about its
 * length, so the time is linear.
 */
export function chunkText(text: string, options: ChunkOptions): Span[] {
  const { maxTokens, countTokens, overlapTokens = 0, from = 0, piecesMax = Infinity } = options;
  if (maxTokens < 1) throw new RangeError('A chunk must be allowed at least one token.');
  const whole = trimSpan(text, findNotBlank(text, from), text.length);
  if (whole.from >= whole.to) return [];
  if (piecesMax === Infinity && countTokens(text.slice(whole.from, whole.to)) <= maxTokens) return [whole];

  const ruler = new LengthMeter(text, countTokens);
  const spans: Span[] = [];
  let covered = whole.from;
  while (covered < whole.to && spans.length < piecesMax) {
    const to = addSpan(ruler, { covered, maxTokens, overlapTokens }, spans);
    covered = findNotBlank(text, to);
  }
  return spans;
}

/** Adds the next span and returns its end. The span begins with an overlap unless the overlap leaves no room for new text. */
function addSpan(ruler: LengthMeter, { covered, maxTokens, overlapTokens }: Progress, spans: Span[]): number {
  const previous = spans.at(-1);
  const overlap =
    previous && overlapTokens > 0 ? ruler.findOverlapStart(previous, Math.min(overlapTokens, maxTokens - 1)) : covered;
  const reached = ruler.findEnd(overlap, maxTokens);
  const from = reached > covered ? overlap : covered;
  const to = reached > covered ? reached : ruler.findEnd(covered, maxTokens);
  spans.push(trimSpan(ruler.text, from, to));
  return to;
}

const trimSpan = (text: string, from: number, to: number): Span => ({
  from,
  to: from + text.slice(from, to).trimEnd().length,
});

/** Measures a text in tokens, and keeps an estimate of the characters per token. */
class LengthMeter {
  readonly text: string;
  readonly #countTokens: (text: string) => number;
  #charactersPerToken = CHARACTERS_PER_TOKEN_INITIAL;

  constructor(text: string, countTokens: (text: string) => number) {
    this.text = text;
    this.#countTokens = countTokens;
  }

  /** Finds the end of the best piece that starts at `from`. */
  findEnd(from: number, maxTokens: number): number {
    const reach = this.#reach(from, maxTokens);
    if (reach === this.text.length) return reach;
    let to = findBestBorder(this.text, from, reach);
    while (this.#count(from, to) > maxTokens) {
      const next = shortenEnd(this.text, from, to);
      if (next >= to) break;
      to = next;
    }
    return to;
  }

  /** Finds the start of the last `tokens` tokens of a span, at a word border. Returns the end of the span if no word fits. */
  findOverlapStart({ from, to }: Span, tokens: number): number {
    let start = Math.max(from + 1, to - Math.floor(tokens * this.#charactersPerToken));
    for (let guess = 0; guess < LENGTH_GUESSES_MAX && start < to; guess += 1) {
      start = findNextWord(this.text, start, to);
      if (start >= to || this.#count(start, to) <= tokens) break;
      start = guess === LENGTH_GUESSES_MAX - 1 ? to : start + Math.ceil((to - start) / 2);
    }
    return findNotBlank(this.text, start);
  }

  /** Finds an offset that `maxTokens` tokens reach: never more tokens than allowed, and usually at least 85% of them. */
  #reach(from: number, maxTokens: number): number {
    let fits = from;
    let exceeds = this.text.length + 1;
    let length = Math.max(1, Math.floor(maxTokens * this.#charactersPerToken));
    for (let guess = 0; guess < LENGTH_GUESSES_MAX; guess += 1) {
      const to = Math.min(from + length, this.text.length);
      const tokens = this.#count(from, to);
      if (tokens <= maxTokens) fits = to;
      else exceeds = to;
      if (fits === this.text.length || (fits > from && tokens <= maxTokens && tokens >= maxTokens * FULL_SHARE_MIN))
        break;
      length = this.#nextLength(to - from, tokens, maxTokens, { fits: fits - from, exceeds: exceeds - from });
      if (length <= fits - from) break;
    }
    return fits > from ? fits : this.#halve(from, exceeds, maxTokens);
  }

  #nextLength(length: number, tokens: number, maxTokens: number, known: { fits: number; exceeds: number }): number {
    const aim =
      tokens === 0
        ? length * LENGTH_GROWTH_MAX
        : Math.min(length * LENGTH_GROWTH_MAX, Math.floor((length * maxTokens * 0.95) / tokens));
    if (aim > known.fits && aim < known.exceeds) return Math.max(1, aim);
    return Math.max(1, Math.floor((known.fits + known.exceeds) / 2));
  }

  #halve(from: number, exceeds: number, maxTokens: number): number {
    let to = exceeds;
    while (to > from + 1 && this.#count(from, to) > maxTokens) to = from + Math.floor((to - from) / 2);
    return to;
  }

  #count(from: number, to: number): number {
    const tokens = this.#countTokens(this.text.slice(from, to));
    if (tokens > 0) this.#charactersPerToken = (to - from) / tokens;
    return tokens;
  }
}

/** Finds the end of the last paragraph, sentence or word before `reach`. Paragraphs and sentences must end in the second half. */
function findBestBorder(text: string, from: number, reach: number): number {
  const window = text.slice(from, reach);
  const half = window.length / 2;
  const paragraph = findLastEnd(window, PARAGRAPH_BORDER);
  if (paragraph > half) return from + paragraph;
  // The last entry is the end of the window, which is not the end of a sentence.
  const sentence = sentenceEnds(window).at(-2) ?? 0;
  if (sentence > half) return from + sentence;
  if (/\s/.test(text[reach] ?? ' ')) return reach;
  const word = findLastEnd(window, WORD_BORDER);
  return word > 0 ? from + word : findCharacterBorder(text, from, reach);
}

function findLastEnd(window: string, border: RegExp): number {
  let end = 0;
  for (const match of window.matchAll(border)) end = match.index + match[0].length;
  return end;
}

const shortenEnd = (text: string, from: number, to: number): number =>
  findCharacterBorder(text, from, from + Math.floor((to - from) * 0.9));

/** Finds an offset near `to` and after `from` that does not split a surrogate pair. */
function findCharacterBorder(text: string, from: number, to: number): number {
  const end = Math.max(to, from + 1);
  const splits = /[\udc00-\udfff]/.test(text[end] ?? '') && /[\ud800-\udbff]/.test(text[end - 1] ?? '');
  if (!splits) return end;
  return end - 1 > from ? end - 1 : end + 1;
}

function findNextWord(text: string, at: number, to: number): number {
  let start = at;
  while (start < to && NOT_BLANK.test(text[start - 1] ?? ' ')) start += 1;
  return start;
}

function findNotBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && !NOT_BLANK.test(text[at]!)) at += 1;
  return at;
}
