import { Button, Modal, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { RouteInput } from '@cairn/contracts';
import { useState, type FormEvent } from 'react';
import { useAct } from '../../api/queries.ts';
import { formatCount } from '../../parts/counted.ts';
import { Failure } from '../../parts/failure.tsx';
import { toast } from '../../parts/toast.tsx';

/** Selected text with the messages that say it. */
export interface Selection {
  readonly content: string;
  readonly sourceIds: readonly string[];
  readonly channel: string | null;
  readonly project: string | null;
}

const kinds = ['decision', 'rule', 'lesson', 'fact', 'goal', 'person', 'workflow'];
const TITLE_CHARS_MAX = 120;

interface SaveMemoryProps {
  readonly selection: Selection | undefined;
  readonly close: () => void;
  readonly onSaved: () => void;
}

/** Dialog that saves selected messages as a memory, with these messages as its sources. */
export const SaveMemoryDialog = ({ selection, close, onSaved }: SaveMemoryProps) => (
  <Modal
    opened={selection !== undefined}
    onClose={close}
    title="Save as a memory"
    size="lg"
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    {selection?.content === '' && <Text>Mark text or choose messages first.</Text>}
    {selection && selection.content !== '' && <SaveMemory selection={selection} close={close} onSaved={onSaved} />}
  </Modal>
);

function SaveMemory({ selection, close, onSaved }: SaveMemoryProps & { readonly selection: Selection }) {
  const { content, sourceIds, channel, project } = selection;
  const [draft, setDraft] = useState({ title: titleOf(content), content, category: 'fact', visibility: 'private' });
  const save = useAct('addMemories', () => {
    toast('Saved. The conversation shows which messages it was made of.');
    onSaved();
    close();
  });
  const set = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const place = { ...(channel && { channel }), ...(project && { project }) };
    const body = [{ ...draft, ...place, sourceIds: [...sourceIds] }];
    // The choice is sent unchecked, since the server validates it.
    save.mutate({ body: body as RouteInput<'addMemories'>['body'] });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Title"
          required
          data-autofocus
          value={draft.title}
          onChange={({ currentTarget }) => set({ title: currentTarget.value })}
        />
        <Textarea
          label="Content"
          autosize
          minRows={3}
          maxRows={14}
          required
          value={draft.content}
          onChange={({ currentTarget }) => set({ content: currentTarget.value })}
        />
        <NativeSelect
          label="Kind"
          data={kinds}
          value={draft.category}
          onChange={({ currentTarget }) => set({ category: currentTarget.value })}
        />
        <NativeSelect
          label="Readers"
          value={draft.visibility}
          onChange={({ currentTarget }) => set({ visibility: currentTarget.value })}
          data={[
            { value: 'private', label: 'only you' },
            { value: 'org', label: channel ? `everybody who reads ${channel}` : 'everybody in the organisation' },
          ]}
        />
        <Text size="sm" c="dimmed">
          Evidence: {formatCount(sourceIds.length, 'message')} of this conversation.
        </Text>
        {save.error && <Failure error={save.error} />}
        <Button type="submit" loading={save.isPending}>
          Save the memory
        </Button>
      </Stack>
    </form>
  );
}

function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  const sentence = /^.+?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
  return sentence.slice(0, TITLE_CHARS_MAX);
}
