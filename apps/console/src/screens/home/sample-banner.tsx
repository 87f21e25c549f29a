import { Button, Card, Group, Text, Title } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useForget } from '../../api/forget.ts';
import { Failure } from '../../parts/failure.tsx';
import { toastFinal } from '../../parts/toast.tsx';
import { SAMPLE_CHANNEL, SAMPLE_SOURCE } from './sample-team.ts';

const questions = [
  "why don't we charge the card right when somebody buys a ticket?",
  'who takes the call when the database dies on a Sunday?',
];

/** Says that the feed shows sample data, and throws it away whole. */
export function SampleBanner() {
  const navigate = useNavigate();
  const forget = useForget(async () => {
    toastFinal('Sample thrown away', 'The sample is gone.');
    await navigate({ to: '/', search: {} });
  });
  return (
    <Card withBorder component="section" aria-label="Sample data">
      <Title order={2} size="h4">
        You look at sample data
      </Title>
      <Text size="sm">
        An invented team that sells ferry tickets. Only you see it, and no answer to your team or your agents has any of
        it. Ask it something:
      </Text>
      <ul>
        {questions.map((q) => (
          <li key={q}>
            <Link to={`/ask?q=${encodeURIComponent(q)}&channel=${SAMPLE_CHANNEL}`}>{q}</Link>
          </li>
        ))}
      </ul>
      {forget.error && <Failure error={forget.error} />}
      <Group gap="xs">
        <Button
          size="xs"
          loading={forget.isPending}
          onClick={() => forget.mutate({ source: SAMPLE_SOURCE, channel: SAMPLE_CHANNEL, lineage: true })}
        >
          Throw the sample away
        </Button>
        <Button size="xs" variant="default" onClick={() => void navigate({ to: '/', search: {} })}>
          Back to your team
        </Button>
      </Group>
    </Card>
  );
}
