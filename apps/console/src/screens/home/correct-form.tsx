import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useAct, useRoute } from '../../api/queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { channelQuery } from '../../parts/memory-link.tsx';
import { toast } from '../../parts/toast.tsx';
import type { FeedEntry } from './feed-groups.ts';

interface CorrectFormProps {
  readonly entry: FeedEntry;
  readonly onEnd: () => void;
}

/** Form that keeps a proposal in other words. It loads the whole text, of which the feed shows the beginning. */
export function CorrectForm({ entry, onEnd }: CorrectFormProps) {
  const found = useRoute('getMemory', { params: { id: entry.memoryId }, ...channelQuery(entry.channel) });
  return <Loaded of={found}>{({ content }) => <Fields entry={entry} content={content} onEnd={onEnd} />}</Loaded>;
}

function Fields({ entry: { memoryId, title }, content, onEnd }: CorrectFormProps & { content: string }) {
  const [draft, setDraft] = useState({ title, content });
  const correct = useAct('decideProposal', () => {
    toast('Kept in your words.');
    onEnd();
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    correct.mutate({ params: { id: memoryId, act: 'correct' }, body: draft });
  };
  return (
    <form onSubmit={save}>
      <Stack gap="xs" mt="xs">
        <TextInput
          label="Title"
          value={draft.title}
          onChange={({ currentTarget }) => setDraft({ ...draft, title: currentTarget.value })}
        />
        <Textarea
          label="Content"
          autosize
          minRows={2}
          data-autofocus
          value={draft.content}
          onChange={({ currentTarget }) => setDraft({ ...draft, content: currentTarget.value })}
        />
        {correct.error && <Failure error={correct.error} />}
        <Group gap="xs">
          <Button type="submit" size="xs" loading={correct.isPending}>
            Keep in these words
          </Button>
          <Button size="xs" variant="default" onClick={onEnd}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
