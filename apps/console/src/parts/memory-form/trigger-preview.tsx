import { Badge, Code, Group, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRoute } from '../../api/queries.ts';
import { StoredName } from '../stored-text.tsx';
import { changedMeaning } from './meaning-draft.ts';
import type { MemoryDraft } from './memory-draft.ts';

interface TriggersFieldProps {
  readonly draft: MemoryDraft;
  readonly onChange: (part: Partial<MemoryDraft>) => void;
}

/** Recent messages whose tool calls are tried, and the most matches that are shown. */
const MESSAGES_TRIED = 100;
const SHOWN_MAX = 5;

/** Field for the triggers of a rule, with the recent actions that it would have stopped and a box to try one. */
export function TriggersField({ draft, onChange }: TriggersFieldProps) {
  const [typed, setTyped] = useState('');
  const recent = useRecentActions();
  const tried = useTried(draft, typed.trim() === '' ? recent : [typed]);
  return (
    <Stack gap="xs">
      <TagsInput
        label="Triggers"
        description="Actions that it is about: words as in a command or a path, * for any characters"
        splitChars={[]}
        acceptValueOnBlur
        value={draft.triggers}
        onChange={(triggers) => onChange({ triggers })}
      />
      <TextInput
        label="Try an action"
        placeholder="such as: kubectl apply -f pod.yaml"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <div role="status" aria-label="Effect of the rule">
        <Text size="sm" c="dimmed">
          {describeEffect(tried, typed, recent.length)}
        </Text>
        {tried.slice(0, SHOWN_MAX).map(({ action, severity, matched }) => (
          <Group key={action} gap="xs" wrap="nowrap" mt={4}>
            <Badge color={severity === 'stop' ? 'red' : 'yellow'} variant="light" tt="none" style={{ flexShrink: 0 }}>
              {severity === 'stop' ? 'stops' : 'warns'}
            </Badge>
            <Code className="stored-name">{action}</Code>
            {matched && (
              <Text size="xs" c="dimmed">
                by <StoredName>{matched}</StoredName>
              </Text>
            )}
          </Group>
        ))}
      </div>
    </Stack>
  );
}

/** Distinct commands and edits of agents in recent messages. */
function useRecentActions(): readonly string[] {
  const { data } = useRoute('listMessages', { query: { limit: MESSAGES_TRIED } });
  const calls = (data?.items ?? []).flatMap(({ toolCalls = [] }) => toolCalls);
  return [...new Set(calls.map(({ act, target }) => (act === 'edit' ? `edit ${target}` : target)))];
}

/** Tries the draft in the browser as the server would judge it. The judge is loaded only with this form. */
function useTried(draft: MemoryDraft, actions: readonly string[]) {
  const { category, title, content, triggers, instead } = draft;
  const { forbids } = changedMeaning({}, draft);
  const rule = { category, title, content, triggers, instead, ...(forbids && { forbids }) };
  const { data } = useQuery({
    queryKey: ['tried-rule', rule, actions],
    queryFn: async () => (await import('@cairn/text/try-rule')).tryRule(rule, actions),
    enabled: actions.length > 0,
    placeholderData: (before) => before,
  });
  return actions.length > 0 ? (data ?? []) : [];
}

function describeEffect(tried: readonly { readonly severity: string }[], typed: string, recent: number): string {
  const stopped = tried.filter(({ severity }) => severity === 'stop').length;
  if (typed.trim() !== '') {
    if (tried.length === 0) return 'It does not concern this action.';
    return stopped > 0 ? 'It stops this action.' : 'It only warns. To stop, say “never” or “must”, or fill in Forbids.';
  }
  if (recent === 0) return 'No action of an agent is stored yet: type one above to try it.';
  return `Of ${recent} recent actions it would have stopped ${stopped} and warned about ${tried.length - stopped}.`;
}
