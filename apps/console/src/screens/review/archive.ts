import type { MemoryId, RouteInput } from '@cairn/contracts';
import { useMutation } from '@tanstack/react-query';
import { call, type Refusal } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { updateOptimistically } from '../../api/optimistic-update.ts';
import { formatCount } from '../../parts/counted.ts';
import { channelQuery } from '../../parts/memory-link.tsx';
import { toastFailure, toastWithUndo } from '../../parts/toast.tsx';

interface ArchiveTarget {
  readonly memoryId: MemoryId;
  readonly version: number;
  readonly channel: string | null;
}

interface Archived {
  readonly target: Pick<RouteInput<'archiveMemory'>, 'params' | 'query'>;
  readonly version: number;
}

/** Archives memories one after another, and shows one notification with an undo button. They leave the lists at once. */
export function useArchiveMany(reason: string) {
  const archive = useMutation<void, Refusal, readonly ArchiveTarget[]>({
    mutationFn: async (targets) => {
      const undoUpdates = targets.map(({ memoryId }) =>
        updateOptimistically(queryClient, memoryId, { state: 'archived' }),
      );
      const archived: Archived[] = [];
      try {
        for (const { memoryId, version: expectedVersion, channel } of targets) {
          const target = { params: { id: memoryId }, ...channelQuery(channel) };
          const { version } = await call('archiveMemory', { ...target, body: { expectedVersion, reason } });
          archived.push({ target, version });
        }
      } catch (error) {
        undoUpdates.toReversed().forEach((undo) => undo());
        throw error;
      } finally {
        if (archived.length > 0) tell(archived);
        await queryClient.invalidateQueries();
      }
    },
    onError: toastFailure,
  });
  return { isPending: archive.isPending, act: (targets: readonly ArchiveTarget[]) => archive.mutate(targets) };
}

const tell = (archived: readonly Archived[]) =>
  toastWithUndo(
    `${formatCount(archived.length, 'memory', 'memories')} archived: kept, and in no answer.`,
    () => void restore(archived),
  );

async function restore(archived: readonly Archived[]): Promise<void> {
  try {
    for (const { target, version } of archived)
      await call('restoreMemory', { ...target, body: { expectedVersion: version } });
  } catch (error) {
    toastFailure(error as Refusal);
  }
  await queryClient.invalidateQueries();
}
