interface Slot {
  readonly at: number;
}

const HOUR_MS = 3_600_000;
const HOURS = 24;

/** Combines the slots of each of the last 24 hours into one value, oldest hour first. An hour without a slot gives 0. */
export function byHour<One extends Slot>(
  slots: readonly One[],
  now: number,
  combine: (hour: One[]) => number,
): number[] {
  const hours = Map.groupBy(slots, ({ at }) => HOURS - 1 - Math.floor((now - at) / HOUR_MS));
  return Array.from({ length: HOURS }, (_, hour) => combine(hours.get(hour) ?? []));
}

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
export const mostOf = (values: readonly (number | null)[]): number => Math.max(0, ...values.map((value) => value ?? 0));
