import { Button, Group, MultiSelect } from '@mantine/core';
import type { GraphNode } from '@cairn/contracts';
import { useState, type FormEvent } from 'react';
import { useRoute } from '../../api/queries.ts';
import { formatCount } from '../../parts/counted.ts';
import { Disclosure } from '../../parts/disclosure.tsx';
import { perform } from '../../parts/toast.tsx';
import { mergeInto } from './merge-into.ts';

/** Form that makes any names of people other names of a person, also those that nobody offers for it. */
export const OtherNames = ({ person }: { person: GraphNode }) => (
  <Disclosure label={`${person.label} has other names`}>
    <NamesForm person={person} />
  </Disclosure>
);

function NamesForm({ person }: { person: GraphNode }) {
  const { data } = useRoute('graphEntities', { query: { type: 'person', limit: 100 } });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const others = (data?.entities ?? []).filter(({ key }) => key !== person.key);
  const merged = others.filter(({ key }) => chosen.includes(key));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChosen([]);
    perform(() => mergeInto(merged, person));
  };
  return (
    <form onSubmit={submit} aria-label={`Other names of ${person.label}`}>
      <Group align="flex-end" mt="xs">
        <MultiSelect
          label={`Other names of ${person.label}`}
          flex="1 1 16rem"
          searchable
          clearable={false}
          data={others.map(({ key, label }) => ({ value: key, label }))}
          value={[...chosen]}
          onChange={setChosen}
        />
        <Button type="submit" disabled={merged.length === 0}>
          {merged.length === 0 ? 'Merge' : `Merge ${formatCount(merged.length, 'name')}`}
        </Button>
      </Group>
    </form>
  );
}
