import { Alert, Badge, Button, Code, Group, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { useState, type FormEvent } from 'react';
import { useAct, useRoute } from '../api/queries.ts';
import { Copy } from '../parts/copy.tsx';
import { Failure } from '../parts/failure.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { When } from '../parts/when.tsx';
import { say, sayFailure } from '../parts/say.ts';

type Key = RouteOutput<'listKeys'>['keys'][number];

const kinds = ['agent', 'person'] as const;
const roles = ['reader', 'writer', 'manager', 'admin'] as const;

/** Who may come in: keys are made, shown once, and revoked. */
export function Keys() {
  const keys = useRoute('listKeys', undefined);
  return (
    <Page title="Keys" says="Who may come in, and what they may do">
      <NewKey />
      <Loaded of={keys}>{({ keys: all }) => <KeyTable keys={all} />}</Loaded>
    </Page>
  );
}

function NewKey() {
  const [draft, setDraft] = useState({ name: '', kind: 'agent', role: 'writer' });
  const made = useAct('createKey');
  const make = (event: FormEvent) => {
    event.preventDefault();
    const { name, kind, role } = draft;
    made.mutate({ body: { name, kind: kind as 'agent', role: role as 'writer' } });
  };
  return (
    <form onSubmit={make} aria-label="Make a key">
      <Stack gap="sm">
        <Group align="flex-end">
          <TextInput
            label="Name"
            placeholder="whose key it is"
            required
            value={draft.name}
            onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
          />
          <Select
            w={130}
            label="For a"
            data={kinds}
            value={draft.kind}
            onChange={(kind) => setDraft({ ...draft, kind: kind ?? 'agent' })}
          />
          <Select
            w={130}
            label="Role"
            data={roles}
            value={draft.role}
            onChange={(role) => setDraft({ ...draft, role: role ?? 'writer' })}
          />
          <Button type="submit" loading={made.isPending}>
            Make a key
          </Button>
        </Group>
        {made.error && <Failure error={made.error} />}
        {made.data && (
          <Alert title="This key is shown this once" color="teal" variant="light">
            <Group>
              <Code>{made.data.key}</Code>
              <Copy label="Copy" text={made.data.key} />
            </Group>
          </Alert>
        )}
      </Stack>
    </form>
  );
}

const KeyTable = ({ keys }: { keys: readonly Key[] }) => (
  <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Role</Table.Th>
          <Table.Th>Begins with</Table.Th>
          <Table.Th>Made</Table.Th>
          <Table.Th>State</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {keys.map((key) => (
          <KeyRow key={key.keyId} {...key} />
        ))}
      </Table.Tbody>
    </Table>
  </Table.ScrollContainer>
);

function KeyRow({ keyId, name, role, prefix, createdAt, revokedAt }: Key) {
  return (
    <Table.Tr>
      <Table.Td>
        <StoredName>{name}</StoredName>
      </Table.Td>
      <Table.Td>{role}</Table.Td>
      <Table.Td>
        <Code>{prefix}…</Code>
      </Table.Td>
      <Table.Td>
        <When at={createdAt} />
      </Table.Td>
      <Table.Td>
        {revokedAt === null ? (
          <Revoke keyId={keyId} name={name} />
        ) : (
          <Badge variant="default" tt="none">
            revoked
          </Badge>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Twice, since it cannot be undone. */
function Revoke({ keyId, name }: { keyId: string; name: string }) {
  const [isAsked, setAsked] = useState(false);
  const revoke = useAct('revokeKey', () => say(`${name} is revoked.`));
  const press = () => {
    if (!isAsked) return setAsked(true);
    revoke.mutate({ params: { id: keyId as never } }, { onError: sayFailure });
  };
  return (
    <Button
      size="compact-xs"
      color={isAsked ? 'red' : 'gray'}
      variant={isAsked ? 'filled' : 'default'}
      loading={revoke.isPending}
      onClick={press}
      onBlur={() => setAsked(false)}
      aria-label={`${isAsked ? 'Really revoke' : 'Revoke'} ${name}`}
    >
      <Text inherit>{isAsked ? 'Really revoke?' : 'Revoke'}</Text>
    </Button>
  );
}
