/** Mean of paired differences with its 95% confidence interval over other questions of the same kind. */
export interface Change {
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 10_000;
const SEED = 20_061_106;

/**
 * Computes the mean of the differences, one per question, and its percentile interval: the questions are resampled with
 * replacement 10,000 times, and the interval is the middle 95% of the means. Pairing removes the difficulty of the
 * questions. The seed is fixed, so the same differences always give the same interval. Method: Efron and Tibshirani, An
 * Introduction to the Bootstrap (1993), chapter 13; for retrieval, Sakai, SIGIR 2006, and Smucker, Allan and
 * Carterette, CIKM 2007.
 */
export function pairedBootstrap(differences: readonly number[]): Change {
  if (differences.length === 0) throw new Error('there is no pair to compare');
  const mean = meanOf(differences);
  if (differences.every((difference) => difference === differences[0])) return { mean, low: mean, high: mean };

  const random = generator(SEED);
  const means = new Float64Array(RESAMPLES);
  for (let sample = 0; sample < RESAMPLES; sample++) means[sample] = resampledMean(differences, random);
  means.sort();
  return { mean, low: quantile(means, 0.025), high: quantile(means, 0.975) };
}

/** True if the interval excludes 0, so that the direction of the change is significant. */
export const isCertain = ({ low, high }: Change): boolean => low > 0 || high < 0;

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function resampledMean(differences: readonly number[], random: () => number): number {
  let sum = 0;
  for (let drawn = 0; drawn < differences.length; drawn++) {
    sum += differences[Math.floor(random() * differences.length)]!;
  }
  return sum / differences.length;
}

const quantile = (ordered: Float64Array, share: number): number =>
  ordered[Math.min(ordered.length - 1, Math.max(0, Math.ceil(share * ordered.length) - 1))]!;

/** Seeded random numbers from 0 to below 1: Marsaglia's xorshift with 32 bits (2003). */
export function generator(seed: number): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
