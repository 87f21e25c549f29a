import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { useState, type FormEvent } from 'react';
import { useRoute } from '../../api/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { StoredName } from '../../parts/stored-text.tsx';

type Answer = RouteOutput<'preflight'>;

const WAIT_MS = 2_000;

/** Box in which a person tries an action, and sees which rules an agent would hear. */
export function TryAction({ project }: { project: string | undefined }) {
  const [draft, setDraft] = useState('');
  const [action, setAction] = useState('');
  const checked = useRoute(
    'preflight',
    { body: { action, waitMs: WAIT_MS, explain: true, ...(project !== undefined && { project }) } },
    { enabled: action !== '' },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAction(draft.trim());
  };
  return (
    <>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            flex="1 1 16rem"
            label="Try an action"
            placeholder="git push --force origin main"
            value={draft}
            onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          />
          <Button type="submit" disabled={draft.trim() === ''}>
            Check
          </Button>
        </Group>
      </form>
      {action !== '' && <Loaded of={checked}>{(answer) => <Verdict answer={answer} />}</Loaded>}
    </>
  );
}

const words: Readonly<Record<Answer['verdict'], readonly [title: string, color: string]>> = {
  stop: ['It would be stopped', 'red'],
  caution: ['It would go on, with a warning', 'yellow'],
  proceed: ['It would go on: no rule is about it', 'teal'],
  'not-checked': ['The check was not done in time. Try again.', 'gray'],
};

function Verdict({ answer: { verdict, items, instead, action } }: { answer: Answer }) {
  const [title, color] = words[verdict];
  return (
    <Alert color={color} variant="light" title={title} role="status">
      <Text size="sm">
        <code className="stored-name">{action}</code>
      </Text>
      {items.filter(isNamed).map(({ id, kind, title: about, excerpt, matched }) => (
        <Text size="sm" key={id} mt={4}>
          {kind === 'message' ? <StoredName>{excerpt}</StoredName> : <Item id={id} title={about} />}
          {matched && (
            <>
              {' '}
              matches <StoredName>{matched}</StoredName>
            </>
          )}
        </Text>
      ))}
      {instead && (
        <Text size="sm" mt={4}>
          Instead: <StoredName>{instead}</StoredName>
        </Text>
      )}
    </Alert>
  );
}

/** Leaves out items that are only near in meaning. */
const isNamed = ({ severity }: Answer['items'][number]): boolean => severity !== 'info';

const Item = ({ id, title }: { id: string; title: string }) => (
  <MemoryLink id={id} c="inherit" underline="always">
    <StoredName>{title}</StoredName>
  </MemoryLink>
);
