import { Group, Text, Title } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { useAct, useRoute } from '../../api/queries.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { toastFailure, toastFinal } from '../../parts/toast.tsx';
import { When } from '../../parts/when.tsx';

type Invitation = RouteOutput<'listInvitations'>['invitations'][number];

/** Invitations that nobody accepted yet. Shows nothing if there are none. */
export function WaitingInvitations() {
  const found = useRoute('listInvitations', undefined);
  const waiting = found.data?.invitations.filter(({ state }) => state === 'waiting') ?? [];
  if (waiting.length === 0) return null;
  return (
    <section aria-label="Invitations" className="section">
      <Title order={2} size="h5">
        Invited
      </Title>
      <ul className="plain-list">
        {waiting.map((invitation) => (
          <Waiting key={invitation.invitationId} {...invitation} />
        ))}
      </ul>
    </section>
  );
}

function Waiting({ invitationId, name, role, team, createdBy, expiresAt }: Invitation) {
  const revoke = useAct('revokeInvitation', () =>
    toastFinal(`Revoked: the invitation of ${name}`, `The link for ${name} works no more.`),
  );
  return (
    <li className="row">
      <Group justify="space-between">
        <Text size="sm">
          <StoredName>{name}</StoredName> as {role}
          {team && (
            <>
              {' '}
              in <StoredName>{team.name}</StoredName>
            </>
          )}
          , invited by <StoredName>{createdBy.name}</StoredName>; the link ends <When at={expiresAt} />
        </Text>
        <ConfirmButton
          act="Revoke"
          what={`the invitation of ${name}`}
          loading={revoke.isPending}
          onConfirm={() => revoke.mutate({ params: { id: invitationId } }, { onError: toastFailure })}
        />
      </Group>
    </li>
  );
}
