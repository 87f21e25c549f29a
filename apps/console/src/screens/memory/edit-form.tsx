import { Button, Group, Paper, Stack, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useAct } from '../../api/queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { channelQuery } from '../../parts/memory-link.tsx';
import { successorMeaning } from '../../parts/memory-form/meaning-draft.ts';
import { changesOf, draftOf } from '../../parts/memory-form/memory-draft.ts';
import { MemoryFields } from '../../parts/memory-form/memory-fields.tsx';
import { toast } from '../../parts/toast.tsx';
import { StoredText } from '../../parts/stored-text.tsx';
import type { FoundMemory } from './found-memory.ts';

interface EditFormProps {
  readonly memory: FoundMemory;
  readonly how: 'update' | 'supersede';
  readonly onEnd: () => void;
}

/** Form that corrects the shown version of a memory, or replaces the memory by a new one. */
export function EditForm({ memory, how, onEnd }: EditFormProps) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => draftOf(memory));
  const [reason, setReason] = useState('');
  const update = useAct(
    'updateMemory',
    () => {
      toast('Corrected. Its history has what it said before.');
      onEnd();
    },
    () => ({ id: memory.id, change: { title: draft.title, content: draft.content, tags: draft.tags } }),
  );
  const supersede = useAct('supersedeMemory', ({ newMemoryId }) => {
    toast('Replaced. This is the memory in its place.');
    void navigate({ to: `/memories/${newMemoryId}`, search: { channel: memory.channel ?? undefined } });
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const { decides, value, ...changes } = changesOf(memory, draft);
    const body = { ...changes, ...(reason && { reason }), expectedVersion: memory.version };
    const target = { params: { id: memory.id }, ...channelQuery(memory.channel) };
    const { title, content } = draft;
    if (how === 'supersede')
      return supersede.mutate({ ...target, body: { ...body, title, content, ...successorMeaning(memory, draft) } });
    if (Object.keys(changes).length === 0 && decides === undefined && value === undefined) return onEnd();
    return update.mutate({ ...target, body: { ...body, decides, value } });
  };
  const error = update.error ?? supersede.error;
  if (update.isPending) return <Coming text={draft.content} />;
  return (
    <form onSubmit={save} aria-label={how === 'update' ? 'Correct' : 'Replace'}>
      <Stack gap="sm">
        <MemoryFields
          draft={draft}
          edited={memory.id}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        />
        <TextInput
          label="Why"
          description="For those who look at its history"
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
        />
        {error && <Failure error={error} />}
        <Group>
          <Button type="submit" loading={supersede.isPending}>
            {how === 'update' ? 'Save' : 'Put this in its place'}
          </Button>
          <Button variant="default" onClick={onEnd}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/**
 * Shows the text that is expected after the change. If the server refuses the change, the form appears again with the
 * typed text.
 */
const Coming = ({ text }: { text: string }) => (
  <Paper withBorder p="md" aria-busy="true">
    <StoredText>{text}</StoredText>
  </Paper>
);
