import { sentencesOf } from '@cairn/text';
import { abbreviations, greetings } from './lexicon.en.ts';
import { ownWords } from './own-words.ts';

/** A statement within a message: a sentence without its greeting, and without a question at its end. */
export interface Statement {
  /** UTF-16 offsets in the content of the message; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
  /** The text with straight apostrophes and single spaces. Words that are not the speaker's own are blanks. */
  readonly text: string;
  /**
   * Whether the whole statement is a question. `offers` is true for a question that proposes something and waits for a
   * yes, such as `Then Postgres?`
   */
  readonly asks: boolean;
  readonly offers: boolean;
  /** Whether the greeting before the statement agrees with somebody: `ok`, `yes`, `agreed`. */
  readonly agrees: boolean;
  /** Whether a list, or the main clause of a condition, is missing behind the statement. */
  readonly isOpen: boolean;
}

/**
 * Longest sentence in characters; `STATEMENT_CHARS_MAX` is the longest statement in a sentence. A longer text is a
 * list, a table or code.
 */
const SENTENCE_CHARS_MAX = 2_000;
const STATEMENT_CHARS_MAX = 600;
const LETTERS_MIN = 6;

/**
 * Splits a message into statements, and leaves out words that are not the speaker's own. A line break ends a sentence
 * unless the line was wrapped.
 */
export function statementsOf(content: string): Statement[] {
  const own = ownWords(content);
  return linesOf(own).flatMap(({ from, text }) =>
    sentencesOf(text)
      .flatMap((sentence) => chatSentencesIn(sentence.text, from + sentence.from))
      .flatMap(({ start, end }) => statementIn(own, start, end)),
  );
}

interface Line {
  readonly from: number;
  readonly text: string;
}

const WRAPPED_LINE_CHARS_MIN = 60;

/** Splits a text into lines, and joins a wrapped line with the line that continues it in lower case. */
function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let from = 0;
  let parts: string[] = [];
  let last = '';
  const close = () => {
    if (parts.length > 0) lines.push({ from, text: parts.join('\n') });
    from += parts.join('\n').length + (parts.length > 0 ? 1 : 0);
    parts = [];
  };
  for (const line of text.split('\n')) {
    const isWrapped =
      last.length >= WRAPPED_LINE_CHARS_MIN && !/[.!?:]\s*$/u.test(last) && /^\s{0,3}\p{Ll}/u.test(line);
    if (!isWrapped) close();
    parts.push(line);
    last = line;
  }
  close();
  return lines;
}

/** Matches the end of a sentence in a chat, where the next sentence may begin in lower case. */
const CHAT_SENTENCE_END = new RegExp(
  String.raw`(?:[?!]+["”’)]*|(?<=[\p{L}\p{N})\x60'’"”]{2})(?<!\b(?:${abbreviations.join('|')}))\.)\s+(?=[\p{Ll}\p{N}\x60"'“])`,
  'gu',
);

/** Splits a sentence of prose further, as people write in a chat. */
function chatSentencesIn(text: string, from: number): { readonly start: number; readonly end: number }[] {
  const borders = [
    0,
    ...[...text.matchAll(CHAT_SENTENCE_END)].map((match) => match.index + match[0].length),
    text.length,
  ];
  return borders.slice(1).map((end, at) => ({ start: from + borders[at]!, end: from + end }));
}

/** Matches signs and pictures before the first word. */
const SIGNS = /^[^\p{L}\p{N}`"'“(<@#/$£€*_.~-]*(?:[:;]-?[DP)(]+\s+)?/u;
const GREETING = new RegExp(
  String.raw`^(?:(?:${greetings.join('|')})(?: (?:there|all|team|folks|everyone|again|guys|so much|a lot))?(?:,? \p{Lu}\p{Ll}+(?=\s?[,!.:–—-]))?\s?[,!.:–—-]+\s+)+`,
  'iu',
);
/**
 * Matches the border before a clause that asks, such as `..., can you`; `TRAILING_DOUBT` matches the border before a
 * clause that wonders, such as `..., but I'm not sure`.
 */
const TRAILING_QUESTION =
  /[,;:–—-]\s+(?:(?:so|and|but|or|then|also|now)\s+)?(?=(?:(?:can|could|would|will|do|does|did|is|are|am|was|were|should|shall|have|has|isn't|don't|won't|may) (?:i|you|we|it|he|she|they|there|this|that|these|those|the|my|our|your|a|an|any|anyone|someone|people)|what|how|when|where|who|why|which|any)\b)/giu;
const TRAILING_DOUBT =
  /[,;:–—-]\s+(?:(?:so|and|but|or|then|also|now)\s+)*(?=(?:I'm|I am)\s+(?:\p{L}+\s+)?(?:not sure|unsure|wondering|curious|looking for|trying to figure|having trouble|seeking)\b|(?:I'd|I would) (?:love|like|appreciate) (?:some|any|your)\b)/giu;
/** Matches a beginning that makes a sentence a question, even without a question mark. */
const ASKING =
  /^(?:(?:and|so|but|or|also|btw|by the way|hm+|oh|ok|wait),? |[\p{L} ]{2,30}[:.] )*(?:(?:isn't|wasn't|aren't|don't|didn't|doesn't) (?:it|that|this|we|you|they|there)|(?:do|does|did|is|are|can|could|should|would|will|was|were|has|have|shall) (?:i|we|you|it|he|she|they|the|there|this|that|these|those|my|our|your|any|anyone|someone)|(?:what|how|why|when|where|which|who)(?:'s| (?:\p{L}+ )?(?:do|does|did|is|are|can|could|should|would|will|was|were|about|if|the|kind|happens|else|many|much|long)))(?![\p{L}\p{N}])/iu;
const STATEMENT_CHARS_MIN = 15;

function statementIn(own: string, start: number, end: number): Statement[] {
  const whole = own.slice(start, end);
  if (whole.length > SENTENCE_CHARS_MAX) return [];
  const greeting = lengthOfGreeting(whole.replaceAll('\u2019', "'"));
  const isQuestion = /\?["”’)*_]*\s*$/u.test(whole);
  const cut = endOfStatement(whole, greeting, isQuestion ? [TRAILING_QUESTION, TRAILING_DOUBT] : [TRAILING_DOUBT]);
  const said = whole.slice(greeting, cut);
  if (said.length > STATEMENT_CHARS_MAX) return [];
  const text = said
    .replaceAll('\u2019', "'")
    .replace(/[*_]{2,}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  if ((text.match(/\p{L}/gu)?.length ?? 0) < LETTERS_MIN) return [];
  const lead = said.length - said.trimStart().length;
  const from = start + greeting + lead;
  const asks = isQuestion && cut === undefined;
  const isAsking = ASKING.test(text);
  return [
    {
      ...{ start: from, end: from + said.trim().length, text },
      ...{ asks: asks || isAsking, offers: asks && !isAsking, agrees: AGREES.test(own.slice(start, from)) },
      isOpen: text.endsWith(':') || (cut !== undefined && CONDITION.test(text)),
    },
  ];
}

const CONDITION = /^(?:if|when|since|given|suppose|assuming|as)(?![\p{L}])/iu;
const AGREES = /(?<![\p{L}])(?:ok|okay|yes|yep|yeah|agreed|sure|fine|right|fair|exactly|deal)(?![\p{L}])/iu;

function lengthOfGreeting(sentence: string): number {
  const signs = SIGNS.exec(sentence)![0].length;
  return signs + (GREETING.exec(sentence.slice(signs))?.[0].length ?? 0);
}

/**
 * Finds the end of the statement in a sentence that asks or wonders afterwards, such as `I prefer X, can you ...?`
 * Undefined if the statement is the whole sentence.
 */
function endOfStatement(sentence: string, from: number, tails: readonly RegExp[]): number | undefined {
  const straight = sentence.replaceAll('\u2019', "'");
  const found = tails.flatMap((tail) => [...straight.matchAll(tail)].map(({ index }) => index));
  const behind = found.filter((index) => index >= from + STATEMENT_CHARS_MIN);
  return behind.length > 0 ? Math.min(...behind) : undefined;
}
