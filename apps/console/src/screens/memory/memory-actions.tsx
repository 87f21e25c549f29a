import { ActionIcon, Button, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { useAct } from '../../api/queries.ts';
import { channelQuery } from '../../parts/memory-link.tsx';
import { toast, toastFailure, toastFinal, toastWithUndo } from '../../parts/toast.tsx';
import { useMay } from '../../session/session.ts';
import type { FoundMemory } from '../../parts/found-memory.ts';
import { isShareable } from './share-dialog.tsx';

export type MemoryAction = 'update' | 'supersede' | 'share' | 'forget';

interface MemoryActionsProps {
  readonly memory: FoundMemory;
  readonly onDo: (doing: MemoryAction) => void;
}

/** Actions on a memory: Correct as a button, the others in a menu. */
export function MemoryActions({ memory, onDo }: MemoryActionsProps) {
  const { archive, restore, isPending } = useArchive(memory);
  const rate = useAct('giveFeedback', () =>
    toastFinal(`Reported: ${memory.title}`, 'Reported. It waits in Review for somebody who can correct it.'),
  );
  if (!useMay('writer')) return null;
  const report = (kind: 'wrong' | 'outdated') =>
    rate.mutate(
      { body: { memoryId: memory.id, kind, ...channelQuery(memory.channel).query } },
      { onError: toastFailure },
    );
  const { state } = memory;
  return (
    <>
      {state === 'active' && <Button onClick={() => onDo('update')}>Correct</Button>}
      {state === 'archived' && (
        <Button onClick={restore} loading={isPending}>
          Restore
        </Button>
      )}
      {state === 'proposed' && (
        <Button component={Link} to="/review">
          Review it
        </Button>
      )}
      <Menu position="bottom-end" returnFocus>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <span aria-hidden="true">⋯</span>
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {state === 'active' && <Menu.Item onClick={() => onDo('supersede')}>Replace by a new memory</Menu.Item>}
          {isShareable(memory) && <Menu.Item onClick={() => onDo('share')}>Share with more readers</Menu.Item>}
          {state === 'active' && (
            <>
              <Menu.Item onClick={archive}>Archive</Menu.Item>
              <Menu.Divider />
              <Menu.Item onClick={() => report('wrong')}>Report: not true</Menu.Item>
              <Menu.Item onClick={() => report('outdated')}>Report: outdated</Menu.Item>
            </>
          )}
          <Menu.Divider />
          <Menu.Item color="red" onClick={() => onDo('forget')}>
            Forget for good
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Archives or restores a memory. The other action undoes it. */
function useArchive({ id, channel, version, title }: FoundMemory) {
  const restoring = useAct(
    'restoreMemory',
    () => toast('Restored: answers have it again.'),
    () => ({ id, change: { state: 'active' } }),
  );
  const target = (expectedVersion: number) => ({ params: { id }, ...channelQuery(channel), body: { expectedVersion } });
  const restoreVersion = (of: number) => restoring.mutate(target(of), { onError: toastFailure });
  const archiving = useAct(
    'archiveMemory',
    ({ version: archived }) =>
      toastWithUndo({
        says: `Archived: ${title}`,
        message: 'Archived: it is kept, and no answer has it.',
        takeBack: () => call('restoreMemory', target(archived)),
      }),
    () => ({ id, change: { state: 'archived' } }),
  );
  return {
    archive: () => archiving.mutate(target(version), { onError: toastFailure }),
    restore: () => restoreVersion(version),
    isPending: archiving.isPending || restoring.isPending,
  };
}
