import { Button, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useForget } from '../../api/forget.ts';
import { useRoute } from '../../api/queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { toast } from '../../parts/toast.tsx';
import { ForgetPreview } from '../../parts/forget-preview.tsx';

/** Form that undoes an import, made by this screen or by the command line, by its id. */
export function TakeBack({ latest }: { latest: string | undefined }) {
  const [typed, setTyped] = useState<string>();
  const [previewed, setAsked] = useState<string>();
  const importId = typed ?? latest ?? '';
  const ask = (event: FormEvent) => {
    event.preventDefault();
    setAsked(importId.trim());
  };
  const end = () => setAsked(undefined);
  return (
    <form onSubmit={ask} aria-label="Take an import back">
      <Title order={2} size="h5">
        Take an import back
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Every import that added something has an id; each item has it as importId in its provenance.
      </Text>
      <Group align="flex-end">
        <TextInput
          label="Import id"
          w={{ base: '100%', xs: 320 }}
          required
          value={importId}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Preview the deletion
        </Button>
      </Group>
      <Modal
        opened={previewed !== undefined}
        onClose={end}
        title="Take an import back"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {previewed !== undefined && <Preview importId={previewed} onEnd={end} />}
      </Modal>
    </form>
  );
}

function Preview({ importId, onEnd }: { importId: string; onEnd: () => void }) {
  const preview = useRoute('forgetMany', { body: { importId } });
  const forget = useForget(() => {
    toast('Taken back. No answer has it any more.');
    onEnd();
  });
  const items = preview.data?.preview;
  return (
    <Stack>
      <Loaded of={preview}>{() => items && <ForgetPreview {...items} />}</Loaded>
      <Text size="sm" c="dimmed">
        It cannot be undone. What was there before the import stays.
      </Text>
      {forget.error && <Failure error={forget.error} />}
      <Group>
        <Button
          color="red"
          disabled={!items || items.memories + items.messages === 0}
          loading={forget.isPending}
          onClick={() => forget.mutate({ importId })}
        >
          Forget it for good
        </Button>
        <Button variant="default" onClick={onEnd}>
          Keep it
        </Button>
      </Group>
    </Stack>
  );
}
