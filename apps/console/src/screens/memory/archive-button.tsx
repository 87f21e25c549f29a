import { Button } from '@mantine/core';
import { useAct } from '../../api/queries.ts';
import type { FoundMemory } from './found-memory.ts';
import { channelQuery } from '../../parts/memory-link.tsx';
import { toast, toastFailure } from '../../parts/toast.tsx';

/** Archives or restores a memory. */
export function ArchiveButton({ memory: { id, channel, state, version } }: { memory: FoundMemory }) {
  const archive = useAct(
    'archiveMemory',
    () => toast('Archived: it is kept, and no answer has it. Restore undoes that.'),
    () => ({ id, change: { state: 'archived' } }),
  );
  const restore = useAct(
    'restoreMemory',
    () => toast('Restored: answers have it again.'),
    () => ({ id, change: { state: 'active' } }),
  );
  const isPending = archive.isPending || restore.isPending;
  const act = state === 'active' ? archive : restore;
  if (state !== 'active' && state !== 'archived') return null;
  return (
    <Button
      variant="default"
      size="xs"
      loading={isPending}
      onClick={() =>
        act.mutate(
          { params: { id }, ...channelQuery(channel), body: { expectedVersion: version } },
          { onError: toastFailure },
        )
      }
    >
      {state === 'active' ? 'Archive' : 'Restore'}
    </Button>
  );
}
