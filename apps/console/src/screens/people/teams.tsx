import { Button, Card, Group, NativeSelect, Pill, Stack, Text, TextInput, Title } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { useState, type FormEvent } from 'react';
import { useAct, useRoute } from '../../api/queries.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { toast, toastFailure, toastFinal } from '../../parts/toast.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { useMay } from '../../session/session.ts';
import type { Principal } from './principal.ts';

type Team = RouteOutput<'listTeams'>['teams'][number];

/** List of teams. The members of a team read the items that are stored for it. */
export function Teams() {
  const found = useRoute('listTeams', undefined);
  const people = useRoute('listPrincipals', undefined);
  const mayChange = useMay('admin');
  const here = people.data?.principals.filter(({ leftAt }) => leftAt === null) ?? [];
  return (
    <Stack>
      {mayChange && <NewTeam />}
      <Loaded of={found}>
        {({ teams }) =>
          teams.length === 0 ? (
            <Empty title="No team yet">
              <p>Current members of a team read the items stored for it. Without a team, memories are everyone’s.</p>
            </Empty>
          ) : (
            teams.map((team) => <TeamCard key={team.teamId} team={team} here={here} mayChange={mayChange} />)
          )
        }
      </Loaded>
    </Stack>
  );
}

function NewTeam() {
  const [name, setName] = useState('');
  const make = useAct('createTeam', (team) => {
    toast(`There is a team ${team.name} now. Put its members in.`);
    setName('');
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate({ body: { name } }, { onError: toastFailure });
  };
  return (
    <form onSubmit={submit} aria-label="Make a team">
      <Group align="flex-end">
        <TextInput
          label="Name of the team"
          required
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" loading={make.isPending}>
          Make a team
        </Button>
      </Group>
    </form>
  );
}

interface TeamCardProps {
  readonly team: Team;
  readonly here: readonly Principal[];
  readonly mayChange: boolean;
}

function TeamCard({ team: { teamId, name, members }, here, mayChange }: TeamCardProps) {
  const change = useAct('changeTeam');
  const remove = useAct('removeTeam', () => toastFinal(`Removed: the team ${name}`, `The team ${name} is gone.`));
  const params = { id: teamId };
  const move = (how: 'add' | 'remove', id: Principal['principalId']) =>
    change.mutate({ params, body: { [how]: [id] } }, { onError: toastFailure });
  const others = here.filter(({ principalId }) => !members.some((member) => member.principalId === principalId));
  return (
    <Card withBorder component="section" aria-label={`Team ${name}`}>
      <Group justify="space-between">
        <Title order={2} size="h5">
          <StoredName>{name}</StoredName>
        </Title>
        {mayChange && (
          <ConfirmButton
            act="Remove"
            what={name}
            loading={remove.isPending}
            onConfirm={() => remove.mutate({ params }, { onError: toastFailure })}
          />
        )}
      </Group>
      <Group gap="xs" my="xs">
        {members.length === 0 && <Text c="dimmed">Nobody is in it.</Text>}
        {members.map((member) => (
          <Pill
            key={member.principalId}
            withRemoveButton={mayChange}
            onRemove={() => move('remove', member.principalId)}
            removeButtonProps={{
              'aria-label': `Take ${member.name} out of ${name}`,
              'aria-hidden': false,
              tabIndex: 0,
            }}
          >
            <StoredName>{member.name}</StoredName>
          </Pill>
        ))}
      </Group>
      {mayChange && others.length > 0 && (
        <NativeSelect
          maw={260}
          size="xs"
          aria-label={`Put somebody into ${name}`}
          value=""
          disabled={change.isPending}
          onChange={({ currentTarget }) => move('add', currentTarget.value as Principal['principalId'])}
          data={[
            { value: '', label: 'Put somebody in…', disabled: true },
            ...others.map((one) => ({ value: one.principalId, label: one.name })),
          ]}
        />
      )}
    </Card>
  );
}
