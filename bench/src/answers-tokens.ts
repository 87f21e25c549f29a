/** The tokens of a text, or undefined where no tokenizer is installed. */
export type CountTokens = ((text: string) => number) | undefined;

const TOKENIZER = 'gpt-tokenizer/encoding/o200k_base';

/** Counts as o200k does. */
export async function tokenCounter(): Promise<CountTokens> {
  try {
    const { countTokens } = (await import(TOKENIZER)) as { countTokens: (text: string) => number };
    return countTokens;
  } catch {
    return undefined;
  }
}
