import { effectiveTime, type Item, type ItemId, type ItemKind, type OrgId } from '@cairn/contracts';

/** What the vector index keeps of an item: what filters ask about, and its vectors. */
export interface VectorEntry {
  readonly orgId: OrgId;
  readonly kind: ItemKind;
  readonly id: ItemId;
  readonly version: number;
  readonly principalId: string;
  readonly visibility: string;
  readonly channel: string | null;
  readonly subchannel: string | null;
  readonly sessionKey: string | null;
  readonly store: string | null;
  readonly category: string | null;
  readonly tags: readonly string[];
  readonly state: string;
  /** Epoch ms. */
  readonly effectiveAt: number;
  /** The vectors of its chunks, one after the other. */
  readonly vectors: Float32Array;
}

export interface VectorRemoval {
  readonly orgId: OrgId;
  readonly kind: ItemKind;
  readonly id: ItemId;
  readonly version: number;
  /** Epoch ms. */
  readonly removedAt: number;
}

export function entryOf(item: Item, vectors: Float32Array): VectorEntry {
  const isMemory = item.kind === 'memory';
  return {
    orgId: item.orgId,
    kind: item.kind,
    id: item.id,
    version: item.version,
    principalId: item.principalId,
    visibility: item.visibility,
    channel: item.channel,
    subchannel: isMemory ? null : item.subchannel,
    sessionKey: isMemory ? null : item.sessionKey,
    store: isMemory ? item.store : null,
    category: isMemory ? item.category : null,
    tags: isMemory ? item.tags : [],
    state: item.state,
    effectiveAt: effectiveTime(item),
    vectors,
  };
}
