import { Button, Group, Modal, Stack, Switch, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForget } from '../../api/forget.ts';
import { useRoute } from '../../api/queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { toastFinal } from '../../parts/toast.tsx';
import { ForgetPreview } from '../../parts/forget-preview.tsx';
import type { FoundMemory } from '../../parts/found-memory.ts';

interface ForgetDialogProps {
  readonly memory: FoundMemory;
  readonly isOpen: boolean;
  readonly onEnd: () => void;
}

/** Dialog that shows which items would be deleted for good, before the user deletes them. */
export const ForgetDialog = ({ memory, isOpen, onEnd }: ForgetDialogProps) => (
  <Modal opened={isOpen} onClose={onEnd} title="Forget for good" closeButtonProps={{ 'aria-label': 'Close' }}>
    <Preview memory={memory} onEnd={onEnd} />
  </Modal>
);

function Preview({ memory, onEnd }: Omit<ForgetDialogProps, 'isOpen'>) {
  const { id, title, visibility, channel } = memory;
  const navigate = useNavigate();
  const client = useQueryClient();
  const [lineage, setLineage] = useState(false);
  const selection = { ids: [id], lineage, ...(visibility === 'peer' && channel !== null && { channel }) };
  const preview = useRoute('forgetMany', { body: selection });
  const forget = useForget(async () => {
    toastFinal(`Forgotten: ${title}`, 'Forgotten. No answer has it any more.');
    await navigate({ to: '/memories' });
    // Forgotten items must not be requested again.
    client.removeQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(id) });
  });
  return (
    <Stack>
      <Switch
        label="And every memory that was made from it"
        checked={lineage}
        onChange={({ currentTarget }) => setLineage(currentTarget.checked)}
      />
      <Loaded of={preview}>{({ preview }) => preview && <ForgetPreview {...preview} />}</Loaded>
      <Text size="sm" c="dimmed">
        It cannot be undone. To keep it and take it out of answers, archive it instead.
      </Text>
      {forget.error && <Failure error={forget.error} />}
      <Group>
        <Button color="red" loading={forget.isPending} onClick={() => forget.mutate(selection)}>
          Forget for good
        </Button>
        <Button variant="default" onClick={onEnd}>
          Keep it
        </Button>
      </Group>
    </Stack>
  );
}
