import type { PastImport } from '@cairn/contracts';

/** Says how fast an import goes and how long it still takes: `120 a second, 3m 20s left`. */
export function describePace({ perSecond, secondsLeft }: NonNullable<PastImport['pace']>): string {
  const rate = `${Math.round(perSecond)} a second`;
  return secondsLeft === null ? rate : `${rate}, ${durationOf(secondsLeft)} left`;
}

function durationOf(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  if (hours > 0) return `${hours}h ${minutes}m`;
  return minutes > 0 ? `${minutes}m ${seconds % 60}s` : `${seconds}s`;
}
