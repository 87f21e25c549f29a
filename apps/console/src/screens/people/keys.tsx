import { Badge, Button, Code, Group, Stack, Table, Text } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { useAct, useRoute } from '../../api/queries.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { toastFailure, toastFinal } from '../../parts/toast.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { When } from '../../parts/when.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { FreshKey, NewKey } from './new-key.tsx';

type Key = RouteOutput<'listKeys'>['keys'][number];

/** List of keys, with the actions to create, rotate and revoke them. A key itself is shown only once. */
export function Keys() {
  const keys = useRoute('listKeys', undefined);
  const rotated = useAct('rotateKey', ({ summary: { name } }) =>
    toastFinal(`Rotated: a key of ${name}`, `A key of ${name} is rotated.`),
  );
  const rotate = (keyId: Key['keyId']) =>
    rotated.mutate({ params: { id: keyId }, body: {} }, { onError: toastFailure });
  return (
    <Stack>
      <NewKey />
      {rotated.data && (
        <>
          <Text size="sm">The key in the place of the old one; the old one works for another hour.</Text>
          <FreshKey text={rotated.data.key} />
        </>
      )}
      <Loaded of={keys}>
        {({ keys: all }) => (
          <WideTable label="Keys" columns={['Name', 'Role', 'Begins with', 'Made', 'Last used', 'State']}>
            {all.map((key) => (
              <KeyRow key={key.keyId} {...key} onRotate={() => rotate(key.keyId)} />
            ))}
          </WideTable>
        )}
      </Loaded>
    </Stack>
  );
}

function KeyRow({ onRotate, ...key }: Key & { onRotate: () => void }) {
  const { name, label, role, prefix, createdAt, lastUsedAt } = key;
  return (
    <Table.Tr>
      <Table.Td miw={120}>
        <StoredName>{name}</StoredName>
        {label && (
          <Text size="xs" c="dimmed">
            <StoredName>{label}</StoredName>
          </Text>
        )}
      </Table.Td>
      <Table.Td>{role}</Table.Td>
      <Table.Td>
        <Code>{prefix}…</Code>
      </Table.Td>
      <Table.Td>
        <When at={createdAt} />
      </Table.Td>
      <Table.Td>{lastUsedAt === null ? 'never' : <When at={lastUsedAt} />}</Table.Td>
      <Table.Td>
        <KeyState {...key} onRotate={onRotate} />
      </Table.Td>
    </Table.Tr>
  );
}

function KeyState({ keyId, name, expiresAt, revokedAt, onRotate }: Key & { onRotate: () => void }) {
  const revoke = useAct('revokeKey', () => toastFinal(`Revoked: a key of ${name}`, `A key of ${name} is revoked.`));
  if (revokedAt !== null) return <Ended>revoked</Ended>;
  if (expiresAt !== null && expiresAt <= Date.now()) return <Ended>expired</Ended>;
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="compact-xs" variant="default" onClick={onRotate} aria-label={`Rotate ${name}`}>
        Rotate
      </Button>
      <ConfirmButton
        act="Revoke"
        what={name}
        loading={revoke.isPending}
        onConfirm={() => revoke.mutate({ params: { id: keyId } }, { onError: toastFailure })}
      />
      {expiresAt !== null && (
        <Text size="xs" c="dimmed">
          ends <When at={expiresAt} />
        </Text>
      )}
    </Group>
  );
}

const Ended = ({ children }: { children: string }) => (
  <Badge variant="default" tt="none">
    {children}
  </Badge>
);
