import { Card, Progress, Text, Title } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { useRoute } from '../../api/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';

type Quota = RouteOutput<'limits'>['quotas'][number];

const unitOf = { items: 'stored items', bytes: 'stored bytes', embedding: 'bytes to embed this hour' } as const;

/** Limits of the organisation, and how much room is left below each. */
export function Limits() {
  const found = useRoute('limits', undefined);
  return (
    <Card withBorder component="section" aria-label="Limits">
      <Title order={2} size="h5" mb="xs">
        Limits
      </Title>
      <Loaded of={found}>
        {({ callsPerMinute, quotas }) => (
          <>
            {quotas.map((room) => (
              <RemainingOf key={room.limit} {...room} />
            ))}
            {callsPerMinute !== null && <Text>{callsPerMinute.toLocaleString()} calls a minute.</Text>}
            {quotas.length === 0 && callsPerMinute === null && <Text c="dimmed">Your organisation has no limits.</Text>}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function RemainingOf({ limit, max, remaining }: Quota) {
  const says = `${remaining.toLocaleString()} of ${max.toLocaleString()} ${unitOf[limit]} left`;
  return (
    <div>
      <Text size="sm">{says}</Text>
      <Progress value={max === 0 ? 100 : (100 * (max - remaining)) / max} aria-label={says} />
    </div>
  );
}
