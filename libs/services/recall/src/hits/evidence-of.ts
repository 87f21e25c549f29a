import type { ItemId } from '@cairn/contracts';
import type { Evidence, MemoryEvidence } from '@cairn/store';
import type { DistinctItem } from './distinct-items.ts';
import type { RecallContext } from '../question/recall-context.ts';

/** Loads the evidence for and against each memory among these items, as of the time of the question. */
export async function evidenceOf(
  evidence: Evidence,
  { scope, askedAt }: Pick<RecallContext, 'scope' | 'askedAt'>,
  found: readonly DistinctItem[],
): Promise<ReadonlyMap<ItemId, MemoryEvidence>> {
  const ids = found.filter(({ item }) => item.kind === 'memory').map(({ item }) => item.id as ItemId);
  return ids.length > 0 ? evidence.of({ scope, ids, at: askedAt }) : new Map();
}
