import type { Item } from '@cairn/contracts';

/** Span of time, epoch ms; `validFrom` is inclusive, `validTo` exclusive. Null or absent means unbounded. */
export interface Validity {
  readonly validFrom?: number | null | undefined;
  readonly validTo?: number | null | undefined;
}

export const isValidAt = ({ validFrom, validTo }: Validity, at: number): boolean =>
  (validFrom ?? -Infinity) <= at && at < (validTo ?? Infinity);

/** Tells whether two spans have a moment in common. */
export const validitiesOverlap = (one: Validity, other: Validity): boolean =>
  (one.validFrom ?? -Infinity) < (other.validTo ?? Infinity) &&
  (other.validFrom ?? -Infinity) < (one.validTo ?? Infinity);

/** Tells whether a span is current (`active`), past (`expired`) or future (`upcoming`) at a time. */
export function validityAt(validity: Validity, at: number): 'active' | 'expired' | 'upcoming' {
  if (isValidAt(validity, at)) return 'active';
  return (validity.validTo ?? Infinity) <= at ? 'expired' : 'upcoming';
}

/** Tells whether an item is valid at a time, epoch ms. Items other than memories are always valid. */
export const holdsAt = (item: Item, at: number): boolean => item.kind !== 'memory' || isValidAt(item, at);

/**
 * Time from which an item counts for `asOf`: the effective time of a message or note; for a memory, the start of its
 * validity, but not before it superseded another.
 */
export const effectiveFrom = (item: Item): number =>
  item.kind !== 'memory'
    ? effectiveTime(item)
    : Math.max(item.validFrom ?? effectiveTime(item), item.activeFrom ?? -Infinity);

/** Time of an item: its own if known, else the time at which it was received. */
export const effectiveTime = (item: Pick<Item, 'timestamp' | 'createdAt'>): number => item.timestamp ?? item.createdAt;
