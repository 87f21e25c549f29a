import { Button, Card, Group, MultiSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import type { RouteInput, RouteOutput } from '@cairn/contracts';
import { useState, type FormEvent } from 'react';
import { useAct, useRoute } from '../../api/queries.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Failure } from '../../parts/failure.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { toast, toastFailure, toastFinal } from '../../parts/toast.tsx';

type Channel = RouteOutput<'listClosedChannels'>['channels'][number];

/** Channels that only their members read. */
export function ClosedChannels() {
  const found = useRoute('listClosedChannels', undefined);
  return (
    <Card withBorder component="section" aria-label="Closed channels">
      <Stack gap="sm">
        <Title order={2} size="h5">
          Closed channels
        </Title>
        <Loaded of={found}>
          {({ channels }) =>
            channels.length === 0 ? (
              <Text size="sm" c="dimmed">
                None. The whole organisation reads every channel.
              </Text>
            ) : (
              channels.map((one) => <Row key={one.channel} {...one} />)
            )
          }
        </Loaded>
        <Close />
      </Stack>
    </Card>
  );
}

function Row({ channel, principals, teams }: Channel) {
  const open = useAct('openChannel', () =>
    toastFinal(`Opened: ${channel}`, `${channel} is open to the whole organisation.`),
  );
  const members = [...principals, ...teams].map(({ name }) => name).join(', ');
  return (
    <Group justify="space-between">
      <Text size="sm">
        <StoredName>{channel}</StoredName>: <StoredName>{members || 'nobody'}</StoredName>
      </Text>
      <ConfirmButton
        act="Open"
        what={channel}
        loading={open.isPending}
        onConfirm={() => open.mutate({ query: { channel } }, { onError: toastFailure })}
      />
    </Group>
  );
}

function Close() {
  const [channel, setChannel] = useState('');
  const [members, setMembers] = useState<string[]>([]);
  const people = useRoute('listPrincipals', undefined);
  const teams = useRoute('listTeams', undefined);
  const close = useAct('closeChannel', (closed) => {
    toast(`Only its members read ${closed.channel} now.`);
    setChannel('');
    setMembers([]);
  });
  const teamIds = new Set<string>(teams.data?.teams.map(({ teamId }) => teamId));
  const here = people.data?.principals.filter(({ leftAt }) => leftAt === null) ?? [];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      channel: channel.trim(),
      principals: members.filter((id) => !teamIds.has(id)),
      teams: members.filter((id) => teamIds.has(id)),
    };
    close.mutate({ body: body as RouteInput<'closeChannel'>['body'] });
  };
  return (
    <form onSubmit={submit} aria-label="Close a channel">
      <Group align="flex-end">
        <TextInput
          label="Channel to close"
          required
          value={channel}
          onChange={({ currentTarget }) => setChannel(currentTarget.value)}
        />
        <MultiSelect
          label="Members"
          miw={220}
          searchable
          data={[
            ...here.map(({ principalId, name }) => ({ value: principalId as string, label: name })),
            ...(teams.data?.teams.map(({ teamId, name }) => ({ value: teamId as string, label: `Team ${name}` })) ??
              []),
          ]}
          value={members}
          onChange={setMembers}
        />
        <Button type="submit" variant="default" disabled={members.length === 0} loading={close.isPending}>
          Close it
        </Button>
      </Group>
      {close.error && <Failure error={close.error} />}
    </form>
  );
}
