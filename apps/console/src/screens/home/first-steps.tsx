import { Button, Card, CloseButton, Group, List, Text, ThemeIcon, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRoute } from '../../api/queries.ts';
import { Failure } from '../../parts/failure.tsx';
import { useMay } from '../../session/session.ts';
import { useLoadSample } from './sample-team.ts';

interface Step {
  readonly label: string;
  readonly to: string;
  /** Undefined until it is known. */
  readonly isDone: boolean | undefined;
}

/** Checklist of the first start. Each step ticks itself, and the list goes when all are done or somebody closes it. */
export function FirstSteps() {
  const [isClosed, close] = useLocalStorage({ key: 'cairn:first-steps-closed', defaultValue: false });
  const steps = useSteps();
  if (isClosed || steps.some(({ isDone }) => isDone === undefined) || steps.every(({ isDone }) => isDone)) return null;
  return (
    <Card withBorder component="section" aria-label="First steps">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} size="h4">
          Welcome to Cairn
        </Title>
        <CloseButton aria-label="Close the first steps" onClick={() => close(true)} />
      </Group>
      <Text mt={4}>
        Cairn remembers what your team and its agents decide, learn and agree on, and gives it back when somebody asks.
        Agents propose, people keep or correct, and everybody works from the same knowledge.
      </Text>
      <List my="sm" spacing={6} center listStyleType="none">
        {steps.map((step) => (
          <StepItem key={step.label} {...step} />
        ))}
      </List>
      <Sample />
    </Card>
  );
}

const StepItem = ({ label, to, isDone }: Step) => (
  <List.Item
    icon={
      <ThemeIcon size={20} radius="xl" variant={isDone ? 'filled' : 'default'} aria-hidden="true">
        {isDone ? '✓' : ''}
      </ThemeIcon>
    }
  >
    {isDone ? <Text span>{label}: done</Text> : <Link to={to}>{label}</Link>}
  </List.Item>
);

function useSteps(): Step[] {
  const mayInvite = useMay('manager');
  const agents = useRoute('listAgents', undefined).data?.agents;
  const memories = useRoute('listMemories', { query: { limit: 1 } }).data?.items;
  const messages = useRoute('listMessages', { query: { limit: 1 } }).data?.items;
  const people = useRoute('listPrincipals', undefined, { enabled: mayInvite }).data?.principals;
  const invitations = useRoute('listInvitations', undefined, { enabled: mayInvite }).data?.invitations;
  const persons = people?.filter(({ kind, leftAt }) => kind === 'person' && leftAt === null).length ?? 1;
  return [
    { label: 'Connect an agent', to: '/agents', isDone: agents?.some(({ lastCallAt }) => lastCallAt !== null) },
    {
      label: 'Import what your team has',
      to: '/imports',
      isDone: memories && messages && memories.length + messages.length > 0,
    },
    ...(mayInvite
      ? [{ label: 'Invite somebody', to: '/people', isDone: invitations && (persons > 1 || invitations.length > 0) }]
      : []),
  ];
}

function Sample() {
  const navigate = useNavigate();
  const load = useLoadSample(() => void navigate({ to: '/', search: { sample: 'yes' } }));
  if (!useMay('writer')) return null;
  return (
    <>
      <Group gap="xs">
        <Button variant="default" size="xs" loading={load.isPending} onClick={() => load.mutate()}>
          Look around with sample data
        </Button>
        <Text size="sm" c="dimmed">
          Only you see it, it never mixes with your team's, and you throw it away with one press.
        </Text>
      </Group>
      {load.error && <Failure error={load.error} />}
    </>
  );
}
