import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useForget } from '../../api/forget.ts';
import { useRoute } from '../../api/queries.ts';
import { formatCount } from '../../parts/counted.ts';
import { Failure } from '../../parts/failure.tsx';
import { ForgetPreview } from '../../parts/forget-preview.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { toastFinal } from '../../parts/toast.tsx';
import type { PastImport } from './past-imports.tsx';

interface UndoDialogProps {
  readonly one: PastImport | undefined;
  readonly close: () => void;
}

/** Dialog that shows what undoing an import would delete, and deletes it. */
export const UndoDialog = ({ one, close }: UndoDialogProps) => (
  <Modal opened={one !== undefined} onClose={close} title="Undo an import" closeButtonProps={{ 'aria-label': 'Close' }}>
    {one !== undefined && <Undo {...one} close={close} />}
  </Modal>
);

function Undo({ importId, name, close }: Pick<PastImport, 'importId' | 'name'> & { close: () => void }) {
  const preview = useRoute('forgetMany', { body: { importId } });
  const forget = useForget(() => {
    toastFinal(`Import undone: ${name}`, 'The import is undone. No answer has its items any more.');
    close();
  });
  const items = preview.data?.preview;
  return (
    <Stack>
      <Loaded of={preview}>{() => items && <ForgetPreview {...items} />}</Loaded>
      {items !== undefined && items.changed > 0 && (
        <Alert color="yellow">
          {formatCount(items.changed, 'memory was', 'memories were')} changed since the import. Their changes would go,
          too.
        </Alert>
      )}
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
