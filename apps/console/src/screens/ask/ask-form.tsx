import { Button, Group, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';

interface AskFormProps {
  readonly question: string;
  readonly onAsk: (question: string) => void;
}

/** Box for a question. It sends nothing before it is submitted. */
export function AskForm({ question, onAsk }: AskFormProps) {
  const [draft, setDraft] = useState(question);
  useHotkeys([['mod+Enter', () => onAsk(draft)]], []);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onAsk(draft);
  };
  return (
    <form onSubmit={send} role="search">
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <TextInput
          flex={1}
          size="md"
          label="Question"
          placeholder="Ask in any words"
          value={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          autoFocus={question === ''}
        />
        <Button type="submit" size="md">
          Ask
        </Button>
      </Group>
    </form>
  );
}
