/** Words by Zipf's law: some are in half of the texts and most in few; every ninth is a path. */
const WORDS = Array.from({ length: 400 }, (_, rank) =>
  rank % 9 === 5 ? `lib${rank}/zub${rank % 40}.ts` : `zub${rank % 7}x${rank}`,
);

export type Random = () => number;

const word = (random: Random): string => WORDS[Math.floor(WORDS.length ** random()) - 1]!;

/** A text, mostly short, with up to 150 words. */
export const randomText = (random: Random, length = 1 + Math.floor(random() ** 3 * 150)): string =>
  Array.from({ length }, () => word(random)).join(' ');

/** A query of a few words, sometimes with a phrase and a part of a path. */
export function randomQuery(random: Random): string {
  const plain = randomText(random, 1 + Math.floor(random() * 8));
  return random() < 0.3 ? `${plain} "${word(random)} ${word(random)}" zub3` : plain;
}

export const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)]!;

export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
