import { Alert, Button, Code, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import type { Role, RouteInput, RouteOutput } from '@cairn/contracts';
import { useState, type FormEvent } from 'react';
import { joinCommand } from 'virtual:routes';
import { useAct, useRoute } from '../../api/queries.ts';
import { Copy } from '../../parts/copy.tsx';
import { Failure } from '../../parts/failure.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { When } from '../../parts/when.tsx';
import { useMay, useSession } from '../../session/session.ts';
import { abilityOf, rolesUpTo } from './roles.ts';

interface Draft {
  readonly name: string;
  readonly role: Role;
  readonly teamId: string;
  readonly days: string;
}
const EMPTY: Draft = { name: '', role: 'writer', teamId: '', days: '7' };
const DAYS = [
  { value: '1', label: 'a day' },
  { value: '7', label: 'a week' },
  { value: '30', label: '30 days' },
];

/** Dialog that invites a person: a form, then the link, which is shown once. */
export function InviteDialog({ isOpen, close }: { isOpen: boolean; close: () => void }) {
  return (
    <Modal opened={isOpen} onClose={close} title="Invite somebody" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Invite close={close} />
    </Modal>
  );
}

function Invite({ close }: { close: () => void }) {
  const [draft, setDraft] = useState(EMPTY);
  const { holder } = useSession();
  const teams = useInvitableTeams();
  const invite = useAct('createInvitation');
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { name, role, teamId, days } = draft;
    const body = { name: name.trim(), role, days: Number(days), ...(teamId && { teamId }) };
    // The choice is sent unchecked, since the server validates it.
    invite.mutate({ body: body as RouteInput<'createInvitation'>['body'] });
  };
  if (invite.data) return <Link {...invite.data} close={close} />;
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Whom"
          placeholder="such as Bob"
          required
          data-autofocus
          value={draft.name}
          onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        />
        <NativeSelect
          label="Role"
          description={`A ${draft.role} ${abilityOf(draft.role)}.`}
          data={rolesUpTo(holder?.role ?? 'reader')}
          value={draft.role}
          onChange={({ currentTarget }) => set({ role: currentTarget.value as Role })}
        />
        {teams.length > 0 && (
          <NativeSelect
            label="Team"
            data={[
              { value: '', label: 'no team' },
              ...teams.map(({ teamId, name }) => ({ value: teamId, label: name })),
            ]}
            value={draft.teamId}
            onChange={({ currentTarget }) => set({ teamId: currentTarget.value })}
          />
        )}
        <NativeSelect
          label="The link works for"
          data={DAYS}
          value={draft.days}
          onChange={({ currentTarget }) => set({ days: currentTarget.value })}
        />
        {invite.error && <Failure error={invite.error} />}
        <Button type="submit" loading={invite.isPending}>
          Make the link
        </Button>
      </Stack>
    </form>
  );
}

/** Teams into which the signed-in person may invite: admins into all, managers into their own. */
function useInvitableTeams(): readonly { readonly teamId: string; readonly name: string }[] {
  const isAdmin = useMay('admin');
  const all = useRoute('listTeams', undefined, { enabled: isAdmin });
  const { holder } = useSession();
  return isAdmin ? (all.data?.teams ?? []) : (holder?.teams ?? []);
}

function Link({ path, link, invitation, close }: RouteOutput<'createInvitation'> & { close: () => void }) {
  const whole = link ?? location.origin + path;
  const command = joinCommand.replace('{{link}}', whole);
  return (
    <Stack>
      <Text>
        Send this link to <StoredName>{invitation.name}</StoredName>. It lets one person in, once. It ends{' '}
        <When at={invitation.expiresAt} />.
      </Text>
      <Alert color="teal" variant="light" title="The link is shown this once">
        <Code block className="stored-name" style={{ whiteSpace: 'pre-wrap' }}>
          {whole}
        </Code>
        <Group mt="xs">
          <Copy label="Copy the link" text={whole} />
        </Group>
      </Alert>
      <Text size="sm">
        They open it in a browser. Or they run this in a terminal, which also connects the agents on their machine:
      </Text>
      <Code block className="stored-name" style={{ whiteSpace: 'pre-wrap' }}>
        {command}
      </Code>
      <Group>
        <Copy label="Copy the command" text={command} />
      </Group>
      <Button variant="default" onClick={close}>
        Done
      </Button>
    </Stack>
  );
}
