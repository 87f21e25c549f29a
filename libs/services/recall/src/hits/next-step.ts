import type { EmptyReason, NarrowingField } from '@cairn/contracts';
import type { Ranked } from '@cairn/ranking';

interface Empty {
  readonly reason: EmptyReason;
  readonly emptiedBy?: readonly NarrowingField[];
  /** All ranked candidates, best first. */
  readonly ranked: readonly Ranked[];
}

/** Suggests a next step after an empty answer. */
export function nextStepOf({ reason, emptiedBy = [], ranked }: Empty): string {
  switch (reason) {
    case 'nothing-stored':
      return 'Next step: save something first (crystal_remember, POST /v1/memories), or ask with the channel of the peer that it belongs to.';
    case 'no-match':
      return 'Next step: ask in other words, or with the exact name, file or error code.';
    case 'foreign-topic':
      return 'Next step: name a person, a channel or a thing that the team knows; if it is new here, go on without.';
    case 'below-min-score':
      return `Next step: lower minScore; the best that matched has a score of ${bestOf(ranked)}.`;
    case 'filtered-out':
      return `Next step: ask again without ${emptiedBy.map(filterToDrop).join(', or without ')}.`;
  }
}

/**
 * Returns the best score as text. Rounds it down to two decimals, so that a request with this score as `minScore` finds
 * the hit.
 */
const bestOf = (ranked: readonly Ranked[]): string =>
  (Math.floor(Math.max(0, ...ranked.map(({ score }) => score)) * 100) / 100).toFixed(2);

const filterToDrop = (field: NarrowingField): string => (field === 'sources' ? 'a kind of item (sources: all)' : field);
