import type { CountTokens } from './answers-tokens.ts';
import type { ToolAnswer } from './answers-client.ts';

/** Tokens of an answer's parts, and of the stored texts that they contain. */
export interface TokensOf {
  readonly parts: readonly number[];
  readonly texts: number;
  readonly items: number;
}

/** Counts tokens. `texts` are titles and contents of the shown items; the part of each that the answer contains counts once. */
export function tokensOf(
  { parts }: ToolAnswer,
  { texts, items }: { readonly texts: readonly string[]; readonly items: number },
  countTokens: NonNullable<CountTokens>,
): TokensOf {
  const all = plain(parts.join('\n'));
  const shown = texts.map((text) => shownPart(plain(text), all));
  return { parts: parts.map(countTokens), texts: shown.reduce((sum, text) => sum + countTokens(text), 0), items };
}

/** Least length of a shared run of words; a shorter one can occur by chance. */
const WORDS_LEAST = 8;

/** Part of a text that the answer contains: all of it, else its longest run of words, such as a cut passage. */
export function shownPart(text: string, answer: string): string {
  if (answer.includes(text)) return text;
  const words = text.split(' ');
  let [from, length] = [0, 0];
  for (let at = 0; at + length < words.length; at++)
    while (at + length < words.length && answer.includes(words.slice(at, at + length + 1).join(' '))) {
      from = at;
      length += 1;
    }
  return length < WORDS_LEAST ? '' : words.slice(from, from + length).join(' ');
}

const plain = (text: string) => text.replace(/\\?"/g, '"').replace(/\s+/g, ' ');

/** Means over answers: tokens per part, in total, and the share of stored texts. */
export function tokensText(name: string, all: readonly TokensOf[]): string {
  const mean = (of: (one: TokensOf) => number) => all.reduce((sum, one) => sum + of(one), 0) / Math.max(1, all.length);
  const whole = mean(({ parts }) => parts.reduce((sum, part) => sum + part, 0));
  const texts = mean((one) => one.texts);
  const parts = [0, 1].map((at) => mean((one) => one.parts[at] ?? 0).toFixed(0)).join(' + ');
  return `  ${name.padEnd(22)} answers ${String(all.length).padStart(3)}  items ${mean(({ items }) => items).toFixed(1)}  content ${whole.toFixed(0)} (${parts})  texts ${texts.toFixed(0)}, ${((100 * texts) / Math.max(1, whole)).toFixed(0)} %`;
}
