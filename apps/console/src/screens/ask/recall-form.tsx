import { Button, Collapse, Group, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { recallSources, recipeNames } from 'virtual:routes';
import { useRef, useState, type FormEvent } from 'react';
import type { RecallFields } from './request.ts';

const modes = ['general', 'decision', 'project', 'people', 'workflow', 'conversation'];
const recipes = [...recipeNames];

const texts = [
  ['stores', 'Stores', 'semantic, procedural'],
  ['categories', 'Categories', 'decision, lesson'],
  ['tags', 'Tags', 'any of these'],
  ['channel', 'Channel', ''],
  ['subchannel', 'Subchannel', 'of messages'],
  ['session', 'Session', 'of messages'],
  ['limit', 'Hits at most', 'as many as are clear'],
  ['minScore', 'Least score', '0 to 1'],
] as const;

const days = [
  ['since', 'Since'],
  ['until', 'Until'],
  ['asOf', 'Valid on'],
] as const;

const isFiltered = ({ q: _, mode: __, sources: ___, ...filters }: RecallFields) => Object.values(filters).some(Boolean);

/** Form for a question with filters. It sends nothing before it is submitted. */
export function RecallForm({ asked, onAsk }: { asked: RecallFields; onAsk: (asked: RecallFields) => void }) {
  const [draft, setDraft] = useState(asked);
  const [isOpen, { toggle }] = useDisclosure(isFiltered(asked));
  const box = useRef<HTMLInputElement>(null);
  useHotkeys([['mod+Enter', () => onAsk(draft)]]);
  const set = (field: keyof RecallFields) => (value: string | null) =>
    setDraft((before) => ({ ...before, [field]: value ?? undefined }));
  const send = (event: FormEvent) => {
    event.preventDefault();
    onAsk(draft);
  };
  return (
    <form onSubmit={send} role="search">
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <TextInput
            ref={box}
            flex="1 1 16rem"
            label="Question"
            placeholder="What do you want to know?"
            value={draft.q ?? ''}
            onChange={({ currentTarget }) => set('q')(currentTarget.value)}
            autoFocus
          />
          <Select w={150} label="Mode" data={modes} value={draft.mode ?? 'general'} onChange={set('mode')} />
          <Select
            w={130}
            label="Sources"
            data={[...recallSources]}
            value={draft.sources ?? 'all'}
            onChange={set('sources')}
          />
          <Button type="submit">Recall</Button>
          <Button variant="default" onClick={toggle} aria-expanded={isOpen}>
            Filters
          </Button>
        </Group>
        <Collapse expanded={isOpen}>
          <Filters draft={draft} set={set} />
        </Collapse>
      </Stack>
    </form>
  );
}

type Setter = (field: keyof RecallFields) => (value: string | null) => void;

const Filters = ({ draft, set }: { draft: RecallFields; set: Setter }) => (
  <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
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
    <Select label="Recipe" data={recipes} value={draft.recipe ?? 'fused'} onChange={set('recipe')} />
    <Select label="Compare with" data={recipes} value={draft.compare ?? null} onChange={set('compare')} clearable />
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
  </SimpleGrid>
);
