import { Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core';
import type { RouteInput } from '@cairn/contracts';
import { useState } from 'react';
import { useAct } from '../../api/queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { channelQuery } from '../../parts/memory-link.tsx';
import { toastFinal } from '../../parts/toast.tsx';
import { useSession } from '../../session/session.ts';
import type { FoundMemory } from '../../parts/found-memory.ts';

interface ShareDialogProps {
  readonly memory: FoundMemory;
  readonly isOpen: boolean;
  readonly onEnd: () => void;
}

type Readers = RouteInput<'shareMemory'>['body']['visibility'];

/** Tells whether the memory can be shared with more readers. */
export const isShareable = ({ state, visibility }: FoundMemory): boolean => state === 'active' && visibility !== 'org';

/** Dialog to share a memory with more readers, which cannot be undone. */
export const ShareDialog = ({ memory, isOpen, onEnd }: ShareDialogProps) => (
  <Modal opened={isOpen} onClose={onEnd} title="Share" closeButtonProps={{ 'aria-label': 'Close' }}>
    <Readers memory={memory} onEnd={onEnd} />
  </Modal>
);

function Readers({ memory: { id, title, channel, version }, onEnd }: Omit<ShareDialogProps, 'isOpen'>) {
  const { holder } = useSession();
  const [readers, setReaders] = useState<Readers>('org');
  const share = useAct('shareMemory', () => {
    toastFinal(`Shared: ${title}`, 'Shared: those whom you chose can find it now.');
    onEnd();
  });
  const choices = [
    { value: 'org', label: 'everybody in the organisation' },
    ...(holder?.teams ?? []).map(({ name }) => ({ value: `team:${name}`, label: `the team ${name}` })),
  ];
  const shared = {
    params: { id },
    ...channelQuery(channel),
    body: { visibility: readers, expectedVersion: version },
  };
  return (
    <Stack>
      <NativeSelect
        label="New readers"
        data={choices}
        value={readers}
        onChange={({ currentTarget }) => setReaders(currentTarget.value as Readers)}
      />
      <Text size="sm" c="dimmed">
        They see its history too. It cannot be taken back: who has read it knows it.
      </Text>
      {share.error && <Failure error={share.error} />}
      <Group>
        <Button loading={share.isPending} onClick={() => share.mutate(shared)}>
          Share it
        </Button>
        <Button variant="default" onClick={onEnd}>
          Keep it as it is
        </Button>
      </Group>
    </Stack>
  );
}
