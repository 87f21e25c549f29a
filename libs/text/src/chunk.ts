import { sentenceEnds } from './sentences.ts';

export interface ChunkOptions {
  readonly maxTokens: number;
  readonly countTokens: (text: string) => number;
  /** How many tokens of a chunk, at most, the next one repeats. None by default. */
  readonly overlapTokens?: number | undefined;
  /** Where to begin, as a UTF-16 offset; 0 unless told. */
  readonly from?: number | undefined;
  /** How many pieces at most: whoever wants the rest goes on from the end of the last. All unless told. */
  readonly piecesMax?: number | undefined;
}

/** A piece of a text, as UTF-16 offsets: from the first to behind the last. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface Progress {
  readonly covered: number;
  readonly maxTokens: number;
  readonly overlapTokens: number;
}

const TYPICAL_CHARACTERS_PER_TOKEN = 4;
const GUESSES_MAX = 6;
const FULL_ENOUGH = 0.85;
const GROWTH_MAX = 4;
const PARAGRAPH_BORDER = /\n[^\S\n]*\n\s*/g;
const WORD_BORDER = /\s+/g;
const NOT_BLANK = /\S/;

/**
 * A text in pieces that a model can read whole: `countTokens` of each is at most `maxTokens`, unless one character alone has
 * more. A piece ends with a paragraph if one ends in its second half, else likewise with a sentence, else with a word, else
 * between two characters. Together they cover all that is not blank; a text that fits is one piece, a blank one none.
 * Tokens are counted on guesses of about a chunk's length, a few times each, so the whole takes linear time.
 */
export function chunk(text: string, options: ChunkOptions): Span[] {
  const { maxTokens, countTokens, overlapTokens = 0, from = 0, piecesMax = Infinity } = options;
  if (maxTokens < 1) throw new RangeError('A chunk must be allowed at least one token.');
  const whole = trimmed(text, firstNotBlank(text, from), text.length);
  if (whole.from >= whole.to) return [];
  if (piecesMax === Infinity && countTokens(text.slice(whole.from, whole.to)) <= maxTokens) return [whole];

  const ruler = new Ruler(text, countTokens);
  const spans: Span[] = [];
  let covered = whole.from;
  while (covered < whole.to && spans.length < piecesMax) {
    const to = nextEnd(ruler, { covered, maxTokens, overlapTokens }, spans);
    covered = firstNotBlank(text, to);
  }
  return spans;
}

/** Adds the next span, with an overlap where that still leaves room for something new, and says where it ends. */
function nextEnd(ruler: Ruler, { covered, maxTokens, overlapTokens }: Progress, spans: Span[]): number {
  const previous = spans.at(-1);
  const overlap =
    previous && overlapTokens > 0 ? ruler.overlapStart(previous, Math.min(overlapTokens, maxTokens - 1)) : covered;
  const reached = ruler.fit(overlap, maxTokens);
  const from = reached > covered ? overlap : covered;
  const to = reached > covered ? reached : ruler.fit(covered, maxTokens);
  spans.push(trimmed(ruler.text, from, to));
  return to;
}

const trimmed = (text: string, from: number, to: number): Span => ({
  from,
  to: from + text.slice(from, to).trimEnd().length,
});

/** Measures a text in tokens, and learns on the way how many characters one takes. */
class Ruler {
  readonly text: string;
  readonly #countTokens: (text: string) => number;
  #charactersPerToken = TYPICAL_CHARACTERS_PER_TOKEN;

  constructor(text: string, countTokens: (text: string) => number) {
    this.text = text;
    this.#countTokens = countTokens;
  }

  /** The end of the best piece that starts here. */
  fit(from: number, maxTokens: number): number {
    const reach = this.#reach(from, maxTokens);
    if (reach === this.text.length) return reach;
    let to = bestBorder(this.text, from, reach);
    while (this.#count(from, to) > maxTokens) {
      const next = shorter(this.text, from, to);
      if (next >= to) break;
      to = next;
    }
    return to;
  }

  /** Where the last tokens of a span start, at a word border; the span's end when not even one word fits. */
  overlapStart({ from, to }: Span, tokens: number): number {
    let start = Math.max(from + 1, to - Math.floor(tokens * this.#charactersPerToken));
    for (let guess = 0; guess < GUESSES_MAX && start < to; guess += 1) {
      start = nextWord(this.text, start, to);
      if (start >= to || this.#count(start, to) <= tokens) break;
      start = guess === GUESSES_MAX - 1 ? to : start + Math.ceil((to - start) / 2);
    }
    return firstNotBlank(this.text, start);
  }

  /** About how far the tokens reach: never more than allowed, mostly at least 85% of it. */
  #reach(from: number, maxTokens: number): number {
    let fits = from;
    let exceeds = this.text.length + 1;
    let length = Math.max(1, Math.floor(maxTokens * this.#charactersPerToken));
    for (let guess = 0; guess < GUESSES_MAX; guess += 1) {
      const to = Math.min(from + length, this.text.length);
      const tokens = this.#count(from, to);
      if (tokens <= maxTokens) fits = to;
      else exceeds = to;
      if (fits === this.text.length || (fits > from && tokens <= maxTokens && tokens >= maxTokens * FULL_ENOUGH)) break;
      length = this.#nextLength(to - from, tokens, maxTokens, { fits: fits - from, exceeds: exceeds - from });
      if (length <= fits - from) break;
    }
    return fits > from ? fits : this.#halve(from, exceeds, maxTokens);
  }

  #nextLength(length: number, tokens: number, maxTokens: number, known: { fits: number; exceeds: number }): number {
    const aim =
      tokens === 0
        ? length * GROWTH_MAX
        : Math.min(length * GROWTH_MAX, Math.floor((length * maxTokens * 0.95) / tokens));
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

/** The end of the last paragraph, sentence or word before the reach; paragraphs and sentences only in the second half. */
function bestBorder(text: string, from: number, reach: number): number {
  const window = text.slice(from, reach);
  const half = window.length / 2;
  const paragraph = lastEnd(window, PARAGRAPH_BORDER);
  if (paragraph > half) return from + paragraph;
  // The window's own end is no sentence's end.
  const sentence = sentenceEnds(window).at(-2) ?? 0;
  if (sentence > half) return from + sentence;
  if (/\s/.test(text[reach] ?? ' ')) return reach;
  const word = lastEnd(window, WORD_BORDER);
  return word > 0 ? from + word : wholeCharacter(text, from, reach);
}

function lastEnd(window: string, border: RegExp): number {
  let end = 0;
  for (const match of window.matchAll(border)) end = match.index + match[0].length;
  return end;
}

const shorter = (text: string, from: number, to: number): number =>
  wholeCharacter(text, from, from + Math.floor((to - from) * 0.9));

/** A place near `to` that splits no surrogate pair, and lies behind `from`. */
function wholeCharacter(text: string, from: number, to: number): number {
  const end = Math.max(to, from + 1);
  const splits = /[\udc00-\udfff]/.test(text[end] ?? '') && /[\ud800-\udbff]/.test(text[end - 1] ?? '');
  if (!splits) return end;
  return end - 1 > from ? end - 1 : end + 1;
}

function nextWord(text: string, at: number, to: number): number {
  let start = at;
  while (start < to && NOT_BLANK.test(text[start - 1] ?? ' ')) start += 1;
  return start;
}

function firstNotBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && !NOT_BLANK.test(text[at]!)) at += 1;
  return at;
}
