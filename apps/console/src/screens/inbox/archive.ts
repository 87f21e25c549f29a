import type { MemoryId, RouteInput } from '@cairn/contracts';
import { call, type Refusal } from '../../api/client.ts';
import { queryClient, useAct } from '../../api/queries.ts';
import { askedIn } from '../../parts/memory-link.tsx';
import { sayFailure, sayUndoable } from '../../parts/say.tsx';

interface Archived {
  readonly id: MemoryId;
  readonly version: number;
  readonly channel: string | null;
}

type Target = Pick<RouteInput<'archiveMemory'>, 'params' | 'query'>;

/** Takes a memory out of answers, and says so with the way back. */
export function useArchive({ id, version, channel }: Archived, reason: string) {
  const target: Target = { params: { id }, ...askedIn(channel) };
  const archive = useAct(
    'archiveMemory',
    (now) => sayUndoable('Archived: it is kept, and no answer has it.', () => void restore(target, now.version)),
    () => ({ id, change: { state: 'archived' } }),
  );
  return {
    isPending: archive.isPending,
    act: () => void archive.mutateAsync({ ...target, body: { expectedVersion: version, reason } }).catch(sayFailure),
  };
}

/** Updates no list: by then the memory is gone from the screen. */
const restore = (target: Target, expectedVersion: number) =>
  call('restoreMemory', { ...target, body: { expectedVersion } }).then(
    () => queryClient.invalidateQueries(),
    (error: Refusal) => sayFailure(error),
  );
