import type { ItemKind, ItemResponse, ReachQuery } from '@cairn/contracts';
import { ServerRefusal, type CairnClient } from '@cairn/transfer/cairn-client';
import { CommandFailure } from '../context/exit-codes.ts';

export interface FoundItem {
  readonly kind: ItemKind;
  readonly json: unknown;
  readonly answer: ItemResponse;
}

interface ItemRequest {
  readonly id: string;
  readonly query: ReachQuery;
  readonly signal: AbortSignal;
}

/** Finds an item of any kind by id; throws if the key can see no such item. */
export async function findItem(client: CairnClient, { id, query, signal }: ItemRequest): Promise<FoundItem> {
  const options = { params: { id }, query, signal };
  try {
    return { kind: 'memory', ...(await client.call('getMemory', options)) };
  } catch (error) {
    requireUnknown(error);
  }
  try {
    return { kind: 'message', ...(await client.call('getMessage', options)) };
  } catch (error) {
    throw new CommandFailure('failed', `There is no item ${id} where this key may look. ${PEER_HINT}`, {
      cause: error,
      details: requireUnknown(error).body,
    });
  }
}

const PEER_HINT = 'An item that is tied to a peer needs its --channel.';

function requireUnknown(error: unknown): ServerRefusal {
  if (error instanceof ServerRefusal && error.code === 'item/unknown') return error;
  throw error;
}
