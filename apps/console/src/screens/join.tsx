import { Alert, Button, Center, Code, Group, Loader, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import type { InvitationPreview } from '@cairn/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { openInvitation } from '../api/client.ts';
import { Copy } from '../parts/copy.tsx';
import { Failure } from '../parts/failure.tsx';
import { Logo } from '../parts/logo.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { codeOfLink } from '../session/join-link.ts';
import { acceptInvitation } from '../session/session.ts';
import { abilityOf } from './people/roles.ts';

/** Page that the link of an invitation opens: it makes the person and signs the browser in. */
export const Join = () => (
  <Center mih="100vh" p="md">
    <Paper component="main" withBorder p="xl" w="100%" maw={480}>
      <Stack>
        <Group gap="sm">
          <Logo />
          <Title order={1} size="h3">
            Join Cairn
          </Title>
        </Group>
        {codeOfLink === undefined ? <Incomplete /> : <Invited code={codeOfLink} />}
      </Stack>
    </Paper>
  </Center>
);

const Incomplete = () => (
  <>
    <Text>The link of an invitation is incomplete, or was opened a second time in this window.</Text>
    <Text>Open the whole link again, or ask the person who invited you for another one.</Text>
    <Button component="a" href="/console/" variant="default">
      Sign in with a key
    </Button>
  </>
);

function Invited({ code }: { code: string }) {
  const opened = useQuery({
    queryKey: ['invitation', code],
    queryFn: () => openInvitation(code),
    staleTime: Infinity,
    retry: false,
  });
  if (opened.isLoading) return <Loader role="status" aria-label="Loading" />;
  if (opened.error) return <Failure error={opened.error} />;
  return opened.data ? <Accept code={code} invitation={opened.data} /> : null;
}

function Accept({ code, invitation }: { code: string; invitation: InvitationPreview }) {
  const { name: invited, organisation, role, team, invitedBy } = invitation;
  const [name, setName] = useState(invited);
  const accept = useMutation({ mutationFn: () => acceptInvitation(code, name.trim()) });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    accept.mutate();
  };
  if (accept.data) return <Joined name={accept.data.name} secret={accept.data.key} />;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>
          <StoredName>{invitedBy}</StoredName> invites you to the team memory
          {organisation !== 'default' && (
            <>
              {' '}
              of <StoredName>{organisation}</StoredName>
            </>
          )}
          {team !== null && (
            <>
              , into the team <StoredName>{team}</StoredName>
            </>
          )}
          . A {role} {abilityOf(role)}.
        </Text>
        <TextInput
          label="Your name"
          description="Others see it beside what you write"
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
          autoComplete="name"
          required
          autoFocus
        />
        {accept.error && <Failure error={accept.error} />}
        <Button type="submit" loading={accept.isPending}>
          Join
        </Button>
      </Stack>
    </form>
  );
}

const Joined = ({ name, secret }: { name: string; secret: string }) => (
  <>
    <Text>
      Welcome, <StoredName>{name}</StoredName>. This browser is signed in for 12 hours.
    </Text>
    <Alert title="Keep your key now" color="teal" variant="light">
      <Group>
        <Code className="stored-name">{secret}</Code>
        <Copy label="Copy" text={secret} />
      </Group>
      <Text size="sm" mt="xs">
        It signs you in again later, and it is not shown again. Put it into your password manager.
      </Text>
    </Alert>
    <Button component="a" href="/console/">
      Open Cairn
    </Button>
  </>
);
