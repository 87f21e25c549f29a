import type { MemoryId, RouteInput } from '@cairn/contracts';
import { call, type Refusal } from '../../api/client.ts';
import { queryClient, useAct } from '../../api/queries.ts';
import { channelQuery } from '../../parts/memory-link.tsx';
import { toastFailure, toastWithUndo } from '../../parts/toast.tsx';

interface ArchiveTarget {
  readonly id: MemoryId;
  readonly version: number;
  readonly channel: string | null;
}

type Target = Pick<RouteInput<'archiveMemory'>, 'params' | 'query'>;

/** Archives a memory, and shows a notification with an undo button. */
export function useArchive({ id, version, channel }: ArchiveTarget, reason: string) {
  const target: Target = { params: { id }, ...channelQuery(channel) };
  const archive = useAct(
    'archiveMemory',
    (now) => toastWithUndo('Archived: it is kept, and no answer has it.', () => void restore(target, now.version)),
    () => ({ id, change: { state: 'archived' } }),
  );
  return {
    isPending: archive.isPending,
    act: () => void archive.mutateAsync({ ...target, body: { expectedVersion: version, reason } }).catch(toastFailure),
  };
}

/** Restores a memory. It updates no list, since the memory is no longer on the screen. */
const restore = (target: Target, expectedVersion: number) =>
  call('restoreMemory', { ...target, body: { expectedVersion } }).then(
    () => queryClient.invalidateQueries(),
    (error: Refusal) => toastFailure(error),
  );
