import { CairnError, isShortId, ItemRef, limits, type ItemResponse, type ReachQuery } from '@cairn/contracts';
import { z } from 'zod';
import type { Call } from './tool.ts';

/** Finds an item by id. The id does not show the kind of the item, so memories and messages are both searched. */
export async function findItem(call: Call, id: string, query: ReachQuery): Promise<ItemResponse> {
  const wanted = { params: { id }, query };
  const tries = await Promise.allSettled([call('getMemory', wanted), call('getMessage', wanted)]);
  const found = tries.find((each) => each.status === 'fulfilled');
  if (found) return found.value;
  const reasons = tries.map((each) => (each.status === 'rejected' ? (each.reason as unknown) : undefined));
  throw reasons.find((reason) => !isUnknown(reason)) ?? unknownError(id);
}

const isUnknown = (reason: unknown) => reason instanceof CairnError && reason.code === 'item/unknown';

const unknownError = (id: string) =>
  new CairnError(
    'item/unknown',
    `No memory or message ${id}, or this key may not see it; what is tied to a peer needs its channel.`,
  );

/** Parameter of the tools that store a memory. It has the ids of the memory's sources. */
export const sourceIdsField = z.array(ItemRef).max(limits.sourceIds.max).optional().describe('Items it was made from');

/**
 * Replaces short ids of sources by full ids. Sources are stored by full id, since an id of another system may look like
 * a short id.
 */
export async function resolveSourceIds(
  call: Call,
  refs: readonly string[] | undefined,
  { channel }: ReachQuery,
): Promise<{ sourceIds?: string[] }> {
  if (refs === undefined) return {};
  const ids = refs.map(async (ref) => (isShortId(ref) ? (await findItem(call, ref, { channel })).id : ref));
  return { sourceIds: await Promise.all(ids) };
}
