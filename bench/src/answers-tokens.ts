/** Counts the tokens of a text; undefined if no tokenizer is installed. */
export type CountTokens = ((text: string) => number) | undefined;

const TOKENIZER = 'gpt-tokenizer/encoding/o200k_base';

/** Loads the o200k tokenizer. */
export async function tokenCounter(): Promise<CountTokens> {
  try {
    const { countTokens } = (await import(TOKENIZER)) as { countTokens: (text: string) => number };
    return countTokens;
  } catch {
    return undefined;
  }
}
