import { Button, Group, Stack, TextInput } from '@mantine/core';
import type { RouteInput } from '@cairn/contracts';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useAct } from '../../api/queries.ts';
import { useSession } from '../../session/session.ts';
import { undoDecisions } from '../decide.ts';
import { Failure } from '../failure.tsx';
import type { FoundMemory } from '../found-memory.ts';
import { channelQuery } from '../memory-link.tsx';
import { successorMeaning } from '../memory-form/meaning-draft.ts';
import { changesOf, draftOf, type MemoryDraft } from '../memory-form/memory-draft.ts';
import { MemoryFields } from '../memory-form/memory-fields.tsx';
import { readersValue, type Readers } from '../readers.ts';
import { toastWithUndo } from '../toast.tsx';
import { takeBackCorrection } from './take-back-correction.ts';
import { takeBackReplacement } from './take-back-replacement.ts';

interface CorrectFormProps {
  readonly memory: FoundMemory;
  readonly how: 'update' | 'supersede';
  /** Readers of a proposal once it is kept; absent for a memory. */
  readonly proposedFor: Readers | undefined;
  readonly onEnd: () => void;
}

/** Form that corrects the shown version of a memory, replaces the memory, or keeps a proposal in other words. */
export function CorrectForm({ memory, how, proposedFor, onEnd }: CorrectFormProps) {
  const { holder } = useSession();
  const readers = proposedFor && readersValue(proposedFor, holder?.teams);
  const [draft, setDraft] = useState(() => ({ ...draftOf(memory), ...(readers && { readers }) }));
  const [reason, setReason] = useState('');
  const { save, error, isPending } = useSave({ memory, draft, reason, onEnd });
  const kind = proposedFor === undefined ? how : 'keep';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(kind);
  };
  return (
    <form onSubmit={submit} aria-label={how === 'update' ? 'Correct' : 'Replace'}>
      <Stack gap="sm">
        <MemoryFields
          draft={draft}
          edited={memory.id}
          isProposed={readers !== undefined}
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
          <Button type="submit" loading={isPending}>
            {buttons[kind]}
          </Button>
          <Button variant="default" onClick={onEnd}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const buttons = { update: 'Save', supersede: 'Put this in its place', keep: 'Keep in these words' } as const;

interface SaveOptions {
  readonly memory: FoundMemory;
  readonly draft: MemoryDraft;
  readonly reason: string;
  readonly onEnd: () => void;
}

/** Returns the three ways to save a draft, of which each ends the form once the server has it. */
function useSave({ memory, draft, reason, onEnd }: SaveOptions) {
  const navigate = useNavigate();
  const update = useAct(
    'updateMemory',
    ({ version }) => {
      toastWithUndo({
        says: `Corrected: ${draft.title}`,
        message: 'Corrected. Its history has what it said before.',
        takeBack: () => takeBackCorrection(memory, version),
      });
      onEnd();
    },
    () => ({ id: memory.id, change: { title: draft.title, content: draft.content, tags: draft.tags } }),
  );
  const open = (id: string) => navigate({ to: `/memories/${id}`, search: { channel: memory.channel ?? undefined } });
  const supersede = useAct('supersedeMemory', (replaced) => {
    const { newMemoryId } = replaced;
    toastWithUndo({
      says: `Replaced: ${memory.title}`,
      message: 'Replaced. This is the memory in its place.',
      takeBack: async () => {
        await takeBackReplacement(memory, replaced);
        if (location.pathname.endsWith(newMemoryId)) await open(memory.id);
      },
    });
    onEnd();
    void open(newMemoryId);
  });
  const keep = useAct('decideProposal', () => {
    toastWithUndo({ says: `Kept: ${draft.title}`, takeBack: () => undoDecisions([{ memoryId: memory.id }]) });
    onEnd();
  });
  const save = (kind: keyof typeof buttons) => {
    const changes = changesOf(memory, draft);
    const why = reason && { reason };
    const target = { params: { id: memory.id }, ...channelQuery(memory.channel) };
    const expectedVersion = memory.version;
    if (kind === 'keep') {
      const { title, content, readers } = draft;
      const body = { title, content, ...changes, ...(readers !== 'channel' && { visibility: readers }), ...why };
      return keep.mutate({
        params: { ...target.params, act: 'correct' },
        body: body as RouteInput<'decideProposal'>['body'],
      });
    }
    if (kind === 'update' && Object.values(changes).every((change) => change === undefined)) return onEnd();
    if (kind === 'update') return update.mutate({ ...target, body: { ...changes, ...why, expectedVersion } });
    const { decides: _, value: __, ...others } = changes;
    const { title, content } = draft;
    const successor = { ...others, ...why, title, content, ...successorMeaning(memory, draft), expectedVersion };
    return supersede.mutate({ ...target, body: successor });
  };
  const isPending = update.isPending || supersede.isPending || keep.isPending;
  return { save, error: update.error ?? supersede.error ?? keep.error, isPending };
}
