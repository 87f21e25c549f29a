import type { Checkpoint, FoundCheckpoint, MemoryId } from '@cairn/contracts';
import type { Scope } from '@cairn/domain';

/** The content of a new checkpoint. */
export interface NewCheckpoint extends Pick<
  Checkpoint,
  'id' | 'label' | 'description' | 'semanticSummary' | 'sessionId' | 'tags'
> {
  /** Absent: the newest active memories that the scope sees, at most `most`. */
  readonly memoryIds?: readonly MemoryId[] | undefined;
  readonly most: number;
}

/**
 * Lists of the memories at a moment, each with its version. A checkpoint holds no text, and forgotten memories are removed from it.
 * Only calls for a peer channel see a checkpoint of that channel; each caller sees only those of its memories that their scope sees.
 */
export abstract class Checkpoints {
  /** Creates a checkpoint. If it names memories that the scope does not see, returns their ids and creates nothing. */
  abstract create(scope: Scope, checkpoint: NewCheckpoint): Promise<{ readonly unknown: readonly MemoryId[] }>;

  /** Newest first; only those older than `before`, if given. */
  abstract list(
    scope: Scope,
    page: { readonly limit: number; readonly before?: string | undefined },
  ): Promise<Checkpoint[]>;

  abstract find(scope: Scope, id: string): Promise<FoundCheckpoint | undefined>;

  /** The active memories stored after the checkpoint and not in it, newest first, at most `most`; none for an unknown one. */
  abstract storedSince(scope: Scope, id: string, most: number): Promise<MemoryId[]>;
}
