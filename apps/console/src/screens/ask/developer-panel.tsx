import { Button, Group, Paper, Select, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core';
import { recallSources, recipeNames } from 'virtual:routes';
import { useState, type FormEvent } from 'react';
import { Copy } from '../../parts/copy.tsx';
import type { RecallAnswer } from './found-hit.ts';
import { asCurl, asToolCall, fieldsNotInToolCall, type RecallBody, type RecallFields } from './request.ts';

const modes = ['general', 'decision', 'project', 'people', 'workflow', 'conversation'];
const recipes = [...recipeNames];

const texts = [
  ['stores', 'Stores', 'semantic, procedural'],
  ['categories', 'Categories', 'decision, lesson'],
  ['tags', 'Tags', 'any of these'],
  ['channel', 'Channel', ''],
  ['subchannel', 'Subchannel', 'of messages'],
  ['session', 'Session', 'of messages'],
  ['limit', 'Hits at most', '25'],
  ['minScore', 'Least score', '0 to 1'],
] as const;

const days = [
  ['since', 'Since'],
  ['until', 'Until'],
  ['asOf', 'Valid on'],
] as const;

interface DeveloperPanelProps {
  readonly asked: RecallFields;
  readonly request: RecallBody;
  readonly answer: RecallAnswer | undefined;
  readonly onChange: (asked: RecallFields) => void;
}

/** The request of an answer for those who build on the server: its fields, as curl and as a tool call, and its times. */
export function DeveloperPanel({ asked, request, answer, onChange }: DeveloperPanelProps) {
  const leftOut = fieldsNotInToolCall(request);
  return (
    <Paper withBorder p="md" component="section" aria-label="For developers">
      <Stack>
        <RequestFields key={JSON.stringify(asked)} asked={asked} onChange={onChange} />
        <Group gap="xs">
          <Copy label="Copy as tool call" text={asToolCall(request)} />
          <Copy label="Copy as curl" text={asCurl(request, location.origin)} />
          {leftOut.length > 0 && (
            <Text size="sm" c="dimmed">
              The tool takes no {leftOut.join(', ')}: its call goes without.
            </Text>
          )}
        </Group>
        {answer && <Numbers answer={answer} />}
      </Stack>
    </Paper>
  );
}

const Numbers = ({ answer: { confidence, hits, explain } }: { answer: RecallAnswer }) => (
  <Text size="sm" c="dimmed">
    {hits.length} hits; the first is right with a confidence of {Math.round(confidence * 100)} %
    {explain && `; ${Math.round(totalMs(explain.timings))} ms; read as: ${explain.terms.join(' ')}`}
  </Text>
);

const totalMs = (timings: Readonly<Record<string, number>>) =>
  timings['total'] ?? Object.values(timings).reduce((sum, ms) => sum + ms, 0);

function RequestFields({ asked, onChange }: Pick<DeveloperPanelProps, 'asked' | 'onChange'>) {
  const [draft, setDraft] = useState(asked);
  const set = (field: keyof RecallFields) => (value: string | null) =>
    setDraft((before) => ({ ...before, [field]: value ?? undefined }));
  const send = (event: FormEvent) => {
    event.preventDefault();
    onChange(draft);
  };
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
          <Select label="Mode" data={modes} value={draft.mode ?? 'general'} onChange={set('mode')} />
          <Select label="Sources" data={[...recallSources]} value={draft.sources ?? 'all'} onChange={set('sources')} />
          <Select label="Recipe" data={recipes} value={draft.recipe ?? 'fused'} onChange={set('recipe')} />
          <Select
            label="Compare with"
            data={recipes}
            value={draft.compare ?? null}
            onChange={set('compare')}
            clearable
          />
          {texts.map(([field, label, placeholder]) => (
            <TextInput
              key={field}
              label={label}
              placeholder={placeholder}
              value={draft[field] ?? ''}
              onChange={({ currentTarget }) => set(field)(currentTarget.value)}
            />
          ))}
          {days.map(([field, label]) => (
            <TextInput
              key={field}
              type="date"
              label={label}
              value={draft[field] ?? ''}
              onChange={({ currentTarget }) => set(field)(currentTarget.value)}
            />
          ))}
        </SimpleGrid>
        <Group>
          <Switch
            label="With all of the tags"
            checked={draft.tagMatch === 'all'}
            onChange={({ currentTarget }) => set('tagMatch')(currentTarget.checked ? 'all' : null)}
          />
          <Switch
            label="Archived and superseded too"
            checked={draft.archived === 'yes'}
            onChange={({ currentTarget }) => set('archived')(currentTarget.checked ? 'yes' : null)}
          />
          <Button type="submit" variant="default" size="xs">
            Ask with these fields
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
