import type { Checkpoint, FoundCheckpoint, MemoryId, Scope } from '@cairn/contracts';

/** What a checkpoint is made of. */
export interface NewCheckpoint extends Pick<
  Checkpoint,
  'id' | 'label' | 'description' | 'semanticSummary' | 'sessionId' | 'tags'
> {
  /** Absent: the newest active memories that the scope sees, `most` of them. */
  readonly memoryIds?: readonly MemoryId[] | undefined;
  readonly most: number;
}

/**
 * Which memories there were, each at its version. Nothing of a text is kept, and a memory that is forgotten is in no
 * checkpoint any more. One that was made for a peer channel is seen by calls for that channel alone; of the memories of the
 * others, each caller sees those of their scope.
 */
export abstract class Checkpoints {
  /** Makes one. Of memories named that the scope does not see, their ids come back and nothing is made. */
  abstract create(scope: Scope, checkpoint: NewCheckpoint): Promise<{ readonly unknown: readonly MemoryId[] }>;

  /** Newest first, older than `before` if that is given. */
  abstract list(
    scope: Scope,
    page: { readonly limit: number; readonly before?: string | undefined },
  ): Promise<Checkpoint[]>;

  abstract find(scope: Scope, id: string): Promise<FoundCheckpoint | undefined>;
}
