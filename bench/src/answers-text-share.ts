import type { CountTokens } from './answers-tokens.ts';
import type { ToolAnswer } from './answers-client.ts';

/** Tokens of an answer's parts, and of the stored texts that they contain. */
export interface TokensOf {
  readonly parts: readonly number[];
  readonly texts: number;
  readonly items: number;
}

/** Counts tokens. `texts` are titles and contents of the shown items; each counts once, if the answer contains it. */
export function tokensOf(
  { parts }: ToolAnswer,
  { texts, items }: { readonly texts: readonly string[]; readonly items: number },
  countTokens: NonNullable<CountTokens>,
): TokensOf {
  const all = plain(parts.join('\n'));
  const shown = texts.filter((text) => all.includes(plain(text)));
  return { parts: parts.map(countTokens), texts: shown.reduce((sum, text) => sum + countTokens(text), 0), items };
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
