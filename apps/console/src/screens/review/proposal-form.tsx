import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import type { Proposal, RouteInput } from '@cairn/contracts';
import { useState, type FormEvent } from 'react';
import { useAct } from '../../api/queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { toastWithUndo } from '../../parts/toast.tsx';
import { useSession } from '../../session/session.ts';

interface ProposalFormProps {
  readonly proposal: Proposal;
  readonly onEnd: () => void;
  readonly onUndo: (proposals: readonly Proposal[]) => void;
}

/** Form that keeps a proposal in other words, and for chosen readers. */
export function ProposalForm({ proposal, onEnd, onUndo }: ProposalFormProps) {
  const { memoryId, title, content } = proposal;
  const { holder } = useSession();
  const [draft, setDraft] = useState({ title, content, visibility: readersOf(proposal, holder?.teams ?? []) });
  const set = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }));
  const correct = useAct('decideProposal', () => {
    toastWithUndo(`Kept: ${draft.title}`, () => onUndo([proposal]));
    onEnd();
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const body = draft as RouteInput<'decideProposal'>['body'];
    correct.mutate({ params: { id: memoryId, act: 'correct' }, body });
  };
  return (
    <form onSubmit={save}>
      <Stack gap="sm">
        <TextInput
          label="Title"
          required
          value={draft.title}
          onChange={({ currentTarget }) => set({ title: currentTarget.value })}
        />
        <Textarea
          label="Content"
          required
          autosize
          minRows={3}
          data-autofocus
          value={draft.content}
          onChange={({ currentTarget }) => set({ content: currentTarget.value })}
        />
        <NativeSelect
          label="Readers"
          value={draft.visibility}
          onChange={({ currentTarget }) => set({ visibility: currentTarget.value })}
          data={[
            { value: 'org', label: 'Everyone' },
            { value: 'private', label: 'You alone' },
            ...(holder?.teams ?? []).map((team) => ({ value: `team:${team.name}`, label: `The team ${team.name}` })),
          ]}
        />
        {correct.error && <Failure error={correct.error} />}
        <Group>
          <Button type="submit" loading={correct.isPending}>
            Keep
          </Button>
          <Button variant="default" onClick={onEnd}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The readers that the form begins with: those that were proposed. A team of others is none, so it begins with the person. */
function readersOf(
  { visibility }: Proposal,
  teams: readonly { readonly teamId: string; readonly name: string }[],
): string {
  const team = teams.find(({ teamId }) => visibility === `team:${teamId}`);
  if (team) return `team:${team.name}`;
  return visibility === 'private' || visibility.startsWith('team:') ? 'private' : 'org';
}
