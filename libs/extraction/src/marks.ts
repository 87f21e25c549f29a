import { mentionsName, mentionsNumber, mentionsTime } from '@cairn/text';
import { cuesIn } from './cues.ts';
import type { CueName } from './lexicon.en.ts';

/** Traits of a statement that no expression of the lexicon tells. */
export type Trait = 'asks' | 'short' | 'long' | 'number' | 'time' | 'name' | 'code' | 'self' | 'relation';
export type Mark = CueName | Trait;

const SHORT_WORDS_MAX = 4;
const LONG_WORDS_MIN = 12;
/** An identifier, a path, a flag or a code span. */
const CODE =
  /`[^`]+`|(?<!\S)(?:[\w@.-]*\/[\w@./*-]+|--?[a-z][\w-]+|\w+_\w+|[a-z]+[A-Z]\w*|\w+\.[a-z]{2,4}|[A-Z]{2,}-?\d+)(?![\p{L}\p{N}])/u;
const SELF = /(?<![\p{L}\p{N}])(?:i|i'[a-z]+|my|me|mine|we|we'[a-z]+|our|us)(?![\p{L}\p{N}])/iu;

/** Finds all marks of a statement, by which its kind and its certainty are computed. */
export function marksOf(text: string, { asks }: { readonly asks: boolean }): Set<Mark> {
  const words = text.split(' ').length;
  const traits: readonly (readonly [Trait, boolean])[] = [
    ['asks', asks],
    ['short', words <= SHORT_WORDS_MAX],
    ['long', words >= LONG_WORDS_MIN],
    ['number', mentionsNumber(text)],
    ['time', mentionsTime(text)],
    ['name', mentionsName(text)],
    ['code', CODE.test(text)],
    ['self', SELF.test(text)],
  ];
  return new Set<Mark>([...cuesIn(text), ...traits.flatMap(([trait, isSo]) => (isSo ? [trait] : []))]);
}
