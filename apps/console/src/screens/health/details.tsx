import { Badge, Button, Card, Group, Progress, Stack, Table, Text, Title } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { isForbidden, useAct, useRoute } from '../../api/queries.ts';
import { Bars } from '../../parts/bars.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { CairnCommand } from '../../parts/program.tsx';
import { StoredText } from '../../parts/stored-text.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { When } from '../../parts/when.tsx';
import { toast } from '../../parts/toast.tsx';
import { formatCount } from '../../parts/counted.ts';

const REFRESH_MS = 5_000;

/** Queues, failed deliveries and index builds, for whoever looks for a cause. */
export const Details = () => (
  <details open={location.hash === '#details'}>
    <summary>Queues and indexes</summary>
    <Stack mt="sm">
      <Queues />
      <IndexBacklog />
      <Generations />
    </Stack>
  </details>
);

/** Backlog of each subscriber to events; subscribers without a backlog are left out. */
function Queues() {
  const found = useRoute('queues', undefined, { refetchMs: REFRESH_MS });
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        Queues
      </Title>
      <Loaded of={found}>
        {({ queues }) => {
          const busy = queues.filter(({ waiting, active, delayed, failed }) => waiting + active + delayed + failed > 0);
          if (busy.length === 0) return <Text c="dimmed">All {queues.length} are empty: nothing is on its way.</Text>;
          return (
            <WideTable label="Queues" columns={['Queue', 'Waiting', 'Active', 'Delayed', 'Failed', 'Oldest waits']}>
              {busy.map(({ queue, waiting, active, delayed, failed, oldestMs }) => (
                <Table.Tr key={queue}>
                  <Table.Td>{queue}</Table.Td>
                  {[waiting, active, delayed, failed].map((count, place) => (
                    <Table.Td key={place}>{count.toLocaleString()}</Table.Td>
                  ))}
                  <Table.Td>{waiting > 0 && `${Math.ceil(oldestMs / 1000)} s`}</Table.Td>
                </Table.Tr>
              ))}
            </WideTable>
          );
        }}
      </Loaded>
    </Stack>
  );
}

function IndexBacklog() {
  const stats = useRoute('stats', undefined, { refetchMs: REFRESH_MS });
  return (
    <Card withBorder>
      <Title order={2} size="h5" mb="xs">
        Waiting for the indexes
      </Title>
      <Loaded of={stats}>
        {({ index: { pending, dead, off } }) => {
          const rows = [
            ['words, waiting', pending.words],
            ['vectors, waiting', pending.vectors],
            ['words, failed', dead.words],
            ['vectors, failed', dead.vectors],
            ['vectors, without a model', off.vectors],
          ] as const;
          const most = Math.max(1, ...rows.map(([, count]) => count));
          return <Bars label="Items that an index lacks" rows={rows} most={most} digits={0} />;
        }}
      </Loaded>
    </Card>
  );
}

function Generations() {
  const found = useRoute('listGenerations', undefined, { refetchMs: REFRESH_MS });
  if (isForbidden(found.error)) return null;
  return (
    <Stack gap="xs">
      <Title order={2} size="h5">
        Generations of the indexes
      </Title>
      <Loaded of={found}>
        {({ generations, analyser }) =>
          generations.map((generation) => <Generation key={generation.id} analyser={analyser} {...generation} />)
        }
      </Loaded>
    </Stack>
  );
}

type Listed = RouteOutput<'listGenerations'>;
type GenerationRow = Listed['generations'][number] & Pick<Listed, 'analyser'>;

function Generation({
  id,
  target,
  status,
  analyser,
  builtBy,
  layout,
  filledAt,
  filled,
  stored,
  startedAt,
}: GenerationRow) {
  const share = filledAt !== null || stored === 0 ? 100 : (filled / stored) * 100;
  return (
    <Card withBorder p="sm">
      <Group justify="space-between">
        <Text fw={600}>{id}</Text>
        <Badge variant="light" color={status === 'live' ? 'teal' : 'yellow'} tt="none">
          {status}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed">
        built by {builtBy}, layout {layout}, begun <When at={startedAt} />
      </Text>
      {target === 'words' && status === 'live' && analyser !== undefined && builtBy !== analyser && (
        <Text size="sm">
          The settings ask for {analyser}: <CairnCommand>reindex --target words</CairnCommand>
        </Text>
      )}
      <Progress value={share} mt="xs" aria-label={`${id} is filled to ${Math.round(share)} percent`} />
      {status === 'live' && <Verify id={id} />}
    </Card>
  );
}

/** Button that compares an index with the store, and can repair the index. */
function Verify({ id }: { id: string }) {
  const verify = useAct('verifyGeneration');
  const input = (repair: boolean) => ({ params: { id }, body: { repair } }) as never;
  const { data, error } = verify;
  const drift = data ? data.missing + data.phantom + data.stale : 0;
  return (
    <Group mt="xs" gap="xs">
      <Button
        size="compact-xs"
        variant="default"
        loading={verify.isPending}
        onClick={() => verify.mutate(input(false))}
      >
        Look for drift
      </Button>
      {drift > 0 && (
        <Button size="compact-xs" onClick={() => verify.mutate(input(true))}>
          Repair
        </Button>
      )}
      <Text size="sm" role="status">
        {error?.message}
        {data &&
          (drift === 0
            ? `No drift among ${formatCount(data.stored, 'item')}.`
            : `${data.missing} missing, ${data.phantom} phantom, ${data.stale} stale of ${data.stored}.`)}
      </Text>
    </Group>
  );
}

/** Deliveries that failed for good, with the button that tries them again. Shows nothing if there are none. */
export function DeadLetters() {
  const found = useRoute('listDeadLetters', { query: { limit: 100 } });
  const replay = useAct('replayDeadLetters', ({ replayed }) => toast(`${replayed} are tried again.`));
  return (
    <Stack gap="xs">
      <Loaded of={found}>
        {({ total, deadLetters }) =>
          total > 0 && (
            <>
              <Title order={2} size="h5">
                Failed deliveries
              </Title>
              <Group>
                <Text>{formatCount(total, 'delivery', 'deliveries')} failed. Mend the cause, then try again.</Text>
                <Button size="xs" loading={replay.isPending} onClick={() => replay.mutate({ body: {} })}>
                  Try all again
                </Button>
              </Group>
              {deadLetters.map(({ id, event, subscriber, reason, attempts, givenUpAt }) => (
                <Card key={id} withBorder p="sm">
                  <Text size="sm" fw={600}>
                    {event} for {subscriber}, {attempts} attempts, <When at={givenUpAt} />
                  </Text>
                  <StoredText short>{reason}</StoredText>
                </Card>
              ))}
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}
