import { Badge, Button, Group, Modal, NativeSelect, Stack, Table, Text, Title } from '@mantine/core';
import type { RouteInput, RouteOutput } from '@cairn/contracts';
import { useState } from 'react';
import { useAct, useRoute } from '../../api/queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { toast, toastFailure } from '../../parts/toast.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { When } from '../../parts/when.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { useMay } from '../../session/session.ts';
import { roles } from './roles.ts';
import { formatCount } from '../../parts/counted.ts';

export type Principal = RouteOutput<'listPrincipals'>['principals'][number];

const GONE_AFTER_DAYS = 30;
const COLUMNS = ['Name', 'Kind', 'Owner', 'Role', 'Keys', 'Last seen', 'State'];

/** List of people and agents; an admin changes their roles and removes them. */
export function Principals() {
  const found = useRoute('listPrincipals', undefined);
  const [leaving, setLeaving] = useState<Principal>();
  const mayChange = useMay('admin');
  return (
    <Loaded of={found}>
      {({ principals, gone }) => (
        <>
          <WideTable label="People and agents" columns={COLUMNS}>
            {principals.map((one) => (
              <Row key={one.principalId} principal={one} mayChange={mayChange} onLeave={setLeaving} />
            ))}
          </WideTable>
          {gone.length > 0 && (
            <>
              <Title order={2} size="h5" mt="md">
                Gone
              </Title>
              <Text size="sm">
                They have had no working key for {GONE_AFTER_DAYS} days. Another key brings them back.
              </Text>
              <WideTable label="Gone" columns={COLUMNS}>
                {gone.map((one) => (
                  <Row key={one.principalId} principal={one} mayChange={mayChange} onLeave={setLeaving} />
                ))}
              </WideTable>
            </>
          )}
          <Modal
            opened={leaving !== undefined}
            onClose={() => setLeaving(undefined)}
            title="Let somebody leave"
            closeButtonProps={{ 'aria-label': 'Close' }}
          >
            {leaving && <Leave leaver={leaving} everyone={principals} onEnd={() => setLeaving(undefined)} />}
          </Modal>
        </>
      )}
    </Loaded>
  );
}

interface RowProps {
  readonly principal: Principal;
  readonly mayChange: boolean;
  readonly onLeave: (principal: Principal) => void;
}

function Row({ principal, mayChange, onLeave }: RowProps) {
  const { name, kind, owner, role, keys, lastUsedAt, leftAt } = principal;
  return (
    <Table.Tr>
      <Table.Td miw={120}>
        <StoredName>{name}</StoredName>
      </Table.Td>
      <Table.Td>{kind}</Table.Td>
      <Table.Td>{owner && <StoredName>{owner.name}</StoredName>}</Table.Td>
      <Table.Td>{mayChange && leftAt === null ? <ChangeRole principal={principal} /> : role}</Table.Td>
      <Table.Td>{keys}</Table.Td>
      <Table.Td>{lastUsedAt === null ? 'never' : <When at={lastUsedAt} />}</Table.Td>
      <Table.Td>
        {leftAt !== null && (
          <Badge variant="default" tt="none">
            left
          </Badge>
        )}
        {leftAt === null && mayChange && (
          <Button size="compact-xs" variant="default" onClick={() => onLeave(principal)} aria-label={`${name} leaves`}>
            Leaves…
          </Button>
        )}
        {leftAt === null && !mayChange && 'here'}
      </Table.Td>
    </Table.Tr>
  );
}

function ChangeRole({ principal: { principalId, name, role } }: { principal: Principal }) {
  const change = useAct('changePrincipal', (now) => toast(`${now.name} is ${now.role} now, with every key.`));
  const set = (to: string) =>
    change.mutate(
      { params: { id: principalId }, body: { role: to as Principal['role'] } } satisfies RouteInput<'changePrincipal'>,
      { onError: toastFailure },
    );
  return (
    <NativeSelect
      w={120}
      size="xs"
      aria-label={`Role of ${name}`}
      data={roles}
      value={role}
      disabled={change.isPending}
      onChange={({ currentTarget }) => set(currentTarget.value)}
    />
  );
}

interface LeaveProps {
  readonly leaver: Principal;
  readonly everyone: readonly Principal[];
  readonly onEnd: () => void;
}

const FORGET = 'forget';

/** Form that removes a principal. The principal's keys end; its private items go to somebody else or are deleted for good. */
function Leave({ leaver: { principalId, name }, everyone, onEnd }: LeaveProps) {
  const heirs = everyone.filter(
    (one) => one.principalId !== principalId && one.leftAt === null && one.owner?.principalId !== principalId,
  );
  const [fate, setFate] = useState<string>(heirs[0]?.principalId ?? FORGET);
  const leave = useAct('leave', ({ keysRevoked, handedOver }) => {
    toast(
      `${name} has left: ${formatCount(keysRevoked, 'key')} revoked, ${formatCount(handedOver, 'private memory', 'private memories')} handed over.`,
    );
    onEnd();
  });
  const body = fate === FORGET ? { forget: true as const } : { handOverTo: fate as Principal['principalId'] };
  return (
    <Stack>
      <Text>
        Every key of <StoredName>{name}</StoredName> and of their agents is revoked, and they are in no team any more.
        Their agents go where their private memories go. What they wrote for others stays.
      </Text>
      <NativeSelect
        label="Their private memories"
        value={fate}
        onChange={({ currentTarget }) => setFate(currentTarget.value)}
        data={[
          ...heirs.map((heir) => ({ value: heir.principalId, label: `go to ${heir.name}` })),
          { value: FORGET, label: 'are forgotten for good' },
        ]}
      />
      {leave.error && <Failure error={leave.error} />}
      <Group>
        <Button
          color="red"
          loading={leave.isPending}
          onClick={() => leave.mutate({ params: { id: principalId }, body })}
        >
          Let them leave
        </Button>
        <Button variant="default" onClick={onEnd}>
          Keep them
        </Button>
      </Group>
    </Stack>
  );
}
