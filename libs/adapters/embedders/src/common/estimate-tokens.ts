/** Matches characters of scripts that models split into about one token per character. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Estimated number of tokens of one character: 1 in dense scripts, a quarter in all other scripts. */
const tokensOf = (character: string): number => (dense.test(character) ? 1 : 1 / 4);

/** Estimates the number of tokens in a text for a model whose tokenizer is remote. The estimate is never zero. */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const character of text) tokens += tokensOf(character);
  return Math.max(1, Math.ceil(tokens));
}

/** Returns the longest beginning of a text that fits according to the estimate. The text is cut between characters. */
export function cutToEstimate(text: string, maxTokens: number): string {
  let tokens = 0;
  let end = 0;
  for (const character of text) {
    tokens += tokensOf(character);
    if (tokens > maxTokens) return text.slice(0, end);
    end += character.length;
  }
  return text;
}
