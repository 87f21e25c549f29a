import { Alert, Button, Center, Group, Loader, Paper, Radio, Stack, Text, Title } from '@mantine/core';
import type { ConsentPreview, OauthScope } from '@cairn/contracts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { decideAuthorization, openAuthorization } from '../api/client.ts';
import { Failure } from '../parts/failure.tsx';
import { Logo } from '../parts/logo.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { useSession } from '../session/session.ts';

/** Page to which a remote client such as claude.ai leads: the person decides whether it becomes one of their agents. */
export function Authorize() {
  const { request = '' } = useSearch({ strict: false }) as { readonly request?: string };
  const opened = useQuery({
    queryKey: ['authorization', request],
    queryFn: () => openAuthorization(request),
    staleTime: Infinity,
    retry: false,
  });
  return (
    <Center mih="100vh" p="md">
      <Paper component="main" withBorder p="xl" w="100%" maw={520}>
        <Stack>
          <Group gap="sm">
            <Logo />
            <Title order={1} size="h3">
              Connect a client
            </Title>
          </Group>
          {opened.isLoading && <Loader role="status" aria-label="Loading" />}
          {opened.error && <Failure error={opened.error} />}
          {opened.data && <Decision request={request} preview={opened.data} />}
        </Stack>
      </Paper>
    </Center>
  );
}

const abilities: Readonly<Record<OauthScope, string>> = {
  read: 'Read: search and read all that you may read for the team',
  write: 'Read and write: also store, change and forget its own memories',
  admin: 'All that your role may do',
};

function Decision({ request, preview }: { request: string; preview: ConsentPreview }) {
  const { asked, scopes } = preview;
  const [scope, setScope] = useState<OauthScope>(asked);
  const { holder } = useSession();
  const decide = useMutation({
    mutationFn: (given: OauthScope | undefined) => decideAuthorization(request, given),
    onSuccess: ({ address }) => location.replace(address),
  });
  const isOver = decide.isPending || decide.isSuccess;
  return (
    <>
      <Requester {...preview} />
      {scopes.length > 1 && (
        <Radio.Group label="It may" value={scope} onChange={(value) => setScope(value as OauthScope)}>
          <Stack gap="xs" mt="xs">
            {scopes.map((each) => (
              <Radio key={each} value={each} label={abilities[each]} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {scopes.length === 1 && <Text>{abilities[scope]}</Text>}
      <Text size="sm" c="dimmed">
        It becomes an agent of <StoredName>{holder?.name ?? ''}</StoredName>. You see it under Agents, and can revoke
        its key at any time.
      </Text>
      {decide.error && <Failure error={decide.error} />}
      <Group justify="flex-end">
        <Button variant="default" disabled={isOver} onClick={() => decide.mutate(undefined)}>
          Refuse
        </Button>
        <Button loading={isOver} onClick={() => decide.mutate(scope)}>
          Connect
        </Button>
      </Group>
    </>
  );
}

/** The client, who vouches for its name, and where the permission goes. */
const Requester = ({ clientName, clientHost, destination }: ConsentPreview) => (
  <>
    <Text>
      <Text span fw={700}>
        <StoredName>{clientName}</StoredName>
      </Text>{' '}
      asks to use the team memory. The permission goes to{' '}
      <Text span fw={700}>
        <StoredName>{destination}</StoredName>
      </Text>
      .
    </Text>
    {clientHost === null ? (
      <Alert color="orange" variant="light">
        The client chose its name itself. Connect it only if you began this in that client just now.
      </Alert>
    ) : (
      <Text size="sm">
        The name is stated by <StoredName>{clientHost}</StoredName>. Connect it only if you began this yourself.
      </Text>
    )}
  </>
);
