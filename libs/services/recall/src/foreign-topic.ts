import type { Gathered } from './candidates.ts';

/**
 * Below both of these, the best of everything stored has nothing to do with the question. Similarity can tell a foreign
 * topic, but not whether a near one is answerable (recall.md section 6), so the floor is low on purpose.
 */
const COSINE_FLOOR = 0.1;
const WORDS_FLOOR = 0.05;

/** Whether nothing stored is about what was asked. Without vectors that cannot be told. */
export function isForeign({ found, embedding }: Gathered): boolean {
  if (!embedding) return false;
  const cosines = found.flatMap(({ vectors }) => [...vectors.values()].map(({ cosine }) => cosine));
  const shares = found.flatMap(({ words }) => [...words.values()].map(({ share }) => share));
  if (cosines.length === 0) return false;
  return Math.max(...cosines) < COSINE_FLOOR && Math.max(0, ...shares) < WORDS_FLOOR;
}
