import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useForget } from '../../api/forget.ts';
import { useRoute } from '../../api/queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { ForgetPreview } from '../../parts/forget-preview.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { toast } from '../../parts/toast.tsx';
import { markUndone } from './past-imports.ts';

/** Form that undoes an import of the command line or of another browser, by its id. */
export function UndoById({ onUndo }: { onUndo: (importId: string) => void }) {
  const [importId, setImportId] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onUndo(importId.trim());
  };
  return (
    <form onSubmit={submit} aria-label="Undo an import by its id">
      <Group align="flex-end">
        <TextInput
          label="Import id"
          description="Each item of an import has it as importId in its provenance"
          w={{ base: '100%', xs: 320 }}
          required
          value={importId}
          onChange={({ currentTarget }) => setImportId(currentTarget.value)}
        />
        <Button type="submit" variant="default">
          Undo…
        </Button>
      </Group>
    </form>
  );
}

interface UndoDialogProps {
  readonly importId: string | undefined;
  readonly close: () => void;
}

/** Dialog that shows what undoing an import would delete, and deletes it. */
export const UndoDialog = ({ importId, close }: UndoDialogProps) => (
  <Modal
    opened={importId !== undefined}
    onClose={close}
    title="Undo an import"
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {importId !== undefined && <Undo importId={importId} close={close} />}
  </Modal>
);

function Undo({ importId, close }: { importId: string; close: () => void }) {
  const preview = useRoute('forgetMany', { body: { importId } });
  const forget = useForget(() => {
    markUndone(importId);
    toast('The import is undone. No answer has its items any more.');
    close();
  });
  const items = preview.data?.preview;
  return (
    <Stack>
      <Loaded of={preview}>{() => items && <ForgetPreview {...items} />}</Loaded>
      <Text size="sm" c="dimmed">
        Its items are forgotten for good. What was there before the import stays, and the file can be imported again.
      </Text>
      {forget.error && <Failure error={forget.error} />}
      <Group>
        <Button
          color="red"
          disabled={!items || items.memories + items.messages === 0}
          loading={forget.isPending}
          onClick={() => forget.mutate({ importId })}
        >
          Undo the import
        </Button>
        <Button variant="default" onClick={close}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
