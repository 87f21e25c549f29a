import type { PastImport } from '@cairn/contracts';

interface ImportSoFar {
  /** Time from its beginning until these figures, ms. */
  readonly elapsedMs: number;
  /** Items that were sent. */
  readonly items: number;
  /** Share of the file that was read, 0 to 1; null if it is not known. */
  readonly share: number | null;
}

/** Estimates when an import ends, as if the rest of its file went as fast as the part before. Null before its first items. */
export function importPace({ elapsedMs, items, share }: ImportSoFar): PastImport['pace'] {
  if (elapsedMs <= 0 || items === 0) return null;
  const secondsLeft = share === null || share <= 0 ? null : Math.round((elapsedMs * (1 - share)) / share / 1000);
  return { perSecond: Math.round((10_000 * items) / elapsedMs) / 10, secondsLeft };
}
