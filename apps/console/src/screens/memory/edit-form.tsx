import { Button, Group, Paper, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useAct } from '../../api/queries.ts';
import { Failure } from '../../parts/failure.tsx';
import type { FoundMemory } from './found-memory.ts';
import { channelQuery } from '../../parts/memory-link.tsx';
import { toast } from '../../parts/toast.tsx';
import { StoredText } from '../../parts/stored-text.tsx';
import { MeaningFields, meaningDraft, meaningIn, successorMeaning } from './meaning-fields.tsx';

interface EditFormProps {
  readonly memory: FoundMemory;
  readonly how: 'update' | 'supersede';
  readonly onEnd: () => void;
}

/** Form that changes the shown version of a memory, or supersedes the memory. */
export function EditForm({ memory, how, onEnd }: EditFormProps) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState({ title: memory.title, content: memory.content, tags: memory.tags, reason: '' });
  const [meaning, setMeaning] = useState(() => meaningDraft(memory));
  const { reason: _, ...shown } = draft;
  const update = useAct(
    'updateMemory',
    () => {
      toast('Changed. What it said before is among its revisions.');
      onEnd();
    },
    () => ({ id: memory.id, change: shown }),
  );
  const supersede = useAct('supersedeMemory', ({ newMemoryId }) => {
    toast('Superseded. This is the memory in its place.');
    void navigate({ to: `/memories/${newMemoryId}`, search: { channel: memory.channel ?? undefined } });
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { reason, ...said } = draft;
    const { decides, value, ...rule } = meaningIn(memory, meaning);
    const body = { ...said, ...rule, ...(reason && { reason }), expectedVersion: memory.version };
    const target = { params: { id: memory.id }, ...channelQuery(memory.channel) };
    if (how === 'update') update.mutate({ ...target, body: { ...body, decides, value } });
    else supersede.mutate({ ...target, body: { ...body, ...successorMeaning(memory, meaning) } });
  };
  const error = update.error ?? supersede.error;
  const set = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  if (update.isPending) return <Coming text={draft.content} />;
  return (
    <form onSubmit={save} aria-label={how === 'update' ? 'Edit' : 'Supersede'}>
      <Stack gap="sm">
        <TextInput label="Title" value={draft.title} onChange={(event) => set({ title: event.currentTarget.value })} />
        <Textarea
          label="Content"
          autosize
          minRows={4}
          maxRows={20}
          value={draft.content}
          onChange={(event) => set({ content: event.currentTarget.value })}
        />
        <TagsInput label="Tags" value={draft.tags} onChange={(tags) => set({ tags })} />
        <MeaningFields
          memory={memory}
          draft={meaning}
          onChange={(part) => setMeaning((before) => ({ ...before, ...part }))}
        />
        <TextInput
          label="Why"
          description="For those who look at its history"
          value={draft.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
        {error && <Failure error={error} />}
        <Buttons how={how} isSaving={supersede.isPending} onEnd={onEnd} />
      </Stack>
    </form>
  );
}

const Buttons = ({ how, isSaving, onEnd }: Pick<EditFormProps, 'how' | 'onEnd'> & { readonly isSaving: boolean }) => (
  <Group>
    <Button type="submit" loading={isSaving}>
      {how === 'update' ? 'Save' : 'Put this in its place'}
    </Button>
    <Button variant="default" onClick={onEnd}>
      Cancel
    </Button>
  </Group>
);

/**
 * Shows the text that is expected after the change. If the server refuses the change, the form appears again with the
 * typed text.
 */
const Coming = ({ text }: { text: string }) => (
  <Paper withBorder p="md" aria-busy="true">
    <StoredText>{text}</StoredText>
  </Paper>
);
