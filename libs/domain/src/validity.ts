import type { Item } from '@cairn/contracts';

/** A span of time, epoch ms, from its beginning until just before its end. A bound that is null or absent is open. */
export interface Validity {
  readonly validFrom?: number | null | undefined;
  readonly validTo?: number | null | undefined;
}

export const isValidAt = ({ validFrom, validTo }: Validity, at: number): boolean =>
  (validFrom ?? -Infinity) <= at && at < (validTo ?? Infinity);

/** Tells whether two spans have a moment in common. */
export const overlap = (one: Validity, other: Validity): boolean =>
  (one.validFrom ?? -Infinity) < (other.validTo ?? Infinity) &&
  (other.validFrom ?? -Infinity) < (one.validTo ?? Infinity);

/** State of a span at a time, in the words of answers. */
export function validityAt(validity: Validity, at: number): 'active' | 'expired' | 'upcoming' {
  if (isValidAt(validity, at)) return 'active';
  return (validity.validTo ?? Infinity) <= at ? 'expired' : 'upcoming';
}

/** Tells whether an item holds at a time, epoch ms: a memory while it is valid, others always. */
export const holdsAt = (item: Item, at: number): boolean => item.kind !== 'memory' || isValidAt(item, at);

/** Time from which an item counts for `asOf`: when it was said, or when a memory began to hold and superseded another. */
export const effectiveFrom = (item: Item): number =>
  item.kind !== 'memory'
    ? effectiveTime(item)
    : Math.max(item.validFrom ?? effectiveTime(item), item.activeFrom ?? -Infinity);

/** Time of an item: its own, or the time at which it was received. */
export const effectiveTime = (item: Pick<Item, 'timestamp' | 'createdAt'>): number => item.timestamp ?? item.createdAt;
