import type { MemoryId, RouteInput } from '@cairn/contracts';
import { call } from '../api/client.ts';
import { queryClient } from '../api/queries.ts';
import { updateOptimistically } from '../api/optimistic-update.ts';
import { formatCount } from './counted.ts';
import { channelQuery } from './memory-link.tsx';
import { perform, toastWithUndo } from './toast.tsx';

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
export const archiveAll = (targets: readonly ArchiveTarget[], reason?: string): void =>
  perform(() => archive(targets, reason));

async function archive(targets: readonly ArchiveTarget[], reason: string | undefined): Promise<void> {
  const undoUpdates = targets.map(({ memoryId }) => updateOptimistically(queryClient, memoryId, { state: 'archived' }));
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
  }
}

function tell(archived: readonly Archived[]): void {
  const says = `${formatCount(archived.length, 'memory', 'memories')} archived`;
  toastWithUndo({ says, message: `${says}: kept, and in no answer.`, takeBack: () => restore(archived) });
}

async function restore(archived: readonly Archived[]): Promise<void> {
  for (const { target, version } of archived)
    await call('restoreMemory', { ...target, body: { expectedVersion: version } });
}
