import type { Checkpoint, FoundCheckpoint, MemoryId, Scope } from '@cairn/contracts';

/** What a checkpoint covers. */
export interface NewCheckpoint extends Pick<
  Checkpoint,
  'id' | 'label' | 'description' | 'semanticSummary' | 'sessionId' | 'tags'
> {
  /** Absent: the newest active memories that the scope sees, `most` of them. */
  readonly memoryIds?: readonly MemoryId[] | undefined;
  readonly most: number;
}

/**
 * Which memories there were at a moment, each with its version. A checkpoint holds no text, and forgotten memories leave it. A
 * checkpoint of a peer channel is seen by calls for that channel alone; each caller sees the memories of others that their scope
 * sees.
 */
export abstract class Checkpoints {
  /** Makes one. If it names memories that the scope does not see, their ids come back and nothing is made. */
  abstract create(scope: Scope, checkpoint: NewCheckpoint): Promise<{ readonly unknown: readonly MemoryId[] }>;

  /** Newest first, only those older than `before` if that is given. */
  abstract list(
    scope: Scope,
    page: { readonly limit: number; readonly before?: string | undefined },
  ): Promise<Checkpoint[]>;

  abstract find(scope: Scope, id: string): Promise<FoundCheckpoint | undefined>;

  /** The active memories that were stored after it and are not in it, newest first, `most` of them; none for an unknown one. */
  abstract storedSince(scope: Scope, id: string, most: number): Promise<MemoryId[]>;
}
