import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState, type FormEvent, type KeyboardEvent } from 'react';
import { call } from '../../api/client.ts';
import { useAct } from '../../api/queries.ts';
import { formatCount } from '../counted.ts';
import { firstLineOf } from '../first-line.ts';
import { Failure } from '../failure.tsx';
import { toast, toastWithUndo } from '../toast.tsx';
import { emptyDraft, newMemoryOf } from './memory-draft.ts';
import { MemoryFields } from './memory-fields.tsx';
import { closeNewMemory, type NewMemory } from './new-memory.ts';

/** Dialog in which a person writes a memory. */
export function NewMemoryDialog({ given: { onStored, ...given } }: { given: NewMemory }) {
  const isNarrow = useMediaQuery('(max-width: 36em)', false);
  const [draft, setDraft] = useState({ ...emptyDraft, ...given });
  const add = useAct('addMemories', ({ items: [stored] }) => {
    closeNewMemory();
    onStored?.();
    if (!stored) return;
    if (!stored.created) return toast('This was stored already. Nothing is stored twice.');
    if (stored.restates)
      return toast(`The same text was ${stored.restates.state} before. It waits in Review until somebody keeps it.`);
    const target = { params: { id: stored.id }, body: {}, ...(draft.channel && { query: { channel: draft.channel } }) };
    toastWithUndo({
      says: `Stored: ${draft.title || firstLineOf(draft.content)}`,
      message: 'Stored. Answers have it within seconds.',
      takeBack: () => call('archiveMemory', target),
    });
  });
  const isEmpty = draft.content.trim() === '';
  const save = () => !isEmpty && !add.isPending && add.mutate({ body: newMemoryOf(draft) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  const sendByKeys = ({ key, ctrlKey, metaKey }: KeyboardEvent) => (ctrlKey || metaKey) && key === 'Enter' && save();
  return (
    <Modal
      opened
      onClose={closeNewMemory}
      title="New memory"
      size="lg"
      fullScreen={isNarrow}
      // A text in progress is closed only on purpose.
      closeOnClickOutside={isEmpty}
      closeOnEscape={isEmpty}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} onKeyDown={sendByKeys} aria-label="New memory">
        <Stack gap="sm">
          <MemoryFields draft={draft} onChange={(part) => setDraft((before) => ({ ...before, ...part }))} />
          {draft.sourceIds.length > 0 && (
            <Text size="sm" c="dimmed">
              It names {formatCount(draft.sourceIds.length, 'message')} as its source.
            </Text>
          )}
          {add.error && <Failure error={add.error} />}
          <Group>
            <Button type="submit" loading={add.isPending} disabled={isEmpty} aria-keyshortcuts="Control+Enter">
              Store it
            </Button>
            <Button variant="default" onClick={closeNewMemory}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
