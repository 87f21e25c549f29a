const FIRST_MS = 500;
const LONGEST_MS = 300_000;

/** How long to wait before the next attempt: doubled each time up to five minutes, and spread over its upper half, so that what failed together does not return together. */
export function backoffMs(attemptsMade: number, random: () => number = Math.random): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attemptsMade, 20));
  return Math.round(full * (0.5 + random() / 2));
}
