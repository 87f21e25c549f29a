import { Button, Group, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { SAMPLE_CHANNEL } from './sample-team.ts';

/** Question about everything that is stored. Within the sample, the question is about the sample. */
export function AskBox({ isSample }: { isSample: boolean }) {
  const navigate = useNavigate();
  const [q, setQ] = useState('');
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (q.trim() !== '') void navigate({ to: '/ask', search: { q, ...(isSample && { channel: SAMPLE_CHANNEL }) } });
  };
  return (
    <form onSubmit={ask} role="search">
      <Group wrap="nowrap" gap="xs">
        <TextInput
          flex={1}
          size="md"
          aria-label="Question"
          placeholder="Ask: why did we choose that queue?"
          leftSection={<Icon name="ask" />}
          value={q}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
        />
        <Button type="submit" size="md">
          Ask
        </Button>
      </Group>
    </form>
  );
}
