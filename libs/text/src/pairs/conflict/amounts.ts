import { numberOf } from '../word-lists.ts';
import type { Token } from './tokens.ts';
import { factorByMultiplier, valueByTens } from './vocabulary.ts';

export interface Amount {
  readonly value: number;
  /** The index of the token after the amount. */
  readonly to: number;
}

export const textAt = (tokens: readonly Token[], at: number): string => tokens[at]?.text ?? '';

/** Reads a number in digits or words, also with "k", "thousand" or as "1/2": "-80", "twenty five", "12k". */
export function amountAt(tokens: readonly Token[], at: number): Amount | undefined {
  const isNegative = isMinus(tokens, at) && tokens[at + 1]?.kind === 'number';
  const from = isNegative ? at + 1 : at;
  const value = tokens[from] && valueAt(tokens, from);
  if (value === undefined) return undefined;
  const ones = Number(numberOf(textAt(tokens, from + 1)));
  if (valueByTens.has(textAt(tokens, from)) && ones < 10) return { value: value + ones, to: from + 2 };
  const isAndHalf = [1, 2, 3].map((ahead) => textAt(tokens, from + ahead)).join(' ') === 'and a half';
  if (isAndHalf) return { value: value + 0.5, to: from + 4 };
  return multiplyAmount(tokens, { value: isNegative ? -value : value, to: from + 1 });
}

/** Whether a token is a minus sign. A dash directly after a number separates two numbers instead: "9-17". */
const isMinus = (tokens: readonly Token[], at: number): boolean =>
  textAt(tokens, at) === 'minus' || (textAt(tokens, at) === '-' && tokens[at]?.isGlued !== true);

function multiplyAmount(tokens: readonly Token[], { value, to }: Amount): Amount {
  const many = factorByMultiplier.get(textAt(tokens, to));
  return many === undefined ? { value, to } : multiplyAmount(tokens, { value: value * many, to: to + 1 });
}

function valueAt(tokens: readonly Token[], at: number): number | undefined {
  const { text, kind } = tokens[at]!;
  if (kind === 'number') return numberIn(text);
  if (kind !== 'word') return undefined;
  if (valueByTens.has(text)) return valueByTens.get(text);
  if (text === 'a') return factorByMultiplier.has(textAt(tokens, at + 1)) ? 1 : undefined;
  if (factorByMultiplier.has(text)) return text.length > 2 ? factorByMultiplier.get(text) : undefined;
  const digits = numberOf(text);
  return digits !== undefined && /^\d+$/.test(digits) ? Number(digits) : undefined;
}

function numberIn(text: string): number | undefined {
  const [, top, bottom] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const value = top === undefined ? Number(text) : Number(top) / Number(bottom);
  return Number.isFinite(value) ? value : undefined;
}
