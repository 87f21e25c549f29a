import { Alert, Button, Center, Divider, Group, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { COMPANY_SIGN_IN, signInMethods } from '../api/client.ts';
import { Failure } from '../parts/failure.tsx';
import { Logo } from '../parts/logo.tsx';
import { beginSession, signInProblem } from '../session/session.ts';
import { keyOfLink } from '../session/sign-in-link.ts';

/**
 * Sign-in by the company's identity provider, if a provider is configured, or by a key. The key is stored in a cookie
 * that no script can read.
 */
export function SignIn() {
  const [key, setKey] = useState(keyOfLink ?? '');
  const entering = useMutation({ mutationFn: beginSession });
  const { mutate } = entering;
  useEffect(() => {
    if (keyOfLink !== undefined) mutate(keyOfLink);
  }, [mutate]);
  const ways = useQuery({ queryKey: ['ways in'], queryFn: signInMethods });
  const enter = (event: FormEvent) => {
    event.preventDefault();
    entering.mutate(key.trim());
  };
  return (
    <Center mih="100vh" p="md">
      <Paper component="main" withBorder p="xl" w="100%" maw={440}>
        <form onSubmit={enter}>
          <Stack>
            <Group gap="sm">
              <Logo />
              <Title order={1} size="h3">
                Sign in to Cairn
              </Title>
            </Group>
            {signInProblem && <Alert role="alert">{signInProblem}</Alert>}
            {ways.data?.company && (
              <>
                <Button component="a" href={COMPANY_SIGN_IN}>
                  Sign in with your company
                </Button>
                <Divider label="or with a key" />
              </>
            )}
            <PasswordInput
              label="Your key"
              placeholder="cairn_…"
              value={key}
              onChange={({ currentTarget }) => setKey(currentTarget.value)}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
              autoFocus
              required
            />
            {entering.error && <Failure error={entering.error} />}
            <Button type="submit" loading={entering.isPending}>
              Sign in
            </Button>
            <Text size="sm" c="dimmed">
              No key yet? The first start prints one. Later, a manager sends you an invitation from People.
            </Text>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
