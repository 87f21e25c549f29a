import { Alert, Button, Code, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { RouteInput } from '@cairn/contracts';
import { useState, type FormEvent } from 'react';
import { useAct, useRoute } from '../../api/queries.ts';
import { Copy } from '../../parts/copy.tsx';
import { Failure } from '../../parts/failure.tsx';
import { useMay } from '../../session/session.ts';
import { roles } from './roles.ts';

const SOMEBODY_NEW = 'new';
const EMPTY = { whose: SOMEBODY_NEW, name: '', kind: 'agent', role: 'writer', label: '' };
type Draft = typeof EMPTY;

/** Form that creates a key for a new or an existing principal, and shows the key once. */
export function NewKey() {
  const [draft, setDraft] = useState(EMPTY);
  const people = useRoute('listPrincipals', undefined);
  const made = useAct('createKey');
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const isNew = draft.whose === SOMEBODY_NEW;
  const all = [...(people.data?.principals ?? []), ...(people.data?.gone ?? [])];
  const here = all.filter(({ leftAt }) => leftAt === null);
  const make = (event: FormEvent) => {
    event.preventDefault();
    const { whose, name, kind, role, label } = draft;
    const owner = isNew ? { name, kind, role } : { principalId: whose };
    // The choice is sent unchecked, since the server validates it.
    made.mutate({ body: { ...owner, ...(label.trim() && { label }) } as RouteInput<'createKey'>['body'] });
  };
  return (
    <form onSubmit={make} aria-label="Make a key">
      <Stack gap="sm">
        <Group align="flex-end">
          <NativeSelect
            label="For"
            value={draft.whose}
            onChange={({ currentTarget }) => set({ whose: currentTarget.value })}
            data={[
              { value: SOMEBODY_NEW, label: 'somebody new' },
              ...here.map(({ principalId, name }) => ({ value: principalId, label: name })),
            ]}
          />
          {isNew && <Somebody draft={draft} set={set} />}
          <TextInput
            label="Label"
            placeholder="such as laptop, or ci"
            value={draft.label}
            onChange={({ currentTarget }) => set({ label: currentTarget.value })}
          />
          <Button type="submit" loading={made.isPending}>
            Make a key
          </Button>
        </Group>
        {made.error && <Failure error={made.error} />}
        {made.data && <FreshKey text={made.data.key} />}
      </Stack>
    </form>
  );
}

function Somebody({ draft, set }: { draft: Draft; set: (part: Partial<Draft>) => void }) {
  const mayMakePeople = useMay('admin');
  return (
    <>
      <TextInput
        label="Name"
        placeholder="whose key it is"
        required
        value={draft.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <NativeSelect
        label="A"
        data={mayMakePeople ? ['agent', 'person'] : ['agent']}
        value={draft.kind}
        onChange={({ currentTarget }) => set({ kind: currentTarget.value })}
      />
      <NativeSelect
        label="Role"
        data={roles}
        value={draft.role}
        onChange={({ currentTarget }) => set({ role: currentTarget.value })}
      />
    </>
  );
}

/** Shows a new key; it is visible only this time. */
export const FreshKey = ({ text }: { text: string }) => (
  <Alert title="This key is shown this once" color="teal" variant="light">
    <Group>
      <Code className="stored-name">{text}</Code>
      <Copy label="Copy" text={text} />
    </Group>
    <Text size="sm" mt="xs">
      It is stored as a hash. Who loses it gets another.
    </Text>
  </Alert>
);
