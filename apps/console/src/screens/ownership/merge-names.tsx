import { Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { formatCount } from '../../parts/counted.ts';
import { StoredName } from '../../parts/stored-text.tsx';
import { perform } from '../../parts/toast.tsx';
import { mergeInto } from './merge-into.ts';
import { WhereNamed, type PersonName } from './named-person.tsx';

interface MergeNamesProps {
  readonly names: readonly PersonName[];
  /** Key of the name that is kept, unless the user chooses another one. */
  readonly kept: string;
  /** Other actions on the names. */
  readonly children: ReactNode;
}

/** Form of several names that may mean one person. Only the name that is kept is chosen beforehand. */
export function MergeNames({ names, kept: suggested, children }: MergeNamesProps) {
  const [keptKey, setKept] = useState(suggested);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const kept = names.find(({ key }) => key === keptKey) ?? names[0]!;
  const others = names.filter((name) => name !== kept);
  const merged = others.filter(({ key }) => chosen.includes(key));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (merged.length > 0) perform(() => mergeInto(merged, kept));
  };
  return (
    <form onSubmit={submit} aria-label="Merge names">
      <Stack gap="sm">
        <Radio.Group label="Name that is kept" value={kept.key} onChange={setKept}>
          <Group gap="md" mt={4}>
            {names.map(({ key, label }) => (
              <Radio key={key} value={key} label={<StoredName>{label}</StoredName>} />
            ))}
          </Group>
        </Radio.Group>
        <Checkbox.Group
          label={
            <>
              Other names of <StoredName>{kept.label}</StoredName>
            </>
          }
          value={[...chosen]}
          onChange={setChosen}
        >
          <Stack gap={6} mt={4}>
            {others.map((name) => (
              <Checkbox
                key={name.key}
                value={name.key}
                label={<StoredName>{name.label}</StoredName>}
                description={<WhereNamed name={name} />}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <Group gap="xs">
          <Button size="compact-sm" type="submit" disabled={merged.length === 0}>
            {merged.length === 0 ? 'Merge' : `Merge ${formatCount(merged.length, 'name')} into ${kept.label}`}
          </Button>
          {children}
        </Group>
        <Text size="xs" c="dimmed">
          Only what you mark is merged. All of it can be taken back.
        </Text>
      </Stack>
    </form>
  );
}
